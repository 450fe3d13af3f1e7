import { setLatex, type LatexFacts, type LatexPicture } from '#lib/server/certificates/latex/set-latex.ts';
import { run, withFiles } from '../outside-validators.ts';

export const latexFacts: LatexFacts = {
  title: 'Certificate',
  author: 'Northfield',
  subject: 'TT-042',
  language: 'en',
  createdAt: new Date('2026-11-20T08:00:00Z'),
  pictures: new Map<string, LatexPicture>([
    ['qr', { width: 60, height: 60, blocks: (width) => [{ kind: 'qr', text: 'https://example.org/verify/1', width }] }]
  ])
};

export type Word = { readonly text: string; readonly left: number; readonly right: number; readonly middle: number };

/** The same word however it was typeset: ligatures, spaces and signs that have several codes. */
export const plainly = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\u2009\u202f\u00a0\u2002-\u2005]/gu, ' ')
    .replace(/−/gu, '-')
    .replace(/μ/gu, 'µ')
    .replace(/◦/gu, '°')
    .replace(/Ω/gu, 'Ω')
    .replace(/ +/gu, ' ');

/** Each page's text, with spaces as they are read. */
export const pageTexts = (pdf: Uint8Array): Promise<readonly string[]> =>
  withFiles({ 'a.pdf': pdf }, async (path) =>
    (await run('pdftotext', ['-layout', path('a.pdf'), '-'])).output.split('\f').slice(0, -1)
  );

/** Each page's words with their places in points. */
export const pageWords = (pdf: Uint8Array): Promise<readonly (readonly Word[])[]> =>
  withFiles({ 'a.pdf': pdf }, async (path) => {
    const { output } = await run('pdftotext', ['-bbox', path('a.pdf'), '-']);
    return output
      .split('<page ')
      .slice(1)
      .map((page) =>
        [...page.matchAll(/xMin="([\d.]+)" yMin="([\d.-]+)" xMax="([\d.]+)" yMax="([\d.-]+)">([^<]*)</gu)].map(
          ([, left, top, right, bottom, text]) => ({
            text: plainly(
              (text ?? '')
                .replace(/&amp;/gu, '&')
                .replace(/&lt;/gu, '<')
                .replace(/&gt;/gu, '>')
                .replace(/&apos;/gu, "'")
                .replace(/&quot;/gu, '"')
            ),
            left: Number(left),
            right: Number(right),
            middle: (Number(top) + Number(bottom)) / 2
          })
        )
      );
  });

/** Pages of several documents, one after another: a document has 200 pages at most. */
export async function inParts<Row, Page>(
  rows: readonly Row[],
  set: (some: readonly Row[]) => Promise<readonly Page[]>
): Promise<readonly Page[]> {
  const pages: Page[] = [];
  for (let from = 0; from < rows.length; from += 100) pages.push(...(await set(rows.slice(from, from + 100))));
  return pages;
}

export const embedded = async (source: string, facts: LatexFacts = latexFacts): Promise<Uint8Array> =>
  (await setLatex(source, facts)).pdf;
