import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import type { CertificateFacts } from '#lib/server/certificates/certificate-facts.ts';
import { MARGINS } from '#lib/server/certificates/print/style.ts';
import { renderCertificate } from '#lib/server/certificates/render-certificate.ts';
import { templateContext } from '#lib/server/certificates/templates/build-context.ts';
import { BUILT_IN_TEMPLATE } from '#lib/server/certificates/templates/built-in/source.ts';
import { missingParts } from '#lib/server/certificates/templates/missing-values.ts';
import { renderTemplate } from '#lib/server/certificates/templates/render-template.ts';
import { findTex } from '#lib/server/certificates/tex/find-tex.ts';
import { NEAR } from '../latex/letters.ts';
import { distant } from '../latex/line-places.ts';
import { pageWords, type Word } from '../latex/pdf-words.ts';
import { pagesAsPictures } from '../../support/read-code.ts';
import { CASES } from './cases.ts';
import { pageOf, unlike } from './unlike.ts';
import { differences, wordsOf } from './words.ts';

// Each test sets two documents and reads them with another program.
vi.setConfig({ testTimeout: 60_000 });

/** Where the body of a page begins. The server lays the notes of copies and void certificates above their head, not below it. */
const bodyTop = async (facts: CertificateFacts) => MARGINS.top + (await templateContext(facts)).printed.head_height;

const both = async (facts: CertificateFacts) => ({
  builtIn: await renderCertificate(facts),
  template: await renderTemplate(facts, { source: BUILT_IN_TEMPLATE, language: null })
});

/** The pages of the built-in certificate and of its template, without that of the signature's look. */
async function picturesOf(name: string): Promise<readonly [readonly Buffer[], readonly Buffer[]]> {
  const facts = CASES[name];
  if (!facts) throw new Error(`no case ${name}`);
  const { builtIn, template } = await both(facts);
  const pictures = async ({ pdf, pageCount }: { readonly pdf: Uint8Array; readonly pageCount: number }) =>
    (await pagesAsPictures(pdf, 60)).slice(0, pageCount);
  return [await pictures(builtIn), await pictures(template)];
}

describe('the built-in certificate as a template, set by the embedded engine', () => {
  it.each(Object.entries(CASES))(
    'has every word of the built-in one on the same page, within 3 mm of its height, and the signature in its place: %s',
    async (_, facts) => {
      const { builtIn, template } = await both(facts);
      expect(template.pageCount).toBe(builtIn.pageCount);
      expect(differences(await wordsOf(builtIn.pdf), await wordsOf(template.pdf))).toEqual([]);
      const from = facts.voided || facts.copyOf ? await bodyTop(facts) : 0;
      const below = (words: readonly Word[] = []) => words.filter(({ middle }) => middle > from);
      const [wanted, found] = [await pageWords(builtIn.pdf), await pageWords(template.pdf)];
      for (const [index, words] of wanted.slice(0, builtIn.pageCount).entries()) {
        expect(words.length).toBeGreaterThan(50);
        const far = distant(below(found[index]), below(words), { high: NEAR, wide: Infinity });
        expect(far, `page ${index + 1}`).toEqual([]);
      }
      const [a, b] = [builtIn.signature, template.signature];
      expect(b?.pageIndex).toBe(a?.pageIndex);
      for (const side of [0, 1, 2, 3] as const) {
        expect(Math.abs((a?.rect[side] ?? NaN) - (b?.rect[side] ?? NaN))).toBeLessThan(NEAR);
      }
    }
  );

  it.each(['an external record by its curve', 'German, an external record by its uncertainty'])(
    'looks like the built-in one, as pictures of their pages: %s',
    async (name) => {
      const [wanted, found] = await picturesOf(name);
      expect(found.length).toBe(wanted.length);
      for (const [index, page] of wanted.entries()) {
        expect(unlike(await pageOf(page), await pageOf(found[index] ?? page)), `page ${index + 1}`).toEqual([]);
      }
    }
  );

  it('is seen to differ with a part moved by 8 mm, or left out', async () => {
    const [[wanted], [found]] = await picturesOf('an external record by its curve');
    if (!wanted || !found) throw new Error('no page');
    const page = await pageOf(wanted);
    const { width, height } = await sharp(found).metadata();
    const dots = (millimetres: number) => Math.round((millimetres * height) / 297);
    for (const [from, tall] of [
      [60, 40],
      [105, 80],
      [200, 30]
    ] as const) {
      const part = { left: 0, top: dots(from), width, height: dots(tall) };
      const cut = await sharp(found).extract(part).png().toBuffer();
      const blank = { create: { width, height: part.height, channels: 3, background: '#fff' } } as const;
      for (const by of [8, -8, null]) {
        const mutant = await sharp(found)
          .composite([
            { input: blank, left: 0, top: part.top },
            ...(by === null ? [] : [{ input: cut, left: 0, top: dots(from + by) }])
          ])
          .png()
          .toBuffer();
        expect([from, by, unlike(page, await pageOf(mutant))]).not.toEqual([from, by, []]);
      }
    }
  });

  it('prints every part that a certificate needs', () => expect(missingParts(BUILT_IN_TEMPLATE)).toEqual([]));
});

/** Real TeX ends a page of these at another row or section than the built-in certificate: only their signs and pages are compared. */
const BROKEN_ELSEWHERE = [
  'German, adjusted, with further values',
  'French, without a curve',
  'void, and a copy',
  'more points than the first page has room for'
];
/** 2 mm; and a line of the text, as some words of a page are on the line before or behind: the faces of both have letters of other widths. */
const NEAR_TEX = (2 * 72) / 25.4;
const LINE = 16;
const MOST_WORDS_OF_OTHER_LINES = 8;
const tex = findTex('auto');

/** Every sign but space: TeX leaves other gaps between signs than jsPDF, where words are divided. */
const signs = async (pdf: Uint8Array) => [...(await wordsOf(pdf)).join('')].sort().join('');

describe.skipIf(!tex)('the built-in certificate as a template, set by real TeX', () => {
  it.each(Object.entries(CASES))(
    'has every sign of the built-in one, on as many pages, and is within 2 mm where pages end alike: %s',
    async (name, facts) => {
      const builtIn = await renderCertificate(facts);
      const template = await renderTemplate(
        facts,
        { source: BUILT_IN_TEMPLATE, language: null, engine: 'tex' },
        { tex }
      );
      expect(template.pageCount).toBe(builtIn.pageCount);
      expect(await signs(template.pdf)).toBe(await signs(builtIn.pdf));
      expect(template.signature?.pageIndex).toBe(builtIn.signature?.pageIndex);
      if (BROKEN_ELSEWHERE.includes(name)) return;
      const [wanted, found] = [await pageWords(builtIn.pdf), await pageWords(template.pdf)];
      for (const [index, words] of wanted.slice(0, builtIn.pageCount).entries()) {
        const far = (high: number) => distant(found[index] ?? [], words, { high, wide: Infinity });
        expect(far(NEAR_TEX).length, `page ${index + 1}: ${far(NEAR_TEX).join('; ')}`).toBeLessThanOrEqual(
          MOST_WORDS_OF_OTHER_LINES
        );
        expect(far(LINE), `page ${index + 1}`).toEqual([]);
      }
    }
  );
});
