import { decimalsOf } from '#lib/numbers/decimals-of.ts';
import { parseDecimal } from '#lib/numbers/parse-number.ts';
import type { CalibrateForm } from '../form/calibrate-form.ts';
import { EMPTY_READING, emptyRow, isBlank } from '../rows/form-rows.ts';
import type { Edit } from './form-edits.ts';

/** Typical errors of a good instrument at successive points, in steps of its resolution. */
const STEPS = [1, 2, 2, 3, 4];
/** If the asset has no range. */
const NOMINALS = ['0', '25', '50', '75', '100'];
const DEFAULT_RESOLUTION = 0.01;

/** Whether nothing has been typed yet, so that sample readings replace nothing. */
export const isUntouched = (form: CalibrateForm): boolean =>
  form.kind === 'internal' && form.rows.every((row) => isBlank(row.left) && isBlank(row.found));

/**
 * Readings to try the form with: at the planned points, each a little off. @param note for the remarks, and so for the
 * certificate, that these are not real readings
 */
export const fillSample =
  (note: string): Edit =>
  (form) => {
    const rows = form.rows.filter((row) => parseDecimal(row.nominal, '') !== null);
    const planned =
      rows.length >= STEPS.length ? rows : NOMINALS.map((nominal, i) => emptyRow(form.next_id + i, nominal));
    const resolution = parseDecimal(form.resolution, '') || DEFAULT_RESOLUTION;
    const decimals = Math.max(
      decimalsOf(resolution),
      ...planned.map(({ nominal }) => decimalsOf(Number(nominal) || 0))
    );
    return {
      ...form,
      next_id: form.next_id + NOMINALS.length,
      notes: form.notes === '' ? note : form.notes,
      rows: planned.map((row, i) => {
        const reference = parseDecimal(row.nominal, '') ?? 0;
        const measured = reference + (STEPS[i % STEPS.length] ?? 1) * resolution;
        return {
          ...row,
          left: { ...EMPTY_READING, reference: reference.toFixed(decimals), measured: measured.toFixed(decimals) }
        };
      })
    };
  };
