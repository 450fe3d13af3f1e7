import { PT } from './lengths.ts';
import type { ClassSize } from './sizes.ts';

/** A page and its text's rectangle, in points of the page. */
export type Paper = {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** From the header to the text, from the text to the footer's last line. */
  readonly headSep: number;
  readonly footSkip: number;
  readonly headHeight: number;
};

/** Of a page, by the size of the class: the first line is as far down as its size, the last may reach half of that below. */
export function pageEnds(classSize: ClassSize): { readonly topSkip: number; readonly maxDepth: number } {
  return { topSkip: classSize * PT, maxDepth: (classSize * PT) / 2 };
}

export const PAPERS = {
  a4paper: { width: 595.28, height: 841.89 },
  a5paper: { width: 419.53, height: 595.28 },
  letterpaper: { width: 612, height: 792 },
  legalpaper: { width: 612, height: 1008 }
} as const;
export type PaperName = keyof typeof PAPERS;

/** Widths of the text and margins that article has without geometry, in points of TeX: a4paper, letterpaper. */
const WITHOUT_GEOMETRY: Readonly<
  Record<ClassSize, readonly [text: number, lines: number, a4: number, letter: number, skip: number]>
> = {
  10: [345, 10, 53, 62, 12],
  11: [360, 11, 46, 54, 13.6],
  12: [390, 12, 31, 39, 14.5]
};

/** The page of the class article, as LaTeX computes it (size10.clo and so on). */
export function articlePaper(name: PaperName, classSize: ClassSize, isLandscape: boolean): Paper {
  const { width, height } = turned(name, isLandscape);
  const [textWidth, topSkip, onA4, onLetter, skip] = WITHOUT_GEOMETRY[classSize];
  const text = Math.min(textWidth * PT, width - 144 * PT);
  const left =
    isLandscape || text < textWidth * PT ? (width - text) / 2 : ((name === 'a4paper' ? onA4 : onLetter) + 72.27) * PT;
  const lines = Math.floor((height - 2 * 72 - 1.5 * 72) / (skip * PT));
  const textHeight = (lines * skip + topSkip) * PT;
  const above = Math.floor((height - 144 - 37 * PT - textHeight - 30 * PT) / 2 / PT) * PT;
  const top = 72 + Math.max(0, above) + 37 * PT;
  return {
    width,
    height,
    left,
    right: width - left - text,
    top,
    bottom: height - top - textHeight,
    headHeight: 12 * PT,
    headSep: 25 * PT,
    footSkip: 30 * PT
  };
}

export function turned(name: PaperName, isLandscape: boolean): { readonly width: number; readonly height: number } {
  const { width, height } = PAPERS[name];
  return isLandscape ? { width: height, height: width } : { width, height };
}
