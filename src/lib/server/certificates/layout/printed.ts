import type { Color } from '../document/blocks.ts';
import type { PaintedPage } from './paint.ts';

/** What can be read on the pages of a document. */
export type Printed = {
  /** Without spaces. */
  readonly text: string;
  /** The contents of QR codes that are large enough to be read from paper. */
  readonly codes: readonly string[];
};

/** In points: 1 cm. */
const SMALLEST_CODE = 28;
/** In points. */
const SMALLEST_TEXT = 4;
/** Lighter colours are not read on white paper. */
const PALEST = 200;

/** What is within the paper, large and dark enough. */
export function printedOn(
  pages: readonly PaintedPage[],
  { width, height }: { readonly width: number; readonly height: number }
): Printed {
  const texts: string[] = [];
  const codes: string[] = [];
  const isOn = (x: number, y: number) => x >= 0 && x < width && y >= 0 && y < height;
  for (const { layers } of pages) {
    for (const layer of layers) {
      for (const drawing of layer.drawings) {
        if (drawing.kind === 'text' && drawing.size >= SMALLEST_TEXT && isDark(drawing.color)) {
          if (isOn(layer.x + drawing.x, layer.y + drawing.y)) texts.push(drawing.text);
        } else if (drawing.kind === 'path' && drawing.code !== undefined) {
          const corners = drawing.path.flatMap(([step, x, y]) =>
            step === 'M' || step === 'L' ? [[x, y] as const] : []
          );
          const [left, right] = extent(corners.map(([x]) => x));
          const [top, bottom] = extent(corners.map(([, y]) => y));
          const isWhole = isOn(layer.x + left, layer.y + top) && isOn(layer.x + right, layer.y + bottom);
          if (isWhole && right - left >= SMALLEST_CODE) codes.push(drawing.code);
        }
      }
    }
  }
  return { text: texts.join('').replace(/\s/gu, ''), codes };
}

const isDark = (color: Color): boolean => Math.min(...color) < PALEST;

function extent(values: readonly number[]): readonly [number, number] {
  let [least, most] = [Infinity, -Infinity];
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return [least, most];
}
