import type { Judgement, PointResult } from '#lib/metrology/types.ts';

/**
 * The correction g(y) − y that a judged error g(y) − x contains: exactly 0 for an indication without a correction. Where
 * corrections x − y are drawn, the limits of the error lie about it.
 */
export const judgedCorrection = ({ reference, measured }: PointResult, { value }: Judgement): number =>
  value - (measured - reference);
