import type { AssetHealth, CurveComparison } from '#lib/contracts/health.ts';
import {
  comparable,
  haveCommonReference,
  inOrder,
  unitFault,
  type Comparable,
  type HealthRecord,
  type LeftOut,
  type Range
} from './curve-history.ts';

/** The calibrated instrument or channel. */
export type Subject = {
  readonly asset: AssetHealth['asset'];
  readonly channelId: string | null;
  readonly unit: string | null;
  readonly measuredUnit: string | null;
};

const PLACES = 41;
type Entry = { readonly record: HealthRecord; readonly of: Comparable | null; readonly leftOut: LeftOut | null };
type Pair = CurveComparison['pairs'][number];

/**
 * Curves of one instrument on one grid over the indications that any of them has measured. Each is compared with the
 * previous one and with the first, only where both have points: never over the range of the reference, and never beyond
 * the points. A curve without points counts where the others have points.
 *
 * @param records in any order; voided ones are left out
 */
export function compareHistory(records: readonly HealthRecord[], subject: Subject): CurveComparison {
  const entries = inOrder(records).map((record): Entry => {
    const of = comparable(record);
    return { record, of, leftOut: unitFault(record, subject.unit, subject.measuredUnit) ?? (of ? null : 'no_curve') };
  });
  const taking = entries.flatMap(({ of, leftOut }) => (of && leftOut === null ? [of] : []));
  const ranges = taking.flatMap(({ range }) => range ?? []);
  const grid = gridOver(ranges);
  const whole: Range = { low: grid[0] ?? 0, high: grid.at(-1) ?? 0 };
  const curves = entries.map(({ record, of, leftOut }): CurveComparison['curves'][number] => {
    const range = of?.range ?? whole;
    const reason = leftOut ?? (ranges.length === 0 ? 'no_range' : null);
    const at = (value: (measured: number) => number): (number | null)[] =>
      grid.map((y) => (of && reason === null && isWithin(range, y) ? finite(value(y)) : null));
    return {
      id: record.id,
      version: record.version,
      calibration_date: record.calibration_date,
      left_out: reason,
      range: of?.range ?? null,
      values: at((y) => of?.left(y) ?? Number.NaN),
      expanded_uncertainty: at((y) => 2 * (of?.u(y) ?? Number.NaN))
    };
  });
  const [first] = taking;
  const pairs = ranges.length === 0 ? [] : taking.slice(1).flatMap((later, i) => {
    const before = taking[i];
    if (before === undefined || first === undefined) return [];
    return [comparePair(before, later, grid, whole), ...(i > 0 ? [comparePair(first, later, grid, whole)] : [])];
  }); // prettier-ignore
  return {
    asset: subject.asset,
    channel_id: subject.channelId,
    unit: subject.unit,
    measured_unit: subject.measuredUnit,
    grid,
    curves,
    pairs
  };
}

function comparePair(a: Comparable, b: Comparable, grid: readonly number[], whole: Range): Pair {
  const range = common([a.range ?? whole, b.range ?? whole]);
  const places = grid.map((y) => {
    const difference = range && isWithin(range, y) ? finite(b.left(y) - a.left(y)) : null;
    const expanded = difference === null ? null : 2 * Math.hypot(a.u(y), b.u(y));
    return {
      difference,
      expanded,
      en: difference !== null && expanded !== null && expanded > 0 ? difference / expanded : null
    };
  });
  const within = places.map(({ difference, expanded }) =>
    difference === null || expanded === null ? null : Math.abs(difference) <= expanded
  );
  const scores = places.flatMap(({ en }) => (en === null ? [] : [Math.abs(en)]));
  return {
    from: a.record.id,
    to: b.record.id,
    range,
    difference: places.map(({ difference }) => difference),
    expanded_uncertainty: places.map(({ expanded }) => expanded),
    en: places.map(({ en }) => en),
    within,
    largest_en: scores.length === 0 ? null : Math.max(...scores),
    agrees: within.every((value) => value === null) ? null : !within.includes(false),
    common_reference: haveCommonReference(a.record, b.record)
  };
}

/** An even grid over all ranges, plus the ends of each, so that comparisons include the ends of their curves. */
function gridOver(ranges: readonly Range[]): number[] {
  if (ranges.length === 0) return [];
  const low = Math.min(...ranges.map((range) => range.low));
  const high = Math.max(...ranges.map((range) => range.high));
  const even = Array.from({ length: PLACES }, (_, i) => low + ((high - low) * i) / (PLACES - 1));
  return [...new Set([...even, high, ...ranges.flatMap((range) => [range.low, range.high])])]
    .filter((y) => y <= high)
    .sort((x, y) => x - y);
}

/** The intersection of all ranges; null if it is empty. */
export function common(ranges: readonly Range[]): Range | null {
  const low = Math.max(...ranges.map((range) => range.low));
  const high = Math.min(...ranges.map((range) => range.high));
  return high >= low && Number.isFinite(low) && Number.isFinite(high) ? { low, high } : null;
}

const isWithin = ({ low, high }: Range, y: number): boolean => y >= low && y <= high;
const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);
