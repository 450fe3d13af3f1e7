import type { PathStep } from '#lib/server/certificates/document/blocks.ts';
import type { Drawing } from '#lib/server/certificates/layout/drawing.ts';
import { INK } from './fit-text.ts';
import type { CodePlace, StickerLayout } from './lay-out-sticker.ts';

/** A laid out sticker as marks on paper. */
export function drawSticker({ code, lines }: StickerLayout): readonly Drawing[] {
  const texts = lines.flatMap((line) => {
    let { x } = line;
    return line.pieces.map(({ text, face, size, color, width }): Drawing => {
      const drawing = { kind: 'text', x, y: line.y, text, face, size, color } as const;
      x += width;
      return drawing;
    });
  });
  return [{ kind: 'path', path: codePath(code), fill: INK }, ...texts];
}

/** One rectangle for each run of dark modules. */
function codePath({ x, y, module, runs }: CodePlace): readonly PathStep[] {
  const across = (column: number) => exact(x + column * module);
  const down = (row: number) => exact(y + row * module);
  return runs.flatMap(({ row, from, to }): readonly PathStep[] => [
    ['M', across(from), down(row)],
    ['L', across(to), down(row)],
    ['L', across(to), down(row + 1)],
    ['L', across(from), down(row + 1)],
    ['Z']
  ]);
}

/** Without the tail that adding fractions leaves, which would be most of the file. */
const exact = (points: number): number => Math.round(points * 1e4) / 1e4;
