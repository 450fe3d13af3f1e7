import type { Block, Color, Inline, PathStep, Stroke } from '../document/blocks.ts';
import type { FontFace } from './font-face.ts';
import type { Piece } from './shape.ts';

/** One mark on paper. Coordinates are points from the upper left corner of the slice that holds it, y downwards. */
export type Drawing =
  | {
      readonly kind: 'text';
      readonly x: number;
      /** Of the baseline. */
      readonly y: number;
      readonly text: string;
      readonly face: FontFace;
      readonly size: number;
      readonly color: Color;
    }
  | {
      readonly kind: 'path';
      readonly path: readonly PathStep[];
      readonly fill?: Color | undefined;
      readonly stroke?: Stroke | undefined;
    }
  | {
      readonly kind: 'circles';
      readonly centers: readonly (readonly [number, number])[];
      readonly radius: number;
      readonly fill: Color;
      readonly stroke: Stroke;
    }
  | {
      readonly kind: 'image';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly bytes: Uint8Array;
      readonly format: 'png' | 'jpeg';
    }
  /** Not drawn: a click there opens the address. */
  | {
      readonly kind: 'link';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly url: string;
    }
  | {
      readonly kind: 'signature';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly appearance: readonly Drawing[];
    };

/** What TeX knows of a line of text, or of a row of a table, when it sets the next one under it. */
export type SliceLine = {
  /** From the top of the slice to the baseline, and from there to where the line ends, without space that its author put below it. */
  readonly above: number;
  readonly below: number;
  /** How far its letters and boxes reach above and below the baseline. */
  readonly height: number;
  readonly depth: number;
  /** From the baseline before to its own; 0: it is directly below what is before it. */
  readonly skip: number;
};

/** A strip of the text's width that no page break divides. */
export type Slice = {
  readonly height: number;
  readonly drawings: readonly Drawing[];
  /** A page must not end with this slice. */
  readonly keepWithNext?: boolean | undefined;
  /** Dropped at the top of a page. */
  readonly space?: boolean | undefined;
  /** Grows to fill the rest of its page. */
  readonly fill?: boolean | undefined;
  readonly pageBreak?: boolean | undefined;
  /** Set above this slice if it is the first of a page: the head of its table. */
  readonly head?: Slice | undefined;
  /** At the foot of the page that has this slice. */
  readonly notes?: readonly Slice[] | undefined;
  /** Where the letters of a line of text end. */
  readonly end?: number | undefined;
  /** Lines of TeX are as far apart as `line-skips.ts` says. */
  readonly line?: SliceLine | undefined;
  /** How much further down its content is where it is the first of a page, and what of it may be below the last line of a page. */
  readonly atTop?: number | undefined;
  readonly hangs?: number | undefined;
  /** Set below this slice if it is the last of a page: the foot of its table, which continues on the next. */
  readonly foot?: Slice | undefined;
};

export type TextDefaults = { readonly size: number; readonly leading: number; readonly color: Color };
/** The page is null in the body, whose pages are not known while it is set. */
export type PageFields = { readonly page: number | null; readonly pages: number };

/** The context for setting a block. */
export type Setting = {
  readonly width: number;
  readonly text: TextDefaults;
  /** Null in the body, if nothing there depends on them. */
  readonly fields: PageFields | null;
  setBlocks(blocks: readonly Block[], width: number): readonly Slice[];
};

/** A box or a formula that is set. */
export type PlacedRun = { readonly kind: 'placed'; readonly piece: Piece };
export type InlineContent = string | readonly (Inline | PlacedRun)[];

/** A vertical line. */
export function vertical(x: number, y: number, height: number, stroke: Stroke): Drawing {
  return {
    kind: 'path',
    path: [
      ['M', x, y],
      ['L', x, y + height]
    ],
    stroke
  };
}

/** A filled rectangle, or its outline. */
export function rectangle(
  x: number,
  y: number,
  width: number,
  height: number,
  paint: { readonly fill?: Color | undefined; readonly stroke?: Stroke | undefined }
): Drawing {
  const path = [['M', x, y], ['L', x + width, y], ['L', x + width, y + height], ['L', x, y + height], ['Z']] as const;
  return { kind: 'path', path, ...paint };
}

/** A horizontal line. */
export function horizontal(x: number, y: number, width: number, stroke: Stroke): Drawing {
  return {
    kind: 'path',
    path: [
      ['M', x, y],
      ['L', x + width, y]
    ],
    stroke
  };
}

/** The same drawing elsewhere. */
export function moved(drawing: Drawing, dx: number, dy: number): Drawing {
  if (drawing.kind === 'path') return { ...drawing, path: drawing.path.map((step) => movedStep(step, dx, dy)) };
  if (drawing.kind === 'circles')
    return { ...drawing, centers: drawing.centers.map(([x, y]) => [x + dx, y + dy] as const) };
  return { ...drawing, x: drawing.x + dx, y: drawing.y + dy };
}

export function movedStep(step: PathStep, dx: number, dy: number): PathStep {
  if (step[0] === 'Z') return step;
  if (step[0] === 'C') return ['C', step[1] + dx, step[2] + dy, step[3] + dx, step[4] + dy, step[5] + dx, step[6] + dy];
  return [step[0], step[1] + dx, step[2] + dy];
}

/** Slices one under another as one, as in a cell that no page break may divide. */
export type Stack = {
  readonly height: number;
  readonly drawings: readonly Drawing[];
  /** Of lines of TeX, from the top. */
  readonly baselines: readonly number[];
};

export function stacked(slices: readonly Slice[]): Stack {
  let height = 0;
  const drawings: Drawing[] = [];
  const baselines: number[] = [];
  for (const slice of slices) {
    for (const drawing of slice.drawings) drawings.push(moved(drawing, 0, height));
    if (slice.line) baselines.push(height + slice.line.above);
    height += slice.height;
  }
  return { height, drawings, baselines };
}

/** The same drawing, larger or smaller with its letters and lines, from the upper left corner. */
export function scaled(drawing: Drawing, scale: number): Drawing {
  const { stroke } = { stroke: undefined, ...drawing };
  const lines = stroke && {
    stroke: {
      ...stroke,
      width: stroke.width * scale,
      ...(stroke.dash && { dash: stroke.dash.map((one) => one * scale) })
    }
  };
  switch (drawing.kind) {
    case 'path':
      return { ...drawing, ...lines, path: drawing.path.map((step) => scaledStep(step, scale)) };
    case 'circles':
      return {
        ...drawing,
        ...lines,
        radius: drawing.radius * scale,
        centers: drawing.centers.map(([x, y]) => [x * scale, y * scale] as const)
      };
    case 'text':
      return { ...drawing, x: drawing.x * scale, y: drawing.y * scale, size: drawing.size * scale };
    case 'signature': {
      const appearance = drawing.appearance.map((one) => scaled(one, scale));
      return { ...drawing, ...scaledPlace(drawing, scale), appearance };
    }
    default:
      return { ...drawing, ...scaledPlace(drawing, scale) };
  }
}

const scaledPlace = (
  { x, y, width, height }: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  scale: number
) => ({ x: x * scale, y: y * scale, width: width * scale, height: height * scale });

function scaledStep(step: PathStep, scale: number): PathStep {
  if (step[0] === 'Z') return step;
  if (step[0] !== 'C') return [step[0], step[1] * scale, step[2] * scale];
  const [, a, b, c, d, e, f] = step;
  return ['C', a * scale, b * scale, c * scale, d * scale, e * scale, f * scale];
}
