/** Puts a pasted table into the points of a curve that interpolates. */
import type { DecimalSign } from '#lib/numbers/decimal-sign.ts';
import type { Knot } from '../typed/coefficient-curve.ts';
import { hasSeveralCells, hasText, readTable, withoutUnits } from './paste-table.ts';

/** The points with those of the table from `at` on; null if the text is one cell, which goes into its field. */
export function pasteKnots(
  knots: readonly Knot[],
  at: number,
  text: string,
  preferred: DecimalSign
): readonly Knot[] | null {
  if (!hasSeveralCells(text)) return null;
  const { rows } = withoutUnits(readTable(text, preferred, 'cell'), () => true);
  const pasted = rows.filter(hasText).map(([measured = '', value = '']) => ({ measured, value }));
  return [...knots.slice(0, at), ...pasted];
}
