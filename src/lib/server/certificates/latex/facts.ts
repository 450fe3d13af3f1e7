import type { Block } from '../document/blocks.ts';
import type { Language } from '#lib/contracts/primitives.ts';

/** What \includegraphics{name} may name: a picture that the server made. Its size is in points. */
export type LatexPicture = {
  readonly width: number;
  readonly height: number;
  readonly blocks: (width: number) => readonly Block[];
};

/** What a document needs beside its source. */
export type LatexFacts = {
  readonly title: string;
  readonly author: string;
  readonly subject: string;
  readonly language: Language;
  readonly createdAt: Date;
  readonly pictures: ReadonlyMap<string, LatexPicture>;
  /** Laid over the top of every page: that it is a copy, void, a preview. */
  readonly stamp?: readonly Block[] | undefined;
  /** Laid over the foot of every page. */
  readonly foot?: readonly Block[] | undefined;
};
