import { moved, type Slice, type SliceLine } from './drawing.ts';

/** Between lines that are too tall for their distance: a point of TeX. */
const LEAST = 72 / 72.27;

/** How pages of TeX begin and end (D. Knuth, The TeX book, chapter 15). */
type PageEnds = {
  /** From the top of a page to the baseline of its first line, unless that is taller. */
  readonly topSkip: number;
  /** How far the last line may reach below the page. */
  readonly maxDepth: number;
};

type LineEnd = Pick<SliceLine, 'below' | 'depth'>;

/**
 * Lines as far apart as TeX sets them (The TeX book, chapter 12): from baseline to baseline it is what the lower one says, whatever
 * space is between them besides; lines too tall for that are a point apart. Slices without a line stay as they are.
 */
export function* lineSkips(slices: Iterable<Slice>, page?: PageEnds): Generator<Slice, void> {
  let before: LineEnd | null = null;
  for (const slice of slices) {
    const { line } = slice;
    if (!line) {
      if (slice.drawings.length > 0 || slice.pageBreak === true) before = null;
      yield slice;
      continue;
    }
    const further = before === null ? 0 : distance(before, line) - before.below - line.above;
    // A table or a float adds itself to the page, and TeX goes on with what it knows of the line above it.
    before = line.skip > 0 ? line : afterBox(before);
    const set = movedDown({ ...slice, line: { ...line, above: line.above + further } }, further);
    yield page ? { ...set, ...onPage(set, line, further, page) } : set;
  }
}

function afterBox(before: LineEnd | null): LineEnd {
  const depth = before?.depth ?? 0;
  return { below: depth, depth };
}

function distance({ depth }: LineEnd, { height, skip }: SliceLine): number {
  return skip >= depth + height ? skip : depth + Math.min(LEAST, skip) + height;
}

function onPage({ height }: Slice, line: SliceLine, further: number, { topSkip, maxDepth }: PageEnds) {
  return {
    ...(line.skip > 0 && { atTop: Math.max(topSkip, line.height) - line.above - further }),
    hangs: height - line.above - further - Math.max(0, line.depth - maxDepth)
  };
}

/** The slice with more room, or less, above its content. */
export function movedDown(slice: Slice, by: number): Slice {
  if (by === 0) return slice;
  return { ...slice, height: slice.height + by, drawings: slice.drawings.map((drawing) => moved(drawing, 0, by)) };
}

/** A box begins where the letters of its first line begin, and ends where those of its last line end. */
export function tight(slices: readonly Slice[]): readonly Slice[] {
  const first = slices.findIndex(({ drawings }) => drawings.length > 0);
  return slices.map((slice, index) => {
    const { line } = slice;
    if (!line || line.skip === 0) return slice;
    const up = index === first ? line.height - line.above : 0;
    const set = movedDown({ ...slice, line: { ...line, above: line.above + up } }, up);
    return index === slices.length - 1 ? { ...set, height: line.above + up + line.depth } : set;
  });
}
