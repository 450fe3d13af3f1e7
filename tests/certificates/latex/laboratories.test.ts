/** Certificates as laboratories write them, through both engines. `PICTURES=1` keeps the pages of both. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { LatexFacts, LatexPicture } from '#lib/server/certificates/latex/set-latex.ts';
import type { Language } from '#lib/contracts/primitives.ts';
import { NEAR } from './letters.ts';
import { distant } from './line-places.ts';
import { embedded, latexFacts, pageTexts, pageWords, plainly } from './pdf-words.ts';
import { COMPARED, hasPdflatex, pdflatex } from './pdflatex.ts';

// pdflatex sets each twice.
vi.setConfig({ testTimeout: 120_000 });

const FOLDER = join(import.meta.dirname, 'laboratories');
const KEPT = 'tests/.output/laboratories';
const files = readdirSync(FOLDER).filter((name) => name.endsWith('.tex'));
const LANGUAGES: Readonly<Record<string, Language>> = { '03-german.tex': 'de', '04-french.tex': 'fr' };

/** A frame of that size in both engines: pdflatex has no pictures of the server. */
const frame = (width: number, height: number): LatexPicture => ({
  width,
  height,
  blocks: (own) => [
    {
      kind: 'figure',
      width: own,
      height: (height * own) / width,
      paths: [
        {
          path: [
            ['M', 0, 0],
            ['L', own, 0],
            ['L', own, (height * own) / width],
            ['L', 0, (height * own) / width],
            ['Z']
          ],
          stroke: { width: 0.5, color: [0, 0, 0] }
        }
      ]
    }
  ]
});
const pictures = new Map([
  ['logo', frame(120, 40)],
  ['qr', frame(60, 60)],
  ['chart', frame(300, 150)]
]);
const factsOf = (name: string): LatexFacts => ({ ...latexFacts, language: LANGUAGES[name] ?? 'en', pictures });
/** graphicx's own frames, with the shapes of the pictures; without the languages of babel, which are packages of their own. */
const framed = (source: string): string =>
  source
    .replace('\\begin{document}', '\\usepackage[demo]{graphicx}\n\\begin{document}')
    .replace('graphicx,', '')
    .replace(/\\usepackage\[\w+\]\{babel\}/u, '')
    .replace('height=12mm]{logo}', 'width=36mm,height=12mm]{logo}')
    .replace('width=25mm]{qr}', 'width=25mm,height=25mm]{qr}')
    .replace('width=60mm]{chart}', 'width=60mm,height=30mm]{chart}');

/** Words in any order of columns and cells: lines of both are read alike only where they are as high. */
const words = (pages: readonly string[]): readonly string[] =>
  plainly(pages.join('\n'))
    .replace(/[“”„«»"'’‘`°]/gu, '')
    .split(/[\s−-]+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .sort();

/** The letters of formulas are read in the order of their lines; the font of LaTeX has its radical sign in the place of a q. */
const FORMULAS = new Set(['06-greek-letters.tex', '13-statement-in-a-box.tex']);
const letters = (pages: readonly string[]) =>
  [...words(pages).join('')].filter((sign) => /[A-Za-pr-z0-9]/u.test(sign)).sort();

describe('a certificate of a laboratory', () => {
  it('is there fifteen times', () => expect(files).toHaveLength(15));

  it.each(files)(`%s is set, with the words that it has, where they are, ${COMPARED}`, async (name) => {
    const source = readFileSync(join(FOLDER, name), 'utf8');
    const own = await embedded(source, factsOf(name));
    if (!hasPdflatex) {
      expect(words(await pageTexts(own)).length).toBeGreaterThan(5);
      return;
    }
    const theirs = await pdflatex(framed(source));
    if (process.env['PICTURES'] === '1') {
      mkdirSync(KEPT, { recursive: true });
      writeFileSync(join(KEPT, `${name}-embedded.pdf`), own);
      writeFileSync(join(KEPT, `${name}-pdflatex.pdf`), theirs);
    }
    const [mine, other] = [await pageTexts(own), await pageTexts(theirs)];
    const read = FORMULAS.has(name) ? letters : words;
    expect(read(mine)).toEqual(read(other));
    expect(mine.length).toBe(other.length);
    const [places, otherPlaces] = [await pageWords(own), await pageWords(theirs)];
    // Roots of LaTeX have a few sizes, ours are as tall as what is under them: lines around a formula are up to 3 mm away.
    const far = FORMULAS.has(name) ? { high: NEAR } : {};
    expect(places.map((page, at) => distant(page, otherPlaces[at] ?? [], far))).toEqual(places.map(() => []));
  });
});
