import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import type { CertificateFacts } from '#lib/server/certificates/certificate-facts.ts';
import { renderCertificate } from '#lib/server/certificates/render-certificate.ts';
import { templateContext } from '#lib/server/certificates/templates/build-context.ts';
import { BUILT_IN_TEMPLATE } from '#lib/server/certificates/templates/built-in/source.ts';
import { missingParts } from '#lib/server/certificates/templates/missing-values.ts';
import { renderTemplate } from '#lib/server/certificates/templates/render-template.ts';
import { NEAR } from '../latex/letters.ts';
import { distant } from '../latex/line-places.ts';
import { pageWords } from '../latex/pdf-words.ts';
import { pagesAsPictures } from '../../support/read-code.ts';
import { CASES } from './cases.ts';
import { pageOf, unlike } from './unlike.ts';
import { differences, wordsOf } from './words.ts';

// Each test sets two documents and reads them with another program.
vi.setConfig({ testTimeout: 60_000 });

/** How far a heading may be from that of the other one, in points: 18 mm. */
const ALIKE = 50;

/** Cases whose pages end at other rows of a table. */
const BREAK_ELSEWHERE: ReadonlySet<string> = new Set([
  'German, adjusted, with further values',
  'void, and a copy',
  'more points than the first page has room for'
]);

/** Cases with the rows of tables and the space between paragraphs of the built-in certificate's usual page: it closes up or opens others to fill theirs. */
const USUAL_PAGES = ['normal', 'an external record by its curve', 'German, an external record by its uncertainty'];

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

/** Words that a document has once for each of its pages. */
function wordsOfEachPage(facts: CertificateFacts): ReadonlySet<string> {
  const { printed } = templateContext(facts);
  const heads = printed.body.flatMap(({ tables }) => tables.flatMap(({ head }) => head));
  const texts = [
    ...printed.head.flatMap(({ paragraphs, columns }) => [...paragraphs, ...columns.flatMap((one) => one.paragraphs)]),
    ...heads.flatMap(({ cells }) => cells.map(({ text }) => text)),
    printed.foot
  ];
  // pdftotext does not see thin spaces.
  const words = (text: string) => text.normalize('NFKC').split(/\s+/u);
  return new Set(
    texts.map((text) => text.valueOf()).flatMap((text) => [...words(text), ...words(text.replaceAll('\u202f', ''))])
  );
}

describe('the built-in certificate as a template, set by the embedded engine', () => {
  it.each(Object.entries(CASES))('has the words of the built-in one: %s', async (name, facts) => {
    const { builtIn, template } = await both(facts);
    const [wanted, found] = [await wordsOf(builtIn.pdf), await wordsOf(template.pdf)];
    expect(wanted.length).toBeGreaterThan(100);
    if (!BREAK_ELSEWHERE.has(name)) {
      expect(template.pageCount).toBe(builtIn.pageCount);
      expect(differences(wanted, found)).toEqual([]);
      return;
    }
    // With other breaks, heads are printed more or less often.
    expect(Math.abs(builtIn.pageCount - template.pageCount)).toBeLessThan(2);
    const repeated = wordsOfEachPage(facts);
    const once = (words: readonly string[]) => words.filter((word) => !repeated.has(word) && !/^\d$/u.test(word));
    expect(differences(once(wanted), once(found))).toEqual([]);
  });

  it.each(['an external record by its curve', 'Spanish, an external record with points'])(
    'looks like the built-in one: every heading, the code and the signature are at like places: %s',
    async (name) => {
      const facts = CASES[name];
      if (!facts) throw new Error(`no case ${name}`);
      const { builtIn, template } = await both(facts);
      const titles = templateContext(facts).printed.body.flatMap(({ title }) => title?.valueOf().split(' ')[0] ?? []);
      expect(titles.length).toBeGreaterThan(2);
      const placesOf = async (pdf: Uint8Array) => {
        const pages = await pageWords(pdf);
        return titles.map((title) => {
          const found = pages.flatMap((words, page) => words.map((word) => ({ ...word, page })));
          return found.find(({ text, left }) => text === title && left < 60);
        });
      };
      const [wanted, found] = [await placesOf(builtIn.pdf), await placesOf(template.pdf)];
      for (const [index, place] of wanted.entries()) {
        expect(found[index]?.page, titles[index]).toBe(place?.page);
        expect(Math.abs((found[index]?.middle ?? NaN) - (place?.middle ?? NaN)), titles[index]).toBeLessThan(ALIKE);
      }
      const [a, b] = [builtIn.signature, template.signature];
      expect(b?.pageIndex).toBe(a?.pageIndex);
      for (const side of [0, 1, 2, 3] as const) {
        expect(Math.abs((a?.rect[side] ?? NaN) - (b?.rect[side] ?? NaN))).toBeLessThan(30);
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

  it.each(USUAL_PAGES)(
    'has every word of the first page within 3 mm of the height of the built-in one: %s',
    async (name) => {
      const facts = CASES[name];
      if (!facts) throw new Error(`no case ${name}`);
      const { builtIn, template } = await both(facts);
      const [wanted, found] = [await pageWords(builtIn.pdf), await pageWords(template.pdf)];
      const [page = [], other = []] = [wanted[0], found[0]];
      expect(page.length).toBeGreaterThan(50);
      expect(distant(other, page, { high: NEAR, wide: Infinity })).toEqual([]);
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
