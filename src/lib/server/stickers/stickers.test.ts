import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { labelSheet, stickerSize, type StickerSize } from '#lib/contracts/stickers.ts';
import { LABEL_SHEETS, labelsOn, placeOn } from '#lib/laboratory/stickers/label-sheets.ts';
import { STICKER_SIZES, type LabelSize } from '#lib/laboratory/stickers/sticker-sizes.ts';
import { pictureOfSvg } from '#lib/server/images/picture-of-svg.ts';
import { codesIn, pagesAsPictures, pdfFacts } from '../../../../tests/support/read-code.ts';
import { DPI, layOutSticker } from './lay-out-sticker.ts';
import type { Sticker } from './sticker.ts';
import { stickerSvg } from './sticker-svg.ts';
import { stickersPdf, type StickersOnPaper } from './stickers-pdf.ts';
import { stickersZpl } from './stickers-zpl.ts';

const sticker = (given: Partial<Sticker> = {}): Sticker => ({
  asset_id: 'TT-042',
  name: 'Temperature transmitter',
  due: 'Due 18 Mar 2027',
  address: 'https://plumbline.northfield.example/a/0198f3a0-0000-7000-8000-000000000001',
  ...given
});
const another = (n: number) =>
  sticker({
    asset_id: `TT-${n}`,
    address: `http://localhost:3000/a/0198f3a0-0000-7000-8000-${String(n).padStart(12, '0')}`
  });
const pdfOf = (stickers: readonly Sticker[], on: StickersOnPaper['on']) =>
  stickersPdf({ stickers, on, title: 'Stickers', author: 'Tess', createdAt: new Date('2026-11-21T09:30:00Z') });
const picture = (given: Sticker, label: LabelSize, format: 'png' | 'jpg' = 'png') =>
  pictureOfSvg(stickerSvg(layOutSticker(given, label)), format, DPI);

const MILLIMETRES: Readonly<Record<StickerSize, readonly [number, number]>> = {
  '2x2': [50.8, 50.8],
  '4x2': [101.6, 50.8],
  '1x0.5': [25.4, 12.7]
};
/** As a camera sees it: out of focus, and not straight. */
const photographed = (given: Uint8Array) =>
  sharp(given)
    .flatten({ background: '#fff' })
    .extend({ top: 40, bottom: 40, left: 40, right: 40, background: '#ddd' })
    .blur(1)
    .rotate(8, { background: '#ddd' })
    .png()
    .toBuffer();

describe.each(stickerSize.options)('a sticker of %s inches', (size) => {
  const label = STICKER_SIZES[size];
  const { address } = sticker();

  test.each(['png', 'jpg'] as const)('as %s is read, also blurred and turned, and has its size', async (format) => {
    const bytes = await picture(sticker(), label, format);
    expect(await codesIn(bytes)).toEqual([address]);
    expect(await codesIn(await photographed(bytes))).toEqual([address]);
    const { width, height, density } = await sharp(bytes).metadata();
    // The resolution that the file states itself: pHYs counts dots per metre.
    const dpi = format === 'png' ? (pHYs(bytes) * 25.4) / 1000 : (density ?? 0);
    const [wide, high] = MILLIMETRES[size];
    expect(Math.abs((width * 25.4) / dpi - wide)).toBeLessThan(0.1);
    expect(Math.abs((height * 25.4) / dpi - high)).toBeLessThan(0.1);
  });

  test('as PDF is vectors and text in embedded letters, is read, and has its size', async () => {
    const pdf = await pdfOf([sticker(), another(2)], { label });
    const { sizes, pages, fonts, images, text } = await pdfFacts(pdf);
    expect({ pages, images }).toEqual({ pages: 2, images: 0 });
    for (const [i, expected] of MILLIMETRES[size].entries())
      for (const stated of sizes) expect(Math.abs((stated[i] ?? 0) - expected)).toBeLessThan(0.1);
    expect(fonts.every((font) => /yes/.test(font))).toBe(true);
    expect(text).toContain('TT-042');
    const pictures = await pagesAsPictures(pdf);
    expect(await Promise.all(pictures.map(codesIn))).toEqual([[address], [another(2).address]]);
    expect(await codesIn(await photographed(pictures[0] ?? Buffer.alloc(0)))).toEqual([address]);
  });
});

