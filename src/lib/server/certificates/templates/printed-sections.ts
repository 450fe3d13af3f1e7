import type { Block, Inline, ParagraphBlock } from '../document/blocks.ts';
import type { TableBlock, TableRow } from '../document/tables.ts';
import { TABLE_LEADING } from '../layout/set-table.ts';
import { columnBoxes } from '../layout/table-columns.ts';
import { CHART_HEIGHTS } from '../parts/curve.ts';
import { BODY, INK, LEADING, TEXT_WIDTH } from '../print/style.ts';
import { latexOfRuns, LatexText } from './latex-text.ts';

export type PrintedFact = { readonly key: LatexText; readonly value: LatexText };
export type PrintedCell = {
  readonly text: LatexText;
  readonly bold: boolean;
  readonly columns: number;
  readonly rows: number;
  /** The same text as the built-in certificate breaks it in a head. */
  readonly lines: readonly LatexText[];
};
export type PrintedRow = { readonly cells: readonly PrintedCell[]; readonly rule_above: boolean };
export type PrintedTable = {
  readonly columns: number;
  /** For \begin{tabular}: one letter a column. */
  readonly alignment: string;
  /** The same, as wide as in the built-in certificate: columns of paragraphs, whose rows end with \tabularnewline. */
  readonly wrapped: LatexText;
  /** How high the built-in certificate has a row of one line, in lines: for \arraystretch. */
  readonly stretch: number;
  readonly head: readonly PrintedRow[];
  readonly rows: readonly PrintedRow[];
};
/** What a section consists of, in its order. */
export type PrintedPart = {
  readonly kind:
    'title' | 'paragraph' | 'equation' | 'note' | 'table' | 'facts' | 'panels' | 'closing' | 'chart' | 'page_break';
  readonly text: LatexText | null;
  readonly table: PrintedTable | null;
  readonly columns: readonly PrintedColumn[];
  /** Of a chart: the picture that is as high as in the built-in certificate. */
  readonly picture: string | null;
  /** All of it is on one page, and with what follows. */
  readonly kept: boolean;
};
export type PrintedColumn = { readonly paragraphs: readonly LatexText[]; readonly facts: readonly PrintedFact[] };
/** What the built-in certificate prints under one heading, in its order; charts, codes and pictures are apart. */
export type PrintedSection = {
  readonly title: LatexText | null;
  readonly paragraphs: readonly LatexText[];
  readonly tables: readonly PrintedTable[];
  /** Text that stands side by side. */
  readonly columns: readonly PrintedColumn[];
  readonly parts: readonly PrintedPart[];
};

/** The blocks of the built-in certificate as text, divided at the headings. */
export function printedSections(blocks: readonly Block[]): readonly PrintedSection[] {
  const sections: { readonly title: LatexText | null; readonly parts: PrintedPart[] }[] = [];
  for (const block of blocks) {
    if (block.kind === 'heading') sections.push({ title: latexOfRuns(block.content), parts: [] });
    else {
      const part = printedPart(block);
      if (!part) continue;
      if (sections.length === 0) sections.push({ title: null, parts: [] });
      sections.at(-1)?.parts.push(part);
    }
  }
  return sections.map(({ title, parts }) => ({
    title,
    paragraphs: parts.flatMap(({ text }) => text ?? []),
    tables: parts.flatMap(({ table }) => table ?? []),
    columns: parts.flatMap(({ columns }) => columns),
    parts
  }));
}

/** Nothing for space, lines, and what has no words. */
function printedPart(block: Block): PrintedPart | null {
  const nothing = { text: null, table: null, columns: [], picture: null, kept: false };
  switch (block.kind) {
    case 'paragraph':
      return { ...nothing, kind: kindOf(block), text: latexOfRuns(block.content), kept: block.keepWithNext === true };
    case 'table':
      return { ...nothing, kind: 'table', table: printedTable(block), kept: block.keepWithNext === true };
    case 'columns': {
      const inner = block.columns.flatMap(({ blocks }) => blocks);
      const has = (kind: Block['kind']) => inner.some((one) => one.kind === kind);
      const kind = has('signature') ? 'closing' : has('key_values') ? 'facts' : 'panels';
      return { ...nothing, kind, columns: block.columns.map((column) => printedColumn(column.blocks)) };
    }
    case 'chart':
      return { ...nothing, kind: 'chart', picture: block.height < CHART_HEIGHTS.comfortable ? 'low-chart' : 'chart' };
    case 'page_break':
      return { ...nothing, kind: 'page_break' };
    default:
      return null;
  }
}

