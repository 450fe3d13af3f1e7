import type { WrittenFormula } from '../formula/write-formula.ts';
import { modelOf } from '../models/table.ts';
import type { CorrectionCurve } from '../types.ts';

/**
 * The equation of a stored curve, as text that reads back and as LaTeX; for certificates of curves that were stated and not
 * fitted. Null for polynomials in another variable than the indication, and for `interpolation`, which has none.
 */
export function writeCurve(curve: CorrectionCurve): WrittenFormula | null {
  return modelOf(curve.model).write(curve);
}
