/** The rows that give the points of a request again. */
import type { AnalysisRequest, Point } from '#lib/metrology/types.ts';
import { EMPTY_READING, emptyRow, type Reading, type Row } from '../rows/form-rows.ts';
import { numberText } from '../typed/number-text.ts';
import type { RepeatsChoice } from '../rows/repeats.ts';

/**
 * One row a point, the run before an adjustment beside it, with its nominal value. Where points are grouped that have none, or another
 * one, the rows are named after their groups, so that they stay together.
 */
export function rowsOfPoints({ points, as_found_points: found = [] }: AnalysisRequest): readonly Row[] {
  const names = groupNames(points.some(({ group }) => group !== undefined) ? points : []);
  return Array.from({ length: Math.max(points.length, found.length, 1) }, (_, i) => {
    const point = points[i] ?? found[i];
    const nominal = point?.group === undefined ? numberText(point?.nominal) : (names.get(point.group) ?? '');
    return {
      ...emptyRow(i, nominal, point?.direction ?? ''),
      left: readingOf(points[i]),
      found: readingOf(found[i])
    };
  });
}

/** How the points of a request say what is repeated. */
export function repeatsChoiceOf({ points }: AnalysisRequest): RepeatsChoice {
  const groups = new Set(points.map(({ group }) => group));
  if (groups.has(undefined)) return 'plan';
  return groups.size === points.length ? 'none' : 'equal';
}

/** The rows of the points that check the curve, numbered from `from`. */
export function rowsOfChecks({ verification_points: checks = [] }: AnalysisRequest, from: number): readonly Row[] {
  return checks.map((point, i) => ({ ...emptyRow(from + i, numberText(point.nominal)), left: readingOf(point) }));
}

/** A text for each group: its mean reference in as few digits as tell the groups apart, else its number. */
function groupNames(points: readonly Point[]): ReadonlyMap<number, string> {
  const planned = new Map(points.map(({ group, nominal }) => [group ?? 0, nominal] as const));
  const told = points.every(({ group, nominal }) => nominal !== undefined && planned.get(group ?? 0) === nominal);
  if (told) return new Map([...planned].map(([group, nominal]) => [group, numberText(nominal)]));
  const sums = new Map<number, { sum: number; count: number }>();
  for (const { group, reference } of points) {
    if (group === undefined) continue;
    const { sum, count } = sums.get(group) ?? { sum: 0, count: 0 };
    sums.set(group, { sum: sum + reference, count: count + 1 });
  }
  for (let digits = 2; digits <= 6; digits++) {
    const names = [...sums].map(([group, { sum, count }]) => [group, shortened(sum / count, digits)] as const);
    if (new Set(names.map(([, name]) => name)).size === names.length) return new Map(names);
  }
  return new Map([...sums.keys()].map((group) => [group, String(group)]));
}

const shortened = (value: number, digits: number): string => String(Number(value.toPrecision(digits)));

function readingOf(point: Point | undefined): Reading {
  if (point === undefined) return EMPTY_READING;
  return {
    reference: String(point.reference),
    measured: String(point.measured),
    u_reference: numberText(point.u_reference),
    u_measured: numberText(point.u_measured),
    excluded: false
  };
}
