import type { Color } from './blocks.ts';

/** What a sign is decides about the space around it (D. Knuth, The TeX book, chapter 18). */
export type MathRole = 'ordinary' | 'operator' | 'binary' | 'relation' | 'open' | 'close' | 'punctuation' | 'inner';

/** A formula as a tree. */
export type MathNode =
  | {
      readonly kind: 'sign';
      readonly text: string;
      readonly role: MathRole;
      readonly italic?: boolean | undefined;
      readonly bold?: boolean | undefined;
      /** A sum or a product: larger, with limits above and below, in displayed formulas. */
      readonly large?: boolean | undefined;
    }
  | { readonly kind: 'row'; readonly items: readonly MathNode[] }
  | {
      readonly kind: 'fraction';
      readonly above: MathNode;
      readonly below: MathNode;
      readonly style?: 'display' | 'text' | undefined;
    }
  | { readonly kind: 'root'; readonly body: MathNode; readonly degree?: MathNode | undefined }
  | {
      readonly kind: 'scripts';
      readonly base: MathNode;
      readonly above?: MathNode | undefined;
      readonly below?: MathNode | undefined;
      /** Over and under the base in displayed formulas. */
      readonly asLimits?: boolean | undefined;
    }
  /** Signs as tall as what they enclose; an empty one is not drawn. */
  | { readonly kind: 'fenced'; readonly open: string; readonly close: string; readonly body: MathNode }
  /** A mark over or a line over or under the body. */
  | { readonly kind: 'marked'; readonly mark: string; readonly body: MathNode }
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly bold?: boolean | undefined;
      readonly italic?: boolean | undefined;
      readonly role?: MathRole | undefined;
    }
  /** Width in ems. */
  | { readonly kind: 'space'; readonly width: number }
  | { readonly kind: 'colored'; readonly color: Color; readonly body: MathNode }
  | {
      readonly kind: 'array';
      readonly rows: readonly (readonly MathNode[])[];
      readonly align: readonly ('left' | 'center' | 'right')[];
      /** Between columns, in ems. */
      readonly gaps: readonly number[];
      /** As displayed formulas, with more space between. */
      readonly isDisplay: boolean;
      /** At the right end of each row; the columns are then in the middle of this width in ems. */
      readonly numbers?: { readonly texts: readonly string[]; readonly width: number } | undefined;
    };
