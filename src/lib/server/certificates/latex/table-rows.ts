import type { GridCell, GridLinePart, GridRow } from '../document/tables.ts';
import type { Call } from './call.ts';
import { readColumns, type TableColumn, type TableSpec } from './column-spec.ts';
import type { Input } from './input.ts';
import { captionBlock } from './floats.ts';
import { PT } from './lengths.ts';
import type { Tex } from './parse-source.ts';
import type { Scope } from './style.ts';

export type TableRows = Readonly<Record<'body' | 'firstHead' | 'head' | 'foot' | 'lastFoot', GridRow[]>>;

const SECTIONS = { endfirsthead: 'firstHead', endhead: 'head', endfoot: 'foot', endlastfoot: 'lastFoot' } as const;

/** Reads the rows of a table with the lines between them. */
export function readRows(nodes: readonly Tex[], spec: TableSpec, call: Call, scope: Scope): TableRows {
  const { engine } = call;
  const rows: TableRows = { body: [], firstHead: [], head: [], foot: [], lastFoot: [] };
  const input = call.inputOf(nodes);
  let current: GridRow[] = [];
  let cells: Tex[][] = [[]];
  let captioned: GridCell | null = null;
  const noteCount = () => engine.counters.get('footnote') ?? 0;
  let notesBefore = noteCount();
  // A line of no width has its space only.
  const line = (width: number, above: number, below: number, parts?: readonly GridLinePart[]) => {
    const drawn = parts ?? (width === 0 ? [] : null);
    current.push({
      kind: 'line',
      stroke: { width, color: scope.style.color },
      above,
      below,
      ...(drawn && { parts: drawn })
    });
  };
  const isBlank = () =>
    captioned === null &&
    cells.length === 1 &&
    (cells[0] ?? []).every(({ kind }) => kind === 'space' || kind === 'paragraph_end');
  const end = (at: number, space: number, isKept: boolean) => {
    const row = captioned ? [captioned] : readCells(cells, spec, call, scope, at);
    current.push({ kind: 'cells', cells: row, space, ...(isKept && { keepWithNext: true }) });
    engine.macros.spend(at);
    cells = [[]];
    captioned = null;
  };
  const em = scope.style.size;
  let met: Met = null;
  for (let node = input.next(); node; node = input.next()) {
    if (node.kind === 'text' && node.text === '&') cells.push([]);
    else if (node.kind !== 'command') cells.at(-1)?.push(node);
    else if (node.name === 'caption' && call.name === 'longtable' && isBlank())
      captioned = captionCell(input, spec, call, scope);
    else if (node.name === '\\' || node.name === 'tabularnewline') {
      const isKept = input.takes('*');
      const space = input.optional('\\\\', node.line);
      end(node.line, space ? call.length(call.written(space)) : 0, isKept);
    } else if (node.name in SECTIONS) {
      if (call.name !== 'longtable') call.fault('only_in', { command: `\\${node.name}`, places: 'longtable' });
      if (!isBlank()) end(node.line, 0, false);
      // Heads and feet are on many pages.
      if (noteCount() > notesBefore) engine.faults.add(node.line, '\\footnote', 'footnote_place');
      notesBefore = noteCount();
      rows[SECTIONS[node.name as keyof typeof SECTIONS]].push(...current);
      current = [];
      cells = [[]];
    } else if (isBlank() && LINES.has(node.name)) {
      cells = [[]];
      met = readLine(node.name, node.line, input, call, { em, columns: spec.columns.length, line, rows: current, met });
    } else if (LINES.has(node.name)) {
      engine.faults.add(node.line, `\\${node.name}`, 'row_start', { row_end: '\\\\' });
    } else cells.at(-1)?.push(node);
  }
  if (!isBlank()) end(call.line, 0, false);
  for (const { numbers } of spec.columns) numbers?.align();
  rows.body.push(...current);
  return rows;
}

/** The width of a caption of a longtable (its manual, 2). */
const CAPTION_WIDTH = 4 * 72;

