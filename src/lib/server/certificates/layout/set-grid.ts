import type { GridBlock, GridCell, GridEdge, GridRow } from '../document/tables.ts';
import {
  horizontal,
  moved,
  stacked,
  vertical,
  type Drawing,
  type Setting,
  type Slice,
  type SliceLine
} from './drawing.ts';
import { gridBoxes, type GridBoxes } from './grid-columns.ts';
import { lineSkips } from './line-skips.ts';
import { AXIS } from './math-boxes.ts';
import { placeRuns } from './place-runs.ts';
import { lineBaseline, setLines } from './set-text.ts';

/** The part of a row above its line (D. Knuth, The TeX book, appendix B: \strut). */
const ABOVE = 0.7;

type CellsRow = Extract<GridRow, { kind: 'cells' }>;
/** A cell whose content is set: how far it reaches above and below the line of its row. */
type SetCell = {
  readonly cell: GridCell;
  readonly from: number;
  readonly above: number;
  readonly below: number;
  /** From the top of the content to the line of the row. */
  readonly baseline: number;
  readonly height: number;
  readonly drawings: readonly Drawing[];
  readonly notes: readonly Slice[];
};

/** A grid as one slice per row with the lines below it. Rows that a cell spans stay together. */
export function* gridSlices(block: GridBlock, setting: Setting): Generator<Slice, void> {
  const own: Setting = { ...setting, text: block.text };
  const boxes = gridBoxes(block, own, placeRuns);
  const whole = (rows: readonly GridRow[]): Slice | undefined => {
    const slices = [...rowSlices(block, rows, boxes, own)];
    const { line } = slices.at(-1) ?? {};
    return slices.length === 0 ? undefined : { ...stacked(slices), ...(line && { hangs: line.depth }) };
  };
  const head = whole(block.head);
  const foot = whole(block.foot);
  const first = block.firstHead.length > 0 ? whole(block.firstHead) : head;
  const last = block.lastFoot.length > 0 ? whole(block.lastFoot) : foot;
  if (first) yield { ...first, keepWithNext: true };
  const count = block.body.filter(({ kind }) => kind === 'cells').length;
  let index = 0;
  for (const slice of rowSlices(block, block.body, boxes, own)) {
    const isLast = index === count - 1;
    const isKept = (index === 0 && count > 1) || index === count - 2 || (isLast && last !== undefined);
    yield {
      ...slice,
      ...(head && { head }),
      ...(foot && !isLast && { foot }),
      keepWithNext: slice.keepWithNext === true || isKept
    };
    index += 1;
  }
  if (last) yield last;
}

function* rowSlices(
  block: GridBlock,
  rows: readonly GridRow[],
  boxes: GridBoxes,
  setting: Setting
): Generator<Slice, void> {
  const free = setting.width - boxes.width;
  const dx = block.align === 'left' ? 0 : block.align === 'right' ? free : free / 2;
  const shifted = (slice: Slice): Slice =>
    dx === 0 ? slice : { ...slice, drawings: slice.drawings.map((drawing) => moved(drawing, dx, 0)) };
  let waiting: Slice[] = [];
  let ends = 0;
  let hasRow = false;
  const isContent = (row: GridRow | undefined) => row !== undefined && row.kind === 'cells';
  for (const [index, row] of rows.entries()) {
    if (row.kind === 'line') {
      waiting.push(lineSlice(row, boxes));
    } else {
      const { slice, span } = rowSlice(block, rows, index, row, boxes, setting);
      ends = Math.max(ends, index + span);
      waiting.push({ ...slice, keepWithNext: row.keepWithNext === true || ends > index + 1 });
      hasRow = true;
    }
    // Lines belong to the row above them; those above the first row, to it.
    const next = rows[index + 1];
    if (hasRow && (next === undefined || isContent(next))) {
      const notes = waiting.flatMap((slice) => slice.notes ?? []);
      const { baselines, ...set } = stacked(waiting);
      yield shifted({
        ...set,
        line: rowLine(baselines[0] ?? 0, set.height, waiting.at(-1)),
        keepWithNext: waiting.some(({ keepWithNext }) => keepWithNext === true),
        ...(notes.length > 0 && { notes })
      });
      waiting = [];
      hasRow = false;
    }
  }
  if (waiting.length > 0) yield shifted(stacked(waiting));
}