test('the picture and the PDF show the same', async () => {
  for (const label of Object.values(STICKER_SIZES)) {
    const [page] = await pagesAsPictures(await pdfOf([sticker()], { label }));
    const grey = (bytes: Uint8Array) =>
      sharp(bytes).flatten({ background: '#fff' }).greyscale().blur(2).raw().toBuffer();
    const [a, b] = [await grey(await picture(sticker(), label)), await grey(page ?? Buffer.alloc(0))];
    expect(a.length).toBe(b.length);
    const apart = a.reduce((sum, dot, i) => sum + Math.abs(dot - (b[i] ?? 0)), 0) / a.length;
    expect(apart).toBeLessThan(4);
  }
});

describe.each(labelSheet.options)('a sheet %s', (name) => {
  const sheet = LABEL_SHEETS[name];
  test('begins at any label and is read on every one', async () => {
    const skip = labelsOn(sheet) - 1;
    const stickers = [1, 2, 3].map(another);
    const pdf = await pdfOf(stickers, { sheet: name, skip });
    const pages = await pagesAsPictures(pdf);
    expect(pages).toHaveLength(2);
    // The label that is meant is cut out: what is read there stands there.
    const places = [
      [0, skip],
      [1, 0],
      [1, 1]
    ] as const;
    for (const [i, [page, at]] of places.entries()) {
      expect(await codesIn(await labelOf(pages[page] ?? Buffer.alloc(0), sheet, at))).toEqual([another(i + 1).address]);
    }
    const facts = await pdfFacts(pdf);
    const [wide, high] = sheet.paper === 'a4' ? [210, 297] : [215.9, 279.4];
    for (const [width, height] of facts.sizes) {
      expect(Math.abs(width - wide)).toBeLessThan(0.1);
      expect(Math.abs(height - high)).toBeLessThan(0.1);
    }
  });
});

const labelOf = (page: Buffer, sheet: (typeof LABEL_SHEETS)[keyof typeof LABEL_SHEETS], at: number) => {
  const dots = (points: number) => Math.round((points * DPI) / 72);
  const { x, y } = placeOn(sheet, at);
  const area = { left: dots(x), top: dots(y), width: dots(sheet.label.width), height: dots(sheet.label.height) };
  return sharp(page).extract(area).png().toBuffer();
};