/** \caption of a longtable: a row of its own, in the middle, that does not widen the table. */
function captionCell(input: Input, spec: TableSpec, call: Call, scope: Scope): GridCell {
  const block = captionBlock(call.within(input, 'caption', call.line), scope.inner(CAPTION_WIDTH), 'table');
  const half = CAPTION_WIDTH / 2;
  const below = { kind: 'spacer', height: scope.style.skip } as const;
  const blocks = [{ kind: 'inset', left: -half, right: -half, blocks: [block] } as const, below];
  const content = [{ kind: 'box', blocks, width: 0, align: 'top' } as const];
  return { content, columns: spec.columns.length, rows: 1, align: 'center', valign: 'top' };
}

const LINES = new Set(['hline', 'toprule', 'midrule', 'bottomrule', 'cmidrule', 'cline', 'addlinespace']);

type LineContext = {
  readonly em: number;
  readonly columns: number;
  readonly line: (width: number, above: number, below: number, parts?: readonly GridLinePart[]) => void;
  readonly rows: GridRow[];
  readonly met: Met;
};
/** What of booktabs a line follows at once: it takes the place of the space that would be above the line. */
type Met = 'line' | 'space' | null;

/** Before one of these, at once, a line of booktabs leaves out the space below it. */
const MEETING = new Set(['toprule', 'midrule', 'bottomrule', 'cmidrule', 'addlinespace']);

/** Lines of LaTeX and of the package booktabs (its manual, 2.5). @returns what the next one meets */
function readLine(name: string, at: number, input: Input, call: Call, context: LineContext): Met {
  const { em, columns, line, rows, met } = context;
  const ex = 0.43 * em;
  const before = rows.at(-1);
  let meeting: Met = null;
  const isMet = () => {
    const next = input.peek();
    return next?.kind === 'command' && MEETING.has(next.name);
  };
  const rule = (width: number, above: number, below: number) => {
    input.skipSpaces();
    if (isMet()) meeting = 'line';
    const gap = met === 'line' ? 2 * PT : met === 'space' ? 0 : above;
    line(width, gap, meeting === null ? below : 0);
  };
  const own = name === 'hline' || name === 'cline' ? null : input.optional(`\\${name}`, at);
  const width = own && name !== 'addlinespace' ? call.length(call.written(own)) : null;
  if (name === 'hline') line(call.engine.length('arrayrulewidth'), before?.kind === 'line' ? 2 * PT : 0, 0);
  else if (name === 'toprule') rule(width ?? 0.08 * em, 0, 0.65 * ex);
  else if (name === 'midrule') rule(width ?? 0.05 * em, 0.4 * ex, 0.65 * ex);
  else if (name === 'bottomrule') rule(width ?? 0.08 * em, 0.4 * ex, 0);
  else if (name === 'addlinespace') {
    // A space in the source keeps it from seeing what follows, but where it had to look for its own.
    if (own === null) input.skipSpaces();
    if (isMet()) meeting = 'space';
    line(0, own ? call.length(call.written(own)) : 0.5 * em, 0);
  } else {
    const trims = name === 'cmidrule' && input.takes('(') ? trimming(input, call, em) : ([0, 0] as const);
    const [, from, to] = /^\s*(\d+)\s*-\s*(\d+)\s*$/u.exec(call.written(input.argument(`\\${name}`, at))) ?? [];
    const part = { from: Number(from) - 1, to: Number(to) - 1, trim: trims };
    if (!(part.from >= 0 && part.to >= part.from && part.to < columns)) {
      call.engine.faults.add(at, `\\${name}`, 'needs_columns', { example: '{2-3}' });
    } else if (before?.kind === 'line' && before.parts && before.parts.length > 0) {
      rows[rows.length - 1] = { ...before, parts: [...before.parts, part] };
    } else if (name === 'cmidrule') line(width ?? 0.03 * em, met === null ? 0.4 * ex : 0, 0.65 * ex, [part]);
    else line(call.engine.length('arrayrulewidth'), 0, 0, [part]);
  }
  return meeting;
}

/** `(lr)`, `(l{2pt})`. */
function trimming(input: Input, call: Call, em: number): readonly [number, number] {
  let trim: readonly [number, number] = [0, 0];
  for (let node = input.next(); node; node = input.next()) {
    if (node.kind !== 'text') continue;
    for (const letter of node.text) {
      if (letter === ')') {
        const rest = node.text.slice(node.text.indexOf(')') + 1);
        if (rest !== '') input.push([{ ...node, text: rest }]);
        return trim;
      }
      const next = input.peek();
      const own = next?.kind === 'group' && node.text.endsWith(letter) ? call.length(call.wordFrom(input)) : 0.5 * em;
      if (letter === 'l') trim = [own, trim[1]];
      if (letter === 'r') trim = [trim[0], own];
    }
  }
  return trim;
}

