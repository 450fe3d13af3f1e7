import type { PrinterDpi } from '#lib/contracts/stickers.ts';
import { POINTS_PER_INCH, type LabelSize } from '#lib/laboratory/stickers/sticker-sizes.ts';
import { layOutSticker, type StickerLayout } from './lay-out-sticker.ts';
import type { Sticker } from './sticker.ts';

/**
 * Stickers for label printers (Zebra Programming Language II), one format each. The printer sets the letters in its own scalable
 * face, which is narrower than the one that the lines were broken with.
 */
export const stickersZpl = (stickers: readonly Sticker[], label: LabelSize, dpi: PrinterDpi): string =>
  stickers.map((sticker) => formatOf(layOutSticker(sticker, label), dpi)).join('');

function formatOf({ width, height, code, lines }: StickerLayout, dpi: PrinterDpi): string {
  const dots = (points: number) => Math.round((points * dpi) / POINTS_PER_INCH);
  const module = Math.max(1, Math.floor((code.module * dpi) / POINTS_PER_INCH + 1e-6));
  const texts = lines.map(
    ({ x, y, size, pieces }) =>
      `^FT${dots(x)},${dots(y)}^A0N,${dots(size)},${dots(size)}^FH_^FD${escaped(pieces.map(({ text }) => text).join(''))}^FS`
  );
  return [
    '^XA^CI28^LH0,0',
    `^PW${dots(width)}^LL${dots(height)}`,
    `^FO${dots(code.x)},${dots(code.y)}^BQN,2,${module}^FH_^FD${code.correction}A,${escaped(code.text)}^FS`,
    ...texts,
    '^XZ\n'
  ].join('\n');
}

/** Every byte that could be a command or not arrive as `_hex` (^FH): letters, digits and a few signs stay readable. */
const escaped = (text: string): string =>
  [...Buffer.from(text, 'utf8')]
    .map((byte) => {
      const letter = String.fromCharCode(byte);
      return /[A-Za-z0-9 ./:-]/.test(letter) ? letter : `_${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');