/** Its size tells what a paragraph is. */
function kindOf({ size = BODY }: ParagraphBlock): PrintedPart['kind'] {
  if (size >= 1.5 * BODY) return 'title';
  if (size > BODY) return 'equation';
  return size < BODY ? 'note' : 'paragraph';
}

function printedColumn(blocks: readonly Block[]): PrintedColumn {
  return {
    paragraphs: blocks.flatMap((block) => {
      if (block.kind === 'paragraph') return [latexOfRuns(block.content)];
      return block.kind === 'signature' ? printedColumn(block.appearance).paragraphs : [];
    }),
    facts: blocks.flatMap((block) =>
      block.kind === 'key_values'
        ? block.entries.map(({ key, value }) => ({ key: latexOfRuns(key), value: latexOfRuns(value) }))
        : []
    )
  };
}

/** Tables are in a section and in the whole body. */
const known = new WeakMap<TableBlock, PrintedTable>();

export function printedTable(block: TableBlock): PrintedTable {
  const found = known.get(block) ?? readTable(block);
  known.set(block, found);
  return found;
}

const LETTERS = { left: 'l', center: 'c', right: 'r' } as const;
const LOOKS = { left: '\\raggedright', center: '\\centering', right: '\\raggedleft' } as const;

function readTable(block: TableBlock): PrintedTable {
  const { columns, head, body, size, padding } = block;
  return {
    columns: columns.length,
    alignment: columns.map(({ align }) => LETTERS[align]).join(''),
    wrapped: wrappedColumns(block),
    stretch: Number((1 + (2 * padding) / (size * TABLE_LEADING)).toFixed(3)),
    head: head.map(printedRow),
    rows: body.map(printedRow)
  };
}

/** As a template may have wider letters, a column as wide as its text has this much more, of the space beside it. */
const ROOM = { share: 0.1, points: 1, ofGap: 0.45 };

/** Columns where they are in the built-in certificate, in shares of the line. */
function wrappedColumns(block: TableBlock): LatexText {
  const { columns, gap } = block;
  const boxes = columnBoxes(block, { size: BODY, leading: LEADING, color: INK }, TEXT_WIDTH);
  const share = (width: number) => `${(width / TEXT_WIDTH).toFixed(4)}\\linewidth`;
  let spelled = '';
  let used = 0;
  for (const [index, { x, width }] of boxes.entries()) {
    const { align = 'left', width: kind = 'auto' } = columns[index] ?? {};
    const more = kind !== 'auto' ? 0 : Math.min(ROOM.ofGap * gap, ROOM.share * width + ROOM.points);
    const from = align === 'right' && index > 0 ? x - more : x;
    const to = align === 'left' && index < boxes.length - 1 ? x + width + more : x + width;
    if (index > 0) spelled += `@{\\hspace{${share(from - used)}}}`;
    spelled += `>{${LOOKS[align]}}p{${share(to - from)}}`;
    used = to;
  }
  return new LatexText(spelled, columns.map(({ align }) => LETTERS[align]).join(''));
}

const printedRow = ({ cells, ruleAbove }: TableRow): PrintedRow => ({
  cells: cells.map(({ content, bold = false, columns = 1, rows = 1 }) => ({
    text: latexOfRuns(content),
    bold,
    columns,
    rows,
    lines: linesOf(content)
  })),
  rule_above: ruleAbove !== undefined
});

function linesOf(content: string | readonly Inline[]): readonly LatexText[] {
  if (typeof content === 'string') return [latexOfRuns(content)];
  const lines: Inline[][] = [[]];
  for (const run of content) {
    if (run.kind === 'line_break') lines.push([]);
    else lines.at(-1)?.push(run);
  }
  return lines.map((line) => latexOfRuns(line));
}