/** A row with the lines above and below it; only its letters may hang below a page. */
function rowLine(above: number, height: number, last: Slice | undefined): SliceLine {
  const depth = last?.line?.below ?? 0;
  return { above, below: height - above, height: above, depth, skip: 0 };
}

function lineSlice(row: Extract<GridRow, { kind: 'line' }>, boxes: GridBoxes): Slice {
  const y = row.above + row.stroke.width / 2;
  const parts = row.parts?.map(({ from, to, trim }) => {
    const left = (boxes.boxes[from]?.left ?? 0) + trim[0];
    return horizontal(left, y, (boxes.boxes[to]?.right ?? boxes.width) - trim[1] - left, row.stroke);
  });
  return {
    height: row.above + row.stroke.width + row.below,
    drawings: parts ?? [horizontal(0, y, boxes.width, row.stroke)]
  };
}

function rowSlice(
  block: GridBlock,
  rows: readonly GridRow[],
  index: number,
  row: CellsRow,
  boxes: GridBoxes,
  setting: Setting
): { readonly slice: Slice; readonly span: number } {
  const cells = setCells(row, block, boxes, setting);
  const { above, below } = reach(cells, block);
  const height = above + below + row.space;
  const drawings: Drawing[] = [];
  let span = 1;
  for (const { cell, baseline, drawings: marks, height: own } of cells) {
    let dy = above - baseline;
    if (cell.rows > 1) {
      const following = heightBelow(block, rows, index, cell.rows, boxes, setting);
      dy = (height + following - own) / 2;
      // Lines between the rows are entries of the list, too.
      span = Math.max(span, spanned(rows, index, cell.rows));
    }
    for (const mark of marks) drawings.push(moved(mark, 0, dy));
  }
  drawings.push(...edgeMarks(block, row, boxes, height, above, setting));
  const notes = cells.flatMap((cell) => cell.notes);
  const line = { above, below, height: above, depth: below, skip: 0 };
  return { slice: { height, drawings, line, ...(notes.length > 0 && { notes }) }, span };
}

/** How many entries of the list the next `count` rows of cells take, lines between them included. */
function spanned(rows: readonly GridRow[], index: number, count: number): number {
  let left = count;
  let at = index;
  while (at < rows.length && left > 0) {
    if (rows[at]?.kind === 'cells') left -= 1;
    at += 1;
  }
  return at - index;
}

/** The height of the rows below the first that a cell spans. */
function heightBelow(
  block: GridBlock,
  rows: readonly GridRow[],
  index: number,
  count: number,
  boxes: GridBoxes,
  setting: Setting
): number {
  return rows.slice(index + 1, index + spanned(rows, index, count)).reduce((sum, row) => {
    if (row.kind === 'line') return sum + row.above + row.stroke.width + row.below;
    const { above, below } = reach(setCells(row, block, boxes, setting), block);
    return sum + above + below + row.space;
  }, 0);
}

function reach(cells: readonly SetCell[], block: GridBlock): { readonly above: number; readonly below: number } {
  let above = ABOVE * block.rowHeight;
  let below = (1 - ABOVE) * block.rowHeight;
  for (const one of cells) {
    if (one.cell.rows > 1) continue;
    above = Math.max(above, one.above);
    below = Math.max(below, one.below);
  }
  return { above, below };
}

function setCells(row: CellsRow, block: GridBlock, boxes: GridBoxes, setting: Setting): readonly SetCell[] {
  const set: SetCell[] = [];
  let from = 0;
  for (const cell of row.cells) {
    const column = block.columns[from];
    const first = boxes.boxes[from];
    const last = boxes.boxes[from + cell.columns - 1];
    if (column && first && last) {
      const x = cell.before === undefined ? first.x : first.left + cell.before;
      const right = cell.after === undefined ? last.x + last.width : last.right - cell.after;
      set.push(setCell(cell, from, { x, width: right - x, align: cell.align ?? column.align }, block, setting));
    }
    from += cell.columns;
  }
  return set;
}

