import { PT } from './lengths.ts';

/** Size and distance of lines in points of TeX, by the size of the class (size10.clo, size11.clo, size12.clo). */
const SIZES = {
  tiny: [
    [5, 6],
    [6, 7],
    [6, 7]
  ],
  scriptsize: [
    [7, 8],
    [8, 9.5],
    [8, 9.5]
  ],
  footnotesize: [
    [8, 9.5],
    [9, 11],
    [10, 12]
  ],
  small: [
    [9, 11],
    [10, 12],
    [10.95, 13.6]
  ],
  normalsize: [
    [10, 12],
    [10.95, 13.6],
    [12, 14.5]
  ],
  large: [
    [12, 14],
    [12, 14],
    [14.4, 18]
  ],
  Large: [
    [14.4, 18],
    [14.4, 18],
    [17.28, 22]
  ],
  LARGE: [
    [17.28, 22],
    [17.28, 22],
    [20.74, 25]
  ],
  huge: [
    [20.74, 25],
    [20.74, 25],
    [24.88, 30]
  ],
  Huge: [
    [24.88, 30],
    [24.88, 30],
    [24.88, 30]
  ]
} as const;

export type SizeName = keyof typeof SIZES;
export type ClassSize = 10 | 11 | 12;
/** Points of the page. */
export type FontSize = { readonly size: number; readonly skip: number };

export const SIZE_NAMES = Object.keys(SIZES) as readonly SizeName[];

export function fontSize(name: SizeName, classSize: ClassSize): FontSize {
  const [size, skip] = SIZES[name][classSize - 10] ?? SIZES[name][0];
  return { size: size * PT, skip: skip * PT };
}

/**
 * IBM Plex Sans has larger small letters and wider words than the letters that LaTeX sizes are made for: set that much
 * smaller, a line holds as many words.
 */
export const FACE_SCALE = 0.92;