function readCells(
  cells: readonly (readonly Tex[])[],
  spec: TableSpec,
  call: Call,
  scope: Scope,
  line: number
): readonly GridCell[] {
  const read: GridCell[] = [];
  let at = 0;
  for (const nodes of cells) {
    const column = spec.columns[at];
    if (!column) {
      call.engine.faults.add(line, '&', 'too_many_cells', { n: spec.columns.length });
      return read;
    }
    const cell = readCell(nodes, column, call, scope);
    read.push(cell);
    at += cell.columns;
  }
  if (at > spec.columns.length) call.engine.faults.add(line, '\\multicolumn', 'cell_too_wide');
  // Cells that the author left out are empty.
  while (at < spec.columns.length) {
    read.push({ content: [], columns: 1, rows: 1, valign: 'top' });
    at += 1;
  }
  return read;
}

function readCell(nodes: readonly Tex[], column: TableColumn, call: Call, scope: Scope): GridCell {
  const [first, input] = firstCommand(nodes, call);
  if (first !== 'multicolumn') return oneColumn(nodes, column, call, scope);
  const count = Number(call.wordFrom(input));
  const spec = readColumns(input.argument('\\multicolumn', call.line), call);
  const content = input.argument('\\multicolumn', call.line);
  const own = spec.columns[0] ?? column;
  if (!Number.isInteger(count) || count < 1 || spec.columns.length !== 1) {
    call.engine.faults.add(nodes[0]?.line ?? call.line, '\\multicolumn', 'usage', { usage: '\\multicolumn{2}{c}{…}' });
    return { content: [], columns: 1, rows: 1, valign: 'top' };
  }
  const cell = oneColumn(content, own, call, scope);
  return {
    ...cell,
    columns: count,
    align: own.column.align,
    before: own.column.before,
    after: own.column.after,
    edges: [spec.edges[0] ?? null, spec.edges[1] ?? { lines: 0 }],
    ...(typeof own.column.width === 'number' && { width: own.column.width })
  };
}

/** The command that a cell begins with, and the rest. */
function firstCommand(nodes: readonly Tex[], call: Call): readonly [string | null, Input] {
  const input = call.inputOf(nodes);
  input.skipSpaces();
  const first = input.peek();
  if (first?.kind !== 'command') return [null, input];
  input.next();
  return [first.name, input];
}

function oneColumn(nodes: readonly Tex[], column: TableColumn, call: Call, scope: Scope): GridCell {
  const [first, input] = firstCommand(nodes, call);
  if (first !== 'multirow') {
    return {
      content: contentOf(nodes, column, column.isWide, call, scope),
      columns: 1,
      rows: 1,
      valign: column.valign
    };
  }
  input.optional('\\multirow', call.line);
  const count = Number(call.wordFrom(input));
  input.optional('\\multirow', call.line);
  const width = call.wordFrom(input);
  const content = input.argument('\\multirow', call.line);
  if (!Number.isInteger(count) || count < 1 || count > 100) {
    call.engine.faults.add(nodes[0]?.line ?? call.line, '\\multirow', 'usage', {
      usage: '\\multirow{2}{*}{…}, \\multirow{2}{3cm}{…}'
    });
  }
  const isWide = width === '=' || (width !== '*' && column.isWide);
  if (width !== '*' && width !== '=') call.length(width);
  return {
    content: contentOf(content, column, isWide, call, scope),
    columns: 1,
    rows: Math.max(1, count || 1),
    valign: 'top'
  };
}

function contentOf(
  nodes: readonly Tex[],
  column: TableColumn,
  isWide: boolean,
  call: Call,
  scope: Scope
): GridCell['content'] {
  if (column.numbers) return column.numbers.cell(nodes, call, scope.inner());
  const whole = [...column.before, ...nodes, ...column.after];
  const { width } = column.column;
  const inner = scope.inner(typeof width === 'number' ? width : scope.width);
  inner.look = isWide ? 'justify' : 'left';
  if (!isWide) return call.inlines(whole, inner);
  return { blocks: call.blocks(whole, inner, { indent: 0, skip: 0 }) };
}
