/** The position of each point in the last calibration, drawn as a faint ring behind the current marks. */
import type { PointResult } from '#lib/metrology/types.ts';
import { parseDecimal } from '#lib/numbers/parse-number.ts';
import type { Row } from '../rows/form-rows.ts';
import { nominalsOf } from '../rows/round-nominals.ts';

export type LastMarks = (row: Pick<Row, 'nominal'>) => number | null;

/**
 * The as-left error of the points of a nominal value: after correction if the instrument is used with one, else of the
 * indication. Null if the last calibration has no such point.
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
