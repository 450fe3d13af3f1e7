/** From the rows as typed to the points of a run. */
import type { Point } from '#lib/metrology/types.ts';
import type { CalibrateForm } from './calibrate-form.ts';
import { defined } from './defined.ts';
import type { FieldReader } from './field-problem.ts';
import { isWeighted } from './fit-options.ts';
import { isBlank, rowsOf, sideOf, type Run } from './form-rows.ts';

/** The points of a run, and the rows that they came from. */
export type RunPoints = { readonly points: readonly Point[]; readonly ids: readonly number[] };

/** The points of one run. Rows with a fault are told to `reader` and left out. */
export function readRun(form: CalibrateForm, run: Run, reader: FieldReader): RunPoints {
  const points: Point[] = [];
  const ids: number[] = [];
  const weighted = isWeighted(form.fit);
  const directed = form.directions && run !== 'check';
  const groups = run === 'check' ? null : groupsByNominal(form, run);
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
    const group = groups?.get(row.nominal.trim());
    const direction = directed && row.direction !== '' ? row.direction : undefined;
    points.push(defined({ reference, measured, u_reference, u_measured, group, direction }));
    ids.push(row.id);
  }
  return { points, ids };
}

/** Rows of one nominal value are repeats of it (rising and falling, or several readings), however the reference drifted meanwhile. */
function groupsByNominal({ rows }: CalibrateForm, side: 'left' | 'found'): ReadonlyMap<string, number> | null {
  const nominals = rows.filter((row) => !isBlank(row[side]) && !row[side].excluded).map((row) => row.nominal.trim());
  const distinct = [...new Set(nominals)];
  if (distinct.includes('') || distinct.length === nominals.length) return null;
  return new Map(distinct.map((nominal, i) => [nominal, i]));
}
