import type { Tex } from './parse-source.ts';

export type MarginPlace = 'L' | 'C' | 'R';
type MarginTexts = Partial<Record<MarginPlace, readonly Tex[]>>;

/** What the package fancyhdr was told to print on every page. */
export class Margins {
  /** LaTeX itself prints the page's number at the foot. */
  style: 'plain' | 'empty' | 'fancy' = 'plain';
  readonly head: MarginTexts = {};
  readonly foot: MarginTexts = {};
}