describe('a sticker of whatever people write', () => {
  const long = 'Platinum resistance thermometer of the climatic chamber in the north building, second floor, ';
  const hostile: readonly (readonly [string, Partial<Sticker>])[] = [
    ['the longest identifier and name', { asset_id: 'W'.repeat(64), name: long.repeat(3).slice(0, 200) }],
    ['one word', { name: 'Ж'.repeat(200) }],
    ['German', { asset_id: 'PRÜF-ÄÖÜß', name: 'Druckmessumformer für Öl, −40 … 85 °C', due: 'Fällig 18. März 2027' }],
    ['French and Spanish', { name: 'Thermomètre à résistance – cœur, señal ±½ Ω', due: 'Échéance 18 févr. 2027' }],
    ['Cyrillic and Greek', { name: 'Термометр сопротивления, θερμόμετρο' }],
    ['Arabic', { name: 'ميزان حرارة المختبر 42' }],
    ['Hebrew', { name: 'מד חום מעבדה (42)' }],
    ['letters that no face has', { name: '温度计 🌡️ 温度' }],
    ['markup', { name: '"/><script>alert(1)</script>&amp;<!--' }],
    ['printer commands', { name: '^XA^FO0,0^FDgone^FS^XZ~JR_5E' }],
    ['direction marks', { name: '\u202eevil\u202c\u2066\u200f' }],
    ['line ends', { name: 'first\r\nsecond\u2028third\0' }],
    ['nothing but spaces', { name: ' ', due: null }]
  ];

  test.each(hostile)('%s is read, and no letter is outside of its label or on its code', async (_what, given) => {
    for (const label of [...Object.values(STICKER_SIZES), ...Object.values(LABEL_SHEETS).map((sheet) => sheet.label)]) {
      const layout = layOutSticker(sticker(given), label);
      const { code } = layout;
      for (const line of layout.lines) {
        const width = line.pieces.reduce((sum, piece) => sum + piece.width, 0);
        expect(line.x + width).toBeLessThan(label.width);
        expect(line.y - line.size * 0.8).toBeGreaterThan(0);
        expect(line.y + line.size * 0.25).toBeLessThanOrEqual(label.height);
        expect(line.x > code.x + 20 * code.module || line.y - line.size * 0.8 > code.y + 20 * code.module).toBe(true);
      }
    }
    expect(await codesIn(await picture(sticker(given), STICKER_SIZES['1x0.5']))).toEqual([sticker().address]);
  });

  const said = (given: Partial<Sticker>, size: StickerSize) =>
    layOutSticker(sticker(given), STICKER_SIZES[size]).lines.map(({ pieces }) =>
      pieces.map(({ text }) => text).join('')
    );
  test('what is too long says so, and an identifier keeps both of its ends', () => {
    const lines = said({ asset_id: `AAAA${'B'.repeat(56)}-042`, name: long }, '1x0.5');
    expect(lines[0]).toMatch(/^AAAA/);
    expect(lines.join(' ')).toMatch(/-042/);
    expect(lines.join('')).toContain('…');
    expect(lines.at(-1)).toContain('2027');
  });
  test('what fits is not shortened', () => {
    expect(said({}, '1x0.5').join(' ')).toBe('TT-042 Temperature transmitter Due 18 Mar 2027');
    expect(said({ name: long.trim() }, '4x2').join(' ')).toContain(long.trim());
  });
  test('Hebrew and Arabic stand in the order of ink, and Arabic letters are joined', () => {
    expect(said({ name: 'מד חום' }, '4x2')[1]).toBe('םוח דמ');
    expect(said({ name: 'ABC (אב)' }, '4x2')[1]).toBe('ABC (בא)');
    expect(said({ name: 'بيت' }, '4x2')[1]).toBe('\ufe96\ufef4\ufe91');
  });
  test('no direction mark reorders what follows', () => {
    expect(said({ name: 'a\u202ebc' }, '4x2')[1]).toBe('abc');
  });
  test('a drawing has no text of a person in it', () => {
    for (const [, given] of hostile) {
      const svg = stickerSvg(layOutSticker(sticker(given), STICKER_SIZES['4x2']));
      expect(svg.replaceAll(/<(svg|rect|path) [^<>]*>|<\/svg>/g, '')).toBe('');
      expect(svg).not.toMatch(/script|NaN/);
    }
  });

  test.each(hostile)('%s leaves ZPL one format a sticker, with its words in fields', (_what, given) => {
    for (const dpi of [203, 300] as const) {
      const zpl = stickersZpl([sticker(given), sticker()], STICKER_SIZES['2x2'], dpi);
      expect(zpl.match(/\^XA/g)).toHaveLength(2);
      expect(zpl.match(/\^XZ/g)).toHaveLength(2);
      expect(zpl).not.toContain('~');
      const fields = [...zpl.matchAll(/\^FH_\^FD([^^~]*)\^FS/g)].map(([, field]) => unescaped(field ?? ''));
      const { code, lines } = layOutSticker(sticker(given), STICKER_SIZES['2x2']);
      expect(fields.slice(0, lines.length + 1)).toEqual([
        `${code.correction}A,${sticker().address}`,
        ...lines.map(({ pieces }) => pieces.map(({ text }) => text).join(''))
      ]);
      expect(zpl).toContain(`^PW${Math.round(2 * dpi)}^LL${Math.round(2 * dpi)}`);
    }
  });
});

const unescaped = (field: string) =>
  Buffer.from(
    field.replaceAll(/_([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1'
  ).toString('utf8');

/** Dots per metre, as the file says. */
function pHYs(png: Buffer): number {
  const at = png.indexOf('pHYs');
  return png.readUInt32BE(at + 4);
}
