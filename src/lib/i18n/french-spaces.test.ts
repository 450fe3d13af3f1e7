import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { wordFiles } from '../../../tests/support/dictionaries.ts';

const CERTIFICATE = 'src/lib/server/certificates/labels/fr.ts';
/** A space at which a line may break, beside punctuation that would then begin or end a line alone. */
const BREAKABLE = / [;:?!»]|« /u;
/** The texts of a file: in TypeScript, colons between keys and values are no punctuation of French. */
const textsOf = (source: string): readonly string[] => source.match(/"(?:[^"\\]|\\.)*"|'(?:[^'\\\n]|\\.)*'/gu) ?? [];

test('French punctuation stays with the word before it', () => {
  const files = [...wordFiles('fr'), CERTIFICATE];
  const found = files.flatMap((file) =>
    textsOf(readFileSync(file, 'utf8'))
      .filter((text) => BREAKABLE.test(text))
      .map((text) => `${file}: ${text}`)
  );
  expect(found).toEqual([]);
});
