/** Where each point hung last time, for a faint ring behind today's marks. */
import type { PointResult } from '#lib/metrology/types.ts';
import { parseDecimal } from '#lib/numbers/parse-number.ts';
import type { Row } from '../rows/form-rows.ts';
import { nominalsOf } from '../rows/round-nominals.ts';

export type LastMarks = (row: Pick<Row, 'nominal'>) => number | null;

/**
 * The error that the points of a nominal value were left with: after correction where the instrument is used with it, else as it
 * indicates. Null where last time has no such point.
 */
export function lastMarks(points: readonly PointResult[], corrected: boolean): LastMarks {
  const nominals = nominalsOf(points.map(({ reference }) => reference));
  const marks = new Map<number, number[]>();
  points.forEach((point, i) => {
    const value = corrected ? point.error_after_correction : point.error;
    if (value === null) return;
    const nominal = Number(nominals[i]);
    marks.set(nominal, [...(marks.get(nominal) ?? []), value]);
  });
  return ({ nominal }) => {
    const known = marks.get(parseDecimal(nominal, 'en') ?? Number.NaN);
    return known === undefined ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
  };
}
