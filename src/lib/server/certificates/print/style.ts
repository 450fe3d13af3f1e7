import {
  A4,
  mm,
  type Block,
  type Color,
  type HeadingBlock,
  type Inline,
  type ParagraphBlock,
  type Stroke
} from '../document/blocks.ts';
import type { TableBlock } from '../document/tables.ts';
import { phrase, plain } from '../document/phrase.ts';
import type { Printer } from './printer.ts';

/** The look of the default certificate: quiet greys, hairlines, one blue for the curve, one red for what is void or failed. */
export const INK: Color = [18, 19, 17];
export const INK_2: Color = [74, 75, 70];
export const INK_3: Color = [101, 102, 95];
export const ACCENT: Color = [10, 79, 180];
export const BAND: Color = [223, 232, 245];
export const FAIL: Color = [176, 28, 23];
export const GRID: Color = [235, 235, 231];
export const AXIS: Color = [133, 133, 125];

export const BODY = 9;
export const NOTE = 8.2;
export const LEADING = 1.45;

export const HAIRLINE: Stroke = { width: 0.5, color: [221, 220, 216] };
export const LINE: Stroke = { width: 0.5, color: AXIS };
export const INK_LINE: Stroke = { width: 0.6, color: INK };

export const MARGINS = { left: mm(18), right: mm(18), top: mm(15), bottom: mm(11) } as const;
export const TEXT_WIDTH = A4.width - MARGINS.left - MARGINS.right;

export const space = (height: number): Block => ({ kind: 'spacer', height });

/** Space without a page break after it. */
export const reservedSpace = (height: number): Block => ({ kind: 'spacer', height, keepWithNext: true });

export const section = (title: string | readonly Inline[]): HeadingBlock => ({
  kind: 'heading',
  content: typeof title === 'string' ? plain(title) : title,
  size: 10,
  spaceBefore: 13,
  spaceAfter: 4
});

export const paragraph = (content: readonly Inline[]): ParagraphBlock => ({ kind: 'paragraph', content });

/** Marks data provided by the customer; a sentence explains it. */
export const CUSTOMER_MARK: readonly Inline[] = plain('c', { script: 'super', italic: true });

export const note = (content: readonly Inline[]): ParagraphBlock => ({
  kind: 'paragraph',
  content,
  size: NOTE,
  color: INK_2
});

/** The common style of tables; the density sets the height of a row. */
export const tableLook = ({ density }: Pick<Printer, 'density'>) =>
  ({
    size: BODY,
    headSize: NOTE,
    headColor: INK_2,
    padding: density === 'compact' ? 1.9 : 2.6,
    ruleTop: INK_LINE,
    ruleHead: LINE,
    ruleBottom: INK_LINE
  }) as const satisfies Partial<TableBlock>;

/** A column's title with its unit. */
export function columnTitle(title: string, unit: string | null): readonly Inline[] {
  return unit === null ? phrase(title) : [...phrase(title), ...plain(`, ${unit}`)];
}
