/** Edits of the points: each takes a form and returns the next one. */
import { parseDecimal } from '#lib/numbers/parse-number.ts';
import type { CalibrateForm } from '../form/calibrate-form.ts';
import type { PlannedRow } from '../rows/procedure-plan.ts';
import type { Edit } from './form-edits.ts';
import {
  emptyRow,
  EMPTY_READING,
  isBlank,
  rowsOf,
  sideOf,
  type Direction,
  type Reading,
  type ReadingField,
  type Row,
  type Run,
  type Side
} from '../rows/form-rows.ts';

const ROWS_OF_A_CHECK = 3;

/** Row ids are unique in the form, so a row can be found in any run. */
function editRow(id: number, change: (row: Row) => Row): Edit {
  return (form) => {
    const of = (rows: readonly Row[]) =>
      rows.some((row) => row.id === id) ? rows.map((row) => (row.id === id ? change(row) : row)) : rows;
    return { ...form, rows: of(form.rows), checks: of(form.checks) };
  };
}

function editReading(id: number, run: Run, fields: Partial<Reading>): Edit {
  const side = sideOf(run);
  return editRow(id, (row) => ({ ...row, [side]: { ...row[side], ...fields } }));
}

/** Replaces the rows of a run. */
export function withRows(form: CalibrateForm, run: Run, rows: readonly Row[]): CalibrateForm {
  return run === 'check' ? { ...form, checks: rows } : { ...form, rows };
}

/** Sets the text of a cell of the grid. */
export function typeReading(id: number, run: Run, field: ReadingField, text: string): Edit {
  return editReading(id, run, { [field]: text });
}

export function typeNominal(id: number, text: string): Edit {
  return editRow(id, (row) => ({ ...row, nominal: text }));
}

const NEXT_DIRECTION: Readonly<Record<Direction | '', Direction | ''>> = { '': 'up', up: 'down', down: '' };

/** Switches to the next direction of a point: not stated, rising, falling. */
export function turnDirection(id: number): Edit {
  return editRow(id, (row) => ({ ...row, direction: NEXT_DIRECTION[row.direction] }));
}

/** Excludes a point from the analysis or includes it again; its readings stay. */
export function excludePoint(id: number, run: Run, excluded: boolean): Edit {
  return editReading(id, run, { excluded });
}

/** Appends an empty row. */
export function addRow(run: Run): Edit {
  return (form) => ({
    ...withRows(form, run, [...rowsOf(form, run), emptyRow(form.next_id)]),
    next_id: form.next_id + 1
  });
}

/** Removes a row; the last one is emptied instead, so that there is always a row to type in. */
export function removeRow(id: number, run: Run): Edit {
  return (form) => {
    const rows = rowsOf(form, run);
    if (rows.length > 1)
      return withRows(
        form,
        run,
        rows.filter((row) => row.id !== id)
      );
    return { ...withRows(form, run, [emptyRow(form.next_id)]), next_id: form.next_id + 1 };
  };
}

/**
 * Replaces the plan by `nominals`, with `back` followed by the same values falling, which sets their directions. Rows
 * with readings are kept, the others are removed.
 */
export function planNominals(nominals: readonly string[], back = false): Edit {
  return (form) => {
    const plan: readonly Pick<Row, 'nominal' | 'direction'>[] = back
      ? [
          ...nominals.map((nominal) => ({ nominal, direction: 'up' as const })),
          ...nominals.toReversed().map((nominal) => ({ nominal, direction: 'down' as const }))
        ]
      : nominals.map((nominal) => ({ nominal, direction: '' }));
    const kept = form.rows.filter((row) => hasReadings(row)).map((row, i) => ({ ...row, ...plan[i] }));
    const fresh = plan
      .slice(kept.length)
      .map(({ nominal, direction }, i) => emptyRow(form.next_id + i, nominal, direction));
    return {
      ...form,
      rows: [...kept, ...fresh],
      directions: back || form.directions,
      next_id: form.next_id + fresh.length
    };
  };
}

/**
 * Begins or ends the as-found run. Readings typed so far become the run before the adjustment; ending it moves them
 * back if no as-left run was typed. Nothing typed is lost: an unused run stays in its rows.
 */
export function setAdjusted(adjusted: boolean): Edit {
  return (form) => {
    if (form.adjusted === adjusted) return form;
    const from: Side = adjusted ? 'left' : 'found';
    const to: Side = adjusted ? 'found' : 'left';
    const occupied = form.rows.some((row) => !isBlank(row[to]));
    const rows = occupied ? form.rows : form.rows.map((row) => ({ ...row, [to]: row[from], [from]: EMPTY_READING }));
    return { ...form, adjusted, rows };
  };
}

/** Starts or ends the run that checks the curve; its readings are kept for the next start. */
export function setVerified(verified: boolean): Edit {
  return (form) => {
    if (!verified || form.checks.length > 0) return { ...form, verified };
    const checks = Array.from({ length: ROWS_OF_A_CHECK }, (_, i) => emptyRow(form.next_id + i));
    return { ...form, verified, checks, next_id: form.next_id + checks.length };
  };
}

function hasReadings(row: Row): boolean {
  return !isBlank(row.left) || !isBlank(row.found);
}

/**
 * Replaces the plan by `nominals`; readings stay with their nominal value, and readings of other values keep their
 * rows.
 */
export function layPlan(nominals: readonly string[]): Edit {
  return layRows(nominals.map((nominal) => ({ nominal })));
}

/** The same for rows with planned directions, including the runs. */
export function layProcedure({ rows, adjusted }: { rows: readonly PlannedRow[]; adjusted: boolean }): Edit {
  return (form) => {
    const laid = layRows(rows)(setAdjusted(adjusted)(form));
    return { ...laid, directions: laid.directions || rows.some(({ direction }) => direction !== '') };
  };
}

function layRows(plan: readonly (Pick<PlannedRow, 'nominal'> & Partial<PlannedRow>)[]): Edit {
  return (form) => {
    const left = form.rows.filter((row) => hasReadings(row));
    let next = form.next_id;
    const planned = plan.map(({ nominal, direction }) => {
      const isIt = (row: Row) =>
        sameNominal(row.nominal, nominal) && (!direction || row.direction === '' || row.direction === direction);
      const at = left.findIndex(isIt);
      const row = (at < 0 ? undefined : left.splice(at, 1)[0]) ?? emptyRow(next++, nominal);
      return direction === undefined ? row : { ...row, direction };
    });
    return { ...form, rows: [...planned, ...left], next_id: next };
  };
}

export function sameNominal(a: string, b: string): boolean {
  const [x, y] = [parseDecimal(a, 'en'), parseDecimal(b, 'en')];
  return x === null || y === null ? a.trim() === b.trim() : x === y;
}
