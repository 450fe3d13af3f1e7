/** From the rows as typed to the points of a run. */
import type { Point } from '#lib/metrology/types.ts';
import type { CalibrateForm } from '../form/calibrate-form.ts';
import { defined } from '../typed/defined.ts';
import type { FieldReader } from '../typed/field-problem.ts';
import { isWeighted } from './fit-options.ts';
import { isBlank, rowsOf, sideOf, type Run } from '../rows/form-rows.ts';
import { nominalOf, repeatsOf } from '../rows/repeats.ts';

/** The points of a run, and the rows that they came from. */
export type RunPoints = { readonly points: readonly Point[]; readonly ids: readonly number[] };

/** The points of one run. Rows with a fault are told to `reader` and left out. */
export function readRun(form: CalibrateForm, run: Run, reader: FieldReader): RunPoints {
  const points: Point[] = [];
  const ids: number[] = [];
  const weighted = isWeighted(form.fit);
  const directed = form.directions && run !== 'check';
  const groupOf = run === 'check' ? null : repeatsOf(form, run).groupOf;
  const side = sideOf(run);
  for (const row of rowsOf(form, run)) {
    const reading = row[side];
    if (isBlank(reading) || reading.excluded) continue;
    const place = `rows.${row.id}.${side}`;
    const before = reader.problems.length;
    const reference = reader.number(`${place}.reference`, reading.reference);
    const measured = reader.number(`${place}.measured`, reading.measured);
    const u = (field: 'u_reference' | 'u_measured') =>
      weighted ? reader.number(`${place}.${field}`, reading[field], { above: 0 }) : undefined;
    const [u_reference, u_measured] = [u('u_reference'), u('u_measured')];
    if (reader.problems.length > before) continue;
    if (reference === undefined || measured === undefined) {
      reader.refuse(`${place}.${reference === undefined ? 'reference' : 'measured'}`, 'half_point');
      continue;
    }
    const [nominal, group] = [nominalOf(row), groupOf?.(row)];
    const direction = directed && row.direction !== '' ? row.direction : undefined;
    points.push(defined({ reference, measured, u_reference, u_measured, nominal, group, direction }));
    ids.push(row.id);
  }
  return { points, ids };
}
