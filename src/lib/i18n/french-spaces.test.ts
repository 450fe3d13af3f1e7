import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const FOLDER = join(import.meta.dirname, 'fr');
const CERTIFICATE = 'src/lib/server/certificates/labels/fr.ts';
/** A space at which a line may break, beside punctuation that would then begin or end a line alone. */
const BREAKABLE = / [;:?!»]|« /u;
/** The texts of a file: in TypeScript, colons between keys and values are no punctuation of French. */
const textsOf = (source: string): readonly string[] => source.match(/"(?:[^"\\]|\\.)*"|'(?:[^'\\\n]|\\.)*'/gu) ?? [];

test('French punctuation stays with the word before it', () => {
  const files = [...readdirSync(FOLDER).map((name) => join(FOLDER, name)), CERTIFICATE];
  const found = files.flatMap((file) =>
    textsOf(readFileSync(file, 'utf8'))
      .filter((text) => BREAKABLE.test(text))
      .map((text) => `${file}: ${text}`)
  );
  expect(found).toEqual([]);
});
