/**
 * The document model of certificates: what a page shows, independent of how it is drawn. The author of a document (the
 * built-in certificate, a template language) creates these blocks; layout/ sets them on pages. Lengths are points (1/72
 * inch).
 */

import type { MathNode } from './math.ts';
import type { GridBlock, TableBlock } from './tables.ts';

/** Red, green, blue, each 0…255. */
export type Color = readonly [number, number, number];

export type TextRun = {
  readonly kind: 'text';
  readonly text: string;
  readonly bold?: boolean | undefined;
  readonly italic?: boolean | undefined;
  readonly script?: 'sub' | 'super' | undefined;
  readonly size?: number | undefined;
  readonly color?: Color | undefined;
  readonly underline?: boolean | undefined;
  /** The address that a click opens. */
  readonly link?: string | undefined;
};
/** The number of the page or of all pages; known only in headers and footers (the latter also if a document says so). */
export type FieldRun = Omit<TextRun, 'kind' | 'text'> & { readonly kind: 'field'; readonly field: 'page' | 'pages' };
export type LineBreakRun = { readonly kind: 'line_break' };
/** Empty width, or a share of what its line leaves; `leader` is drawn along it. */
export type GapRun = {
  readonly kind: 'gap';
  readonly width: number | 'fill';
  readonly leader?: Stroke | undefined;
};
/** Empty height below its line. */
export type SkipRun = { readonly kind: 'skip'; readonly height: number };
/** A filled rectangle on the baseline. */
export type BarRun = {
  readonly kind: 'bar';
  readonly width: number;
  readonly height: number;
  readonly raise: number;
  readonly color: Color;
};
/** Blocks as one letter of a line. */
export type BoxRun = {
  readonly kind: 'box';
  readonly blocks: readonly Block[];
  /** Without its frame; `natural` is that of its widest line. */
  readonly width: number | 'natural';
  /** At least this, without the frame; the content is at its top, in its middle or at its foot. */
  readonly height?: number | undefined;
  readonly inside?: 'top' | 'center' | 'bottom' | undefined;
  /** What is level with the line: its first baseline, its middle, its last baseline, or its foot. */
  readonly align: 'top' | 'center' | 'bottom' | 'foot';
  readonly frame?:
    { readonly stroke?: Stroke | undefined; readonly fill?: Color | undefined; readonly padding: number } | undefined;
};
/** A formula in a line; a displayed one has larger signs, and limits above and below them. */
export type MathRun = {
  readonly kind: 'math';
  readonly formula: MathNode;
  readonly size: number;
  readonly color: Color;
  readonly isDisplay: boolean;
};
/** Blocks at the foot of the page that has this place of a paragraph. Not in boxes, tables and margins. */
export type NoteRun = { readonly kind: 'note'; readonly blocks: readonly Block[] };
export type Inline = TextRun | FieldRun | LineBreakRun | GapRun | SkipRun | BarRun | BoxRun | MathRun | NoteRun;

export type Align = 'left' | 'center' | 'right';
export type Stroke = {
  readonly width: number;
  readonly color: Color;
  readonly dash?: readonly number[] | undefined;
};

export type DisplaySpace = { readonly above: number; readonly below: number };

export type ParagraphBlock = {
  readonly kind: 'paragraph';
  readonly content: readonly Inline[];
  readonly size?: number | undefined;
  readonly color?: Color | undefined;
  readonly align?: Align | undefined;
  /** Height of a line in multiples of the size. */
  readonly leading?: number | undefined;
  /**
   * From baseline to baseline as TeX sets lines: this far, unless letters or boxes are too tall for it. 0: directly below what is above.
   * Undefined: lines are as high as `leading` says.
   */
  readonly lineSkip?: number | undefined;
  /** Both edges are straight: spaces grow, but not in the last line. */
  readonly justify?: boolean | undefined;
  readonly keepWithNext?: boolean | undefined;
  /** A displayed formula: the space around it, where the line above ends before it begins, and where not. */
  readonly display?: { readonly short: DisplaySpace; readonly long: DisplaySpace } | undefined;
};
/** Never the last block of a page. */
export type HeadingBlock = {
  readonly kind: 'heading';
  readonly content: readonly Inline[];
  readonly size: number;
  readonly spaceBefore: number;
  readonly spaceAfter: number;
};
export type SpacerBlock = {
  readonly kind: 'spacer';
  readonly height: number;
  readonly keepWithNext?: boolean | undefined;
  /** Also at the top of a page. */
  readonly stays?: boolean | undefined;
};
/** Fills the rest of the page, so that the following blocks are at its foot. */
export type FillBlock = { readonly kind: 'fill' };
export type PageBreakBlock = { readonly kind: 'page_break' };
export type RuleBlock = { readonly kind: 'rule'; readonly stroke: Stroke };

export type KeyValuesBlock = {
  readonly kind: 'key_values';
  readonly entries: readonly { readonly key: readonly Inline[]; readonly value: readonly Inline[] }[];
  readonly keyWidth: number;
  readonly keyColor: Color;
  readonly rule: Stroke;
  readonly padding: number;
};

