import type { Block } from '../document/blocks.ts';
import type { Language } from '#lib/contracts/primitives.ts';
import type { LaidOver } from '../layout/stamp.ts';

/** What \includegraphics{name} may name: a picture that the server made. Its size is in points. */
export type LatexPicture = {
  readonly width: number;
  readonly height: number;
  readonly blocks: (width: number) => readonly Block[];
};

/** What a document needs beside its source. */
export type LatexFacts = LaidOver & {
  readonly title: string;
  readonly author: string;
  readonly subject: string;
  readonly language: Language;
  readonly createdAt: Date;
  readonly pictures: ReadonlyMap<string, LatexPicture>;
};
