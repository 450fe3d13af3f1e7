/**
 * Tables of the document model. The built-in certificate says what is in a table and how tight it is (`TableBlock`); an author of LaTeX
 * draws every line of one (`GridBlock`).
 */
import type { Align, Block, Color, Inline, Stroke } from './blocks.ts';

export type TableColumn = {
  readonly align: Align;
  /** Points, `auto` by content, or a share of what the others leave. */
  readonly width: number | 'auto' | { readonly share: number };
};
export type TableCell = {
  readonly content: string | readonly Inline[];
  readonly bold?: boolean | undefined;
  readonly align?: Align | undefined;
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
  /** A line under this cell only, as under the head of a group of columns. */
  readonly ruleBelow?: Stroke | undefined;
};
export type TableRow = { readonly cells: readonly TableCell[]; readonly ruleAbove?: Stroke | undefined };
export type TableBlock = {
  readonly kind: 'table';
  readonly columns: readonly TableColumn[];
  /** Repeated on every page of the table. */
  readonly head: readonly TableRow[];
  readonly body: readonly TableRow[];
  readonly size: number;
  readonly headSize: number;
  readonly headColor: Color;
  /** Between columns, and above and below the text of a row. */
  readonly gap: number;
  readonly padding: number;
  readonly ruleTop?: Stroke | undefined;
  readonly ruleHead?: Stroke | undefined;
  readonly ruleBottom?: Stroke | undefined;
  /** All of it on one page, and with what follows. */
  readonly keepWithNext?: boolean | undefined;
};

export type GridColumn = {
  readonly align: Align;
  /** Points, `natural` by content, or a share of what the others leave of the grid's width. */
  readonly width: number | 'natural' | { readonly share: number };
  /** Empty on its left and right. */
  readonly before: number;
  readonly after: number;
};
/** What is between two columns, and outside the first and last: lines, or the same text in every row. */
export type GridEdge = { readonly lines: number; readonly content?: readonly Inline[] | undefined };
export type GridCell = {
  /** One line, or blocks in a cell of known width. */
  readonly content: readonly Inline[] | { readonly blocks: readonly Block[] };
  /** How many columns and rows it takes. */
  readonly columns: number;
  readonly rows: number;
  /** Of its column, if undefined. */
  readonly align?: Align | undefined;
  readonly width?: number | undefined;
  /** The edges left and right of it, if it does not have those of its columns. */
  readonly edges?: readonly [left: GridEdge | null, right: GridEdge] | undefined;
  readonly before?: number | undefined;
  readonly after?: number | undefined;
  readonly valign: 'top' | 'center' | 'bottom';
};
export type GridLinePart = {
  readonly from: number;
  readonly to: number;
  readonly trim: readonly [left: number, right: number];
};
export type GridRow =
  | {
      readonly kind: 'cells';
      readonly cells: readonly GridCell[];
      readonly space: number;
      readonly keepWithNext?: boolean | undefined;
    }
  | {
      readonly kind: 'line';
      readonly stroke: Stroke;
      /** Empty above and below the line. */
      readonly above: number;
      readonly below: number;
      /** The columns that it is below, and how much shorter it is at its ends; all, if undefined. */
      readonly parts?: readonly GridLinePart[] | undefined;
    };
/** A table whose author draws every line. */
export type GridBlock = {
  readonly kind: 'grid';
  readonly columns: readonly GridColumn[];
  /** One more than columns. */
  readonly edges: readonly GridEdge[];
  readonly stroke: Stroke;
  /** Between two lines of one edge. */
  readonly lineGap: number;
  readonly width: number | 'natural';
  /** What columns of natural width leave of a given width is between them. */
  readonly isStretched?: boolean | undefined;
  readonly align: Align;
  /** Of text without a size of its own, and from the top of a row to that of the next. */
  readonly text: { readonly size: number; readonly leading: number; readonly color: Color };
  readonly rowHeight: number;
  readonly body: readonly GridRow[];
  /** On top of the first page, and of every further one; below every page but the last, and below the last. */
  readonly firstHead: readonly GridRow[];
  readonly head: readonly GridRow[];
  readonly foot: readonly GridRow[];
  readonly lastFoot: readonly GridRow[];
};
