import type { Color, PathStep } from '../document/blocks.ts';
import type { Drawing } from './drawing.ts';
import { widthOf } from './font-face.ts';
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
/** In points: a line through or under letters hides none of them. */
const LEAST_COVER = 1.5;

type Box = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };
/** A mark at its place on the page. */
type Mark = Box & { readonly drawing: Drawing };
/** An area that is painted, as the `order`th mark of its page. */
type Surface = Box & { readonly order: number; readonly isDark: boolean };

/** What is within the paper, large and dark enough, and neither covered nor on something dark. */
export function printedOn(
  pages: readonly PaintedPage[],
  { width, height }: { readonly width: number; readonly height: number }
): Printed {
  const texts: string[] = [];
  const codes: string[] = [];
  const isOn = ({ left, top, right, bottom }: Box) => left >= 0 && right <= width && top >= 0 && bottom <= height;
  for (const { layers } of pages) {
    const marks = layers.flatMap(({ drawings, x, y }) => drawings.flatMap((drawing) => marksOf(drawing, x, y)));
    const surfaces = new Surfaces(marks.flatMap(surfaceOf), height);
    for (const [order, mark] of marks.entries()) {
      const { drawing } = mark;
      const isHidden = () => surfaces.hide(mark, order);
      if (drawing.kind === 'text' && drawing.size >= SMALLEST_TEXT && isDark(drawing.color)) {
        if (mark.left >= 0 && mark.left < width && mark.top >= 0 && mark.bottom <= height && !isHidden())
          texts.push(drawing.text);
      } else if (drawing.kind === 'path' && drawing.code !== undefined) {
        if (isOn(mark) && mark.right - mark.left >= SMALLEST_CODE && !isHidden()) codes.push(drawing.code);
      }
    }
  }
  return { text: withoutSpaces(texts.join('')), codes };
}

/** As `Printed.text` is compared. */
export const withoutSpaces = (text: string): string => text.replace(/\s/gu, '');

const isDark = (color: Color): boolean => Math.min(...color) < PALEST;

function marksOf(drawing: Drawing, x: number, y: number): readonly Mark[] {
  if (drawing.kind === 'text') {
    const { size, text } = drawing;
    const [left, baseline] = [x + drawing.x, y + drawing.y];
    const right = left + widthOf(text, drawing);
    return [{ drawing, left, top: baseline - 0.7 * size, right, bottom: baseline + 0.2 * size }];
  }
  if (drawing.kind === 'path') return [{ drawing, ...boxOf(drawing.path.flatMap(cornersOf), x, y) }];
  if (drawing.kind === 'circles') {
    const { radius } = drawing;
    return drawing.centers.map(([cx, cy]) => ({
      drawing,
      ...boxOf([[cx - radius, cy - radius] as const, [cx + radius, cy + radius] as const], x, y)
    }));
  }
  if (drawing.kind !== 'image') return [];
  const { width, height } = drawing;
  const [left, top] = [x + drawing.x, y + drawing.y];
  return [{ drawing, left, top, right: left + width, bottom: top + height }];
}

function cornersOf(step: PathStep): readonly (readonly [number, number])[] {
  if (step[0] === 'Z') return [];
  if (step[0] !== 'C') return [[step[1], step[2]]];
  return [
    [step[1], step[2]],
    [step[3], step[4]],
    [step[5], step[6]]
  ];
}

function boxOf(corners: readonly (readonly [number, number])[], x: number, y: number): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [cx, cy] of corners) {
    left = Math.min(left, x + cx);
    right = Math.max(right, x + cx);
    top = Math.min(top, y + cy);
    bottom = Math.max(bottom, y + cy);
  }
  return { left, top, right, bottom };
}

/** In points: as high as some lines. A chart of thousands of points has few of them beside one text. */
const BAND = 24;

/** The surfaces of a page, by bands: a mark within the page is compared with those of its own. */
class Surfaces {
  readonly #bands: readonly Surface[][];

  constructor(surfaces: readonly Surface[], height: number) {
    this.#bands = Array.from({ length: Math.ceil(height / BAND) }, () => []);
    for (const surface of surfaces) for (const band of this.#at(surface)) band.push(surface);
  }

  #at({ top, bottom }: Box): readonly Surface[][] {
    const last = this.#bands.length - 1;
    const bandOf = (y: number) => Math.min(last, Math.max(0, Math.floor(y / BAND)));
    return this.#bands.slice(bandOf(top), bandOf(bottom) + 1);
  }

  /** Whether the `order`th mark is covered by what is painted later, or on something dark. */
  hide(mark: Box, order: number): boolean {
    return this.#at(mark).some((band) =>
      band.some((one) => (one.order > order || (one.order < order && one.isDark)) && overlaps(one, mark))
    );
  }
}

/** Nobody knows how dark a picture is. */
function surfaceOf({ drawing, left, top, right, bottom }: Mark, order: number): readonly Surface[] {
  if (right - left <= LEAST_COVER || bottom - top <= LEAST_COVER) return [];
  const fill = drawing.kind === 'path' || drawing.kind === 'circles' ? drawing.fill : undefined;
  if (fill === undefined && drawing.kind !== 'image') return [];
  return [{ left, top, right, bottom, order, isDark: fill === undefined || isDark(fill) }];
}

const overlaps = (a: Box, b: Box): boolean =>
  Math.min(a.right, b.right) - Math.max(a.left, b.left) > LEAST_COVER &&
  Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > LEAST_COVER;
