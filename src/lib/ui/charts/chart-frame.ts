/** The part of a chart's paper, in CSS pixels, on which data are drawn. */
export type Frame = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };

/** Widest that a chart of these is drawn: wider, its points would lose each other. */
export const WIDEST = 640;

/**
 * The frame of a chart of that size. The left margin holds tick labels of `characters` digits of 12 px text (more in the field
 * theme, which scales the root), the lower one the ticks and the name of the axis.
 */
export function frameOf(width: number, height: number, characters: number, rem: number): Frame {
  return { left: Math.ceil(10 + characters * 0.47 * rem), right: width - 8, top: 18, bottom: height - 2.25 * rem };
}
