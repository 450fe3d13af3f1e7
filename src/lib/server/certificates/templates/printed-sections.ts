import type { Block, TableBlock, TableRow } from '../document/blocks.ts';
import { latexOfRuns, type LatexText } from './latex-text.ts';

export type PrintedFact = { readonly key: LatexText; readonly value: LatexText };
export type PrintedCell = {
  readonly text: LatexText;
  readonly bold: boolean;
  readonly columns: number;
  readonly rows: number;
};
export type PrintedRow = { readonly cells: readonly PrintedCell[]; readonly rule_above: boolean };
export type PrintedTable = {
  readonly columns: number;
  /** For \begin{tabular}: one letter a column. */
  readonly alignment: string;
  readonly head: readonly PrintedRow[];
  readonly rows: readonly PrintedRow[];
};
export type PrintedColumn = { readonly paragraphs: readonly LatexText[]; readonly facts: readonly PrintedFact[] };
/** What the built-in certificate prints under one heading, in its order; charts, codes and pictures are apart. */
export type PrintedSection = {
  readonly title: LatexText | null;
  readonly paragraphs: readonly LatexText[];
  readonly tables: readonly PrintedTable[];
  /** Text that stands side by side. */
  readonly columns: readonly PrintedColumn[];
};

type Open = {
  title: LatexText | null;
  readonly paragraphs: LatexText[];
  readonly tables: PrintedTable[];
  readonly columns: PrintedColumn[];
};
const opened = (title: LatexText | null): Open => ({ title, paragraphs: [], tables: [], columns: [] });

/** The blocks of the built-in certificate as text, divided at the headings. */
export function printedSections(blocks: readonly Block[]): readonly PrintedSection[] {
  const sections: Open[] = [];
  const current = (): Open => {
    const last = sections.at(-1) ?? opened(null);
    if (sections.length === 0) sections.push(last);
    return last;
  };
  for (const block of blocks) {
    if (block.kind === 'heading') sections.push(opened(latexOfRuns(block.content)));
    else if (block.kind === 'paragraph') current().paragraphs.push(latexOfRuns(block.content));
    else if (block.kind === 'table') current().tables.push(printedTable(block));
    else if (block.kind === 'columns') {
      current().columns.push(...block.columns.map((column) => printedColumn(column.blocks)));
    }
  }
  return sections;
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

export function printedTable({ columns, head, body }: TableBlock): PrintedTable {
  const letters = { left: 'l', center: 'c', right: 'r' } as const;
  return {
    columns: columns.length,
    alignment: columns.map(({ align }) => letters[align]).join(''),
    head: head.map(printedRow),
    rows: body.map(printedRow)
  };
}

const printedRow = ({ cells, ruleAbove }: TableRow): PrintedRow => ({
  cells: cells.map(({ content, bold = false, columns = 1, rows = 1 }) => ({
    text: latexOfRuns(content),
    bold,
    columns,
    rows
  })),
  rule_above: ruleAbove !== undefined
});
