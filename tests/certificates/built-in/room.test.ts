import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import type { CertificateFacts } from '#lib/server/certificates/certificate-facts.ts';
import { MARGINS, TEXT_WIDTH } from '#lib/server/certificates/print/style.ts';
import { BUILT_IN_TEMPLATE } from '#lib/server/certificates/templates/built-in/source.ts';
import { renderTemplate } from '#lib/server/certificates/templates/render-template.ts';
import { A4 } from '#lib/server/certificates/document/blocks.ts';
import { pagesAsPictures } from '../../support/read-code.ts';
import { ONE_PIXEL_PNG } from '../../support/pictures.ts';
import { pageWords, type Word } from '../latex/pdf-words.ts';
import { facts } from '../temperature-transmitter.ts';
import { BY_TEX, installedTex } from '../tex/installed-tex.ts';

vi.setConfig({ testTimeout: 60_000 });

const { context } = facts;
type Context = CertificateFacts['context'];
const of = (changed: {
  readonly organization?: Partial<Context['organization']>;
  readonly asset?: Partial<Context['asset']>;
  readonly person?: string;
  readonly notes?: string;
}): CertificateFacts => {
  const { organization = {}, asset = {}, person = context.technician.full_name, notes } = changed;
  return {
    ...facts,
    context: {
      ...context,
      organization: { ...context.organization, ...organization },
      asset: { ...context.asset, ...asset },
      technician: { ...context.technician, full_name: person },
      release: { by: { ...context.technician, full_name: person }, automatic: true, at: null },
      calibration: { ...context.calibration, notes: notes ?? context.calibration.notes }
    }
  };
};

const LONG_ADDRESS =
  'Kalibrierlaboratorium Nordwest, Gewerbepark Süd, Industriestraße 112, Gebäude 4, 26389 Wilhelmshaven, Deutschland';
const CONTACT = { phone: '+49 4421 000000', email: 'labor@kalibrierlabor.example', website: 'kalibrierlabor.example' };

/** What people have that is longer than its room. */
const CASES: Readonly<Record<string, CertificateFacts>> = {
  'a serial number of 40 digits, a name of one word': of({
    asset: { name: 'Feuchtigkeitstemperaturmessumformer', serial_number: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4' }
  }),
  'words without spaces everywhere': of({
    organization: { full_name: 'F'.repeat(200), address: 'A'.repeat(300), ...CONTACT },
    asset: {
      name: 'N'.repeat(200),
      manufacturer: 'M'.repeat(100),
      model: 'w'.repeat(100),
      serial_number: 'S'.repeat(60)
    },
    person: 'T'.repeat(190),
    notes: 'W'.repeat(360)
  }),
  'an address of two lines and no contact': of({ organization: { address: LONG_ADDRESS } }),
  'an address of four lines and contact': of({
    organization: { address: `${LONG_ADDRESS}, ${LONG_ADDRESS}, ${LONG_ADDRESS}`.slice(0, 300), ...CONTACT }
  }),
  'a logo beside a long address': {
    ...of({
      organization: { full_name: 'Precision Measurement and Calibration Services', address: LONG_ADDRESS, ...CONTACT }
    }),
    logo: { bytes: ONE_PIXEL_PNG, format: 'png', width: 90, height: 40 }
  }
};

const ENGINES = [
  ['by the embedded engine', 'embedded'],
  ...(installedTex ? ([[BY_TEX, 'tex']] as const) : [])
] as const;

/** Letters of a word are inside of their box by about this much, in points. */
const SIDE = 1;
/** No page has facts below this. */
const FOOT = 760;
const RIGHT = A4.width - MARGINS.right;

function overprinted(words: readonly Word[]): readonly string[] {
  const found: string[] = [];
  for (const [index, a] of words.entries()) {
    if (a.right > RIGHT + SIDE) found.push(`${a.text} ends ${(a.right - RIGHT).toFixed(1)} pt beyond the margin`);
    for (const b of words.slice(index + 1)) {
      const isBeside = a.right <= b.left + SIDE || b.right <= a.left + SIDE;
      if (Math.abs(a.middle - b.middle) < 3 && !isBeside) found.push(`${a.text} is printed over ${b.text}`);
    }
  }
  return found;
}

const DPI = 120;
const dots = (points: number) => Math.round((points * DPI) / 72);
/** Dark letters and lines, not hairlines. */
const DARK = 110;

/** The line below the head in points from the top, and whether there is ink within a millimetre of it. */
async function ruleOfHead(picture: Buffer): Promise<{ readonly at: number; readonly isStruck: boolean }> {
  const { data, info } = await sharp(picture)
    .flatten({ background: '#fff' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const [from, to] = [dots(MARGINS.left) + 2, dots(RIGHT) - 2];
  const ink = (line: number) =>
    data.subarray(line * info.width + from, line * info.width + to).filter((grey) => grey < DARK);
  for (let line = 0; line < info.height; line += 1) {
    if (ink(line).length < 0.98 * (to - from)) continue;
    const near = [-4, -3, -2, 3, 4, 5].map((by) => ink(line + by).length);
    return { at: (line * 72) / DPI, isStruck: near.some((count) => count > 0) };
  }
  throw new Error('no line below the head');
}

/** The name of the laboratory has the same word. */
function titleOf(words: readonly Word[]): Word {
  const found = words.find(({ text }, index) => text === 'Calibration' && words[index + 1]?.text === 'certificate');
  if (!found) throw new Error('no title');
  return found;
}

/** The table of facts has two columns, from the title to the results or the foot. */
function beyondColumn(words: readonly Word[], top: number): readonly Word[] {
  const end = MARGINS.left + 0.477 * TEXT_WIDTH + SIDE;
  const results = words.find(({ text, left }) => text === 'Results' && left < MARGINS.left + SIDE);
  const bottom = results?.middle ?? FOOT;
  return words.filter(
    ({ middle, left, right }) => middle > top + 15 && middle < bottom - 5 && left < end && right > end
  );
}

describe.each(ENGINES)('the built-in template, set %s, with', (_, engine) => {
  it.each(Object.entries(CASES))(
    '%s, prints nothing over anything, and the body below its head',
    async (_name, own) => {
      const template = { source: BUILT_IN_TEMPLATE, language: null, engine };
      const { pdf, pageCount } = await renderTemplate(own, template, { tex: installedTex, isPreview: false });
      const pages = (await pageWords(pdf)).slice(0, pageCount);
      for (const [index, words] of pages.entries()) expect(overprinted(words), `page ${index + 1}`).toEqual([]);
      const [picture] = await pagesAsPictures(pdf, DPI);
      if (!picture) throw new Error('no page');
      const { at, isStruck } = await ruleOfHead(picture);
      expect(isStruck).toBe(false);
      const { middle } = titleOf(pages[0] ?? []);
      expect(middle).toBeGreaterThan(at);
      expect(beyondColumn(pages[0] ?? [], middle)).toEqual([]);
    }
  );

  it('no contact, has its head below the note of a preview', async () => {
    const template = { source: BUILT_IN_TEMPLATE, language: null, engine };
    const own = CASES['an address of two lines and no contact'] ?? facts;
    const { pdf } = await renderTemplate(own, template, { tex: installedTex, isPreview: true });
    const [words = []] = await pageWords(pdf);
    const name = words.find(({ text }) => text === 'Northfield');
    // The note ends at 33 pt; a name is 12 pt high.
    expect(name?.middle).toBeGreaterThan(33 + 8);
  });
});
