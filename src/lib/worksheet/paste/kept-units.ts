/** Why a pasted number is no number: a unit is still behind it. */
import { unitsOf } from '../sections/units.ts';
import type { CalibrateForm } from '../form/calibrate-form.ts';
import { unitFits, type ColumnKind } from './import-rows.ts';
import type { PastedTable } from './paste-table.ts';
import { unitSplitter } from './split-unit.ts';

/**
 * True if numbers keep their units: one that is not the form’s, or several in one column. Which of them holds for a bare number beside
 * them, nobody knows.
 */
export function keepsUnits(form: CalibrateForm, table: PastedTable, columns: readonly ColumnKind[]): boolean {
  const split = unitSplitter(unitsOf(form));
  return columns.some((kind, i) => {
    if (kind === 'skip' || kind === 'direction') return false;
    const unit = table.units[i] ?? '';
    if (unit !== '' && unitFits(form, kind, unit)) return false;
    return table.rows.some((row) => split(row[i] ?? '').unit !== '');
  });
}
