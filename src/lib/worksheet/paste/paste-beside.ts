/** Puts a pasted table into the grid of several probes. */
import { pasteReadings, type SharedEdit } from '../edits/shared-edits.ts';
import type { Run } from '../rows/form-rows.ts';
import { unitFits } from './import-rows.ts';
import { widthOf, withoutUnits, type PastedTable } from './paste-table.ts';

/**
 * One column fills the column of the cell; more begin there, but the plan is not part of them. Numbers in another unit than that of
 * their probe keep it, so they are faulty.
 *
 * @param column -1 for the plan, 0 for the reference, then the probes in their order
 */
export function pasteBeside(table: PastedTable, at: number, column: number, run: Run): SharedEdit {
  return (forms) => {
    const first = widthOf(table.rows) === 1 ? column : Math.max(0, column);
    const fits = (unit: string, i: number): boolean => {
      const form = forms[Math.max(0, first + i - 1)];
      return form === undefined || unitFits(form, first + i > 0 ? 'measured' : 'reference', unit);
    };
    return pasteReadings(withoutUnits(table, fits).rows, at, first, run)(forms);
  };
}
