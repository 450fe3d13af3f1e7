import type { WrittenFormula } from '../formula/write-formula.ts';
import { modelOf } from '../models/table.ts';
import type { CorrectionCurve } from '../types.ts';

/**
 * The equation of a stored curve, as text that reads back and as LaTeX; for certificates of curves that were stated,
 * not fitted. Null for polynomials in a variable other than the indication, and for `interpolation`, which has no
 * equation.
 */
export function writeCurve(curve: CorrectionCurve): WrittenFormula | null {
  return modelOf(curve.model).write(curve);
}