function setCell(
  cell: GridCell,
  from: number,
  box: { readonly x: number; readonly width: number; readonly align: 'left' | 'center' | 'right' },
  block: GridBlock,
  setting: Setting
): SetCell {
  const lineHeight = block.text.size * block.text.leading;
  let height: number;
  let baseline: number;
  let lastLine = 0;
  let drawings: readonly Drawing[];
  let notes: readonly Slice[];
  if ('blocks' in cell.content) {
    const slices = [...lineSkips(setting.setBlocks(cell.content.blocks, box.width))];
    const set = stacked(slices);
    notes = slices.flatMap((slice) => slice.notes ?? []);
    ({ height } = set);
    baseline = set.baselines[0] ?? height;
    // The last line of a paragraph in a cell ends with a strut of the row (array.sty).
    lastLine = (set.baselines.at(-1) ?? height) - baseline;
    drawings = set.drawings.map((drawing) => moved(drawing, box.x, 0));
  } else {
    const content = placeRuns(cell.content, setting);
    const set = setLines(content, { ...box, y: 0 }, block.text, setting.fields);
    ({ height } = set);
    baseline = set.places[0]?.baseline ?? 0;
    drawings = set.lines.flat();
    notes = set.places.flatMap((place) => place.notes);
    // An empty cell, or one formula or box, is as tall as it is: it has no letters with space above and below them.
    const marks =
      typeof content === 'string' ? [] : content.flatMap((run) => (run.kind === 'placed' ? [run.piece] : []));
    if (cell.valign === 'top' && set.lines.length === 1 && marks.length === content.length) {
      const above = Math.max(0, ...marks.map(({ placed }) => placed?.above ?? 0));
      const below = Math.max(0, ...marks.map(({ placed }) => placed?.below ?? 0));
      return { cell, from, above, below, baseline, height, drawings, notes };
    }
  }
  // The lines of text have more above their letters than a row of a table has.
  const spare = lineBaseline(block.text) - ABOVE * lineHeight;
  if (cell.valign === 'top') {
    const below = Math.max(height - baseline + spare, lastLine + (1 - ABOVE) * block.rowHeight);
    return { cell, from, above: baseline - spare, below, baseline, height, drawings, notes };
  }
  const middle = cell.valign === 'center' ? height / 2 + AXIS * block.text.size : height - 0.25 * lineHeight;
  return { cell, from, above: middle, below: height - middle, baseline: middle, height, drawings, notes };
}

function edgeMarks(
  block: GridBlock,
  row: CellsRow,
  boxes: GridBoxes,
  height: number,
  above: number,
  setting: Setting
): readonly Drawing[] {
  const drawings: Drawing[] = [];
  const draw = (edge: GridEdge | undefined, at: number) => {
    if (!edge) return;
    for (let line = 0; line < edge.lines; line += 1) {
      const x = at + block.stroke.width / 2 + line * (block.stroke.width + block.lineGap);
      drawings.push(vertical(x, 0, height, block.stroke));
    }
    if (edge.content) {
      const width = setting.width;
      const set = setLines(placeRuns(edge.content, setting), { x: at, y: 0, width, align: 'left' }, block.text);
      const dy = above - (set.places[0]?.baseline ?? 0);
      drawings.push(...set.lines.flat().map((drawing) => moved(drawing, 0, dy)));
    }
  };
  let from = 0;
  for (const [index, cell] of row.cells.entries()) {
    const left = cell.edges ? cell.edges[0] : block.edges[from];
    const after = from + cell.columns;
    if (index === 0) draw(left ?? undefined, boxes.edges[0] ?? 0);
    draw(cell.edges ? cell.edges[1] : block.edges[after], boxes.edges[after] ?? 0);
    from = after;
  }
  return drawings;
}
