/** Puts a pasted table into the points of a curve that interpolates. */
import type { DecimalSign } from '#lib/numbers/decimal-sign.ts';
import type { Knot } from '../typed/coefficient-curve.ts';
import { unitsOf, type UnitFields } from '../sections/units.ts';
import { unitFits } from './import-rows.ts';
import { hasSeveralCells, hasText, readTable, withoutUnits } from './paste-table.ts';

/**
 * The points with those of the table from `at` on; null if the text is one cell, which goes into its field. Numbers in
 * another unit than that of `form` keep it, so they are faulty.
 */
export function pasteKnots(
  knots: readonly Knot[],
  at: number,
  text: string,
  preferred: DecimalSign,
  form: UnitFields
): readonly Knot[] | null {
  if (!hasSeveralCells(text)) return null;
  const { rows } = withoutUnits(readTable(text, preferred, 'cell', unitsOf(form)), (unit, column) =>
    unitFits(form, column === 0 ? 'measured' : 'reference', unit)
  );
  const pasted = rows.filter(hasText).map(([measured = '', value = '']) => ({ measured, value }));
  return [...knots.slice(0, at), ...pasted];
}