export type ColumnsBlock = {
  readonly kind: 'columns';
  readonly columns: readonly {
    /** Points, or a share of what the others leave. */
    readonly width: number | { readonly share: number };
    readonly blocks: readonly Block[];
    /** A line at the left edge, in the middle of the gap. */
    readonly divider?: Stroke | undefined;
  }[];
  readonly gap: number;
  readonly align: 'top' | 'bottom';
};

/** Blocks between indents; the label ends where the left indent and its distance `labelGap` end, on the first line. */
export type InsetBlock = {
  readonly kind: 'inset';
  readonly left: number;
  readonly right: number;
  readonly label?: { readonly content: readonly Inline[]; readonly gap: number; readonly align: Align } | undefined;
  readonly blocks: readonly Block[];
};

export type ChartTick = { readonly at: number; readonly label: string };
export type ChartAxis = {
  readonly min: number;
  readonly max: number;
  readonly ticks: readonly ChartTick[];
  readonly title: readonly Inline[];
};
export type ChartPoint = readonly [x: number, y: number];
export type ChartSeries =
  | {
      readonly kind: 'band';
      readonly lower: readonly ChartPoint[];
      readonly upper: readonly ChartPoint[];
      readonly fill: Color;
    }
  | { readonly kind: 'line'; readonly points: readonly ChartPoint[]; readonly stroke: Stroke }
  | {
      readonly kind: 'markers';
      readonly points: readonly ChartPoint[];
      readonly shape: 'circle' | 'diamond' | 'dot';
      readonly radius: number;
      readonly stroke: Stroke;
    }
  | {
      readonly kind: 'label';
      readonly at: ChartPoint;
      /** Distance from the point, upwards. */
      readonly rise: number;
      readonly align: Align;
      readonly content: readonly Inline[];
      readonly color: Color;
      /** No line crosses the text: what was drawn before is blank there. */
      readonly covers?: boolean;
    };
/** Vector chart; series are drawn in their order. */
export type ChartBlock = {
  readonly kind: 'chart';
  readonly height: number;
  readonly x: ChartAxis;
  readonly y: ChartAxis;
  readonly series: readonly ChartSeries[];
  readonly size: number;
  readonly colors: { readonly grid: Color; readonly axis: Color; readonly text: Color };
};

/** Blocks set to a width, then made smaller or larger with their letters and lines. */
export type ScaledBlock = {
  readonly kind: 'scaled';
  readonly blocks: readonly Block[];
  readonly width: number;
  readonly scale: number;
};

export type ImageBlock = {
  readonly kind: 'image';
  readonly bytes: Uint8Array;
  readonly format: 'png' | 'jpeg';
  readonly width: number;
  readonly height: number;
};
export type QrBlock = { readonly kind: 'qr'; readonly text: string; readonly width: number };
/** A drawing of filled and stroked paths in its own coordinates, y downwards; used for marks and logos. */
export type FigureBlock = {
  readonly kind: 'figure';
  readonly width: number;
  readonly height: number;
  readonly paths: readonly {
    readonly path: readonly PathStep[];
    readonly fill?: Color | undefined;
    readonly stroke?: Stroke | undefined;
  }[];
};
export type PathStep =
  | readonly ['M' | 'L', number, number]
  | readonly ['C', number, number, number, number, number, number]
  | readonly ['Z'];

/** The place of the visible signature; `appearance` is what the signature shows there once the document is signed. */
export type SignatureBlock = {
  readonly kind: 'signature';
  readonly appearance: readonly Block[];
};

export type Block =
  | ParagraphBlock
  | HeadingBlock
  | SpacerBlock
  | FillBlock
  | PageBreakBlock
  | RuleBlock
  | KeyValuesBlock
  | TableBlock
  | ColumnsBlock
  | InsetBlock
  | GridBlock
  | ChartBlock
  | ScaledBlock
  | ImageBlock
  | QrBlock
  | FigureBlock
  | SignatureBlock;

export type PagedDocument = {
  readonly title: string;
  readonly author: string;
  readonly subject: string;
  readonly creator: string;
  /** BCP 47. */
  readonly language: string;
  readonly createdAt: Date;
  readonly page: {
    readonly width: number;
    readonly height: number;
    readonly left: number;
    readonly right: number;
    readonly top: number;
    readonly bottom: number;
  };
  /** Text without other properties. */
  readonly text: { readonly size: number; readonly leading: number; readonly color: Color };
  readonly header: readonly Block[];
  readonly footer: readonly Block[];
  readonly body: readonly Block[];
  /** Of a document of TeX: where the first line of a page is, and how far the last one may reach below it. */
  readonly pageEnds?: { readonly topSkip: number; readonly maxDepth: number } | undefined;
  /** The body prints the number of all pages, and is set again once it is known. */
  readonly countsPages?: boolean | undefined;
};

export const A4 = { width: 595.28, height: 841.89 } as const;

/** Millimetres in points. */
export const mm = (millimetres: number): number => (millimetres * 72) / 25.4;
