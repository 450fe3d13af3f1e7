import type { Point } from '../types.ts';
import type { Groups } from './groups.ts';

type Planned = Point & { readonly nominal?: number | undefined };

/** The difference between rising and falling readings of the same nominal points, in the unit of the reference. */
export type Hysteresis = {
  /** The largest difference of the mean errors, without its sign. */
  readonly largest: number;
  /** Each group measured in both directions: mean indication, and rising minus falling. */
  readonly places: readonly { readonly measured: number; readonly difference: number }[];
  /** Whether the scatter of the points was taken from repeats in one direction, and so without the hysteresis. */
  readonly isOutsideScatter: boolean;
};

/**
 * The hysteresis from the `direction` of points, paired by group, else by equal planned value, also if only some of
 * these were measured in both directions (the turning point of a run is measured once); null if none was. Differences
 * of the residuals, not of the indications, so that a slightly different reference the second time has no effect.
 * `oneDirection` are the repeats from which the scatter was taken (groups.ts): the pairs here may be more than those.
 * Source: DKD-R 6-1:2014 6.3; EURAMET cg-17 6.
 */
export function hysteresisOf(
  points: readonly Planned[],
  residuals: Float64Array,
  declared: Groups,
  oneDirection: Groups | null
): Hysteresis | null {
  const groups = pairsOf(points, declared);
  const sums = new Map<number, Record<'up' | 'down', { count: number; error: number; measured: number }>>();
  points.forEach(({ direction, measured }, i) => {
    if (direction === undefined) return;
    const group = groups.of[i] as number;
    const found = sums.get(group) ?? { up: empty(), down: empty() };
    found[direction].count++;
    found[direction].error -= residuals[i] as number;
    found[direction].measured += measured;
    sums.set(group, found);
  });
  const places = [...sums.values()].flatMap(({ up, down }) =>
    up.count === 0 || down.count === 0
      ? []
      : [
          {
            measured: (up.measured + down.measured) / (up.count + down.count),
            difference: up.error / up.count - down.error / down.count
          }
        ]
  );
  if (places.length === 0) return null;
  const largest = places.reduce((most, { difference }) => Math.max(most, Math.abs(difference)), 0);
  return { largest, places, isOutsideScatter: oneDirection !== null };
}

/** Points of one planned value, if every point has one and none has a group. */
function pairsOf(points: readonly Planned[], declared: Groups): Groups {
  if (points.some(({ group, nominal }) => group !== undefined || nominal === undefined)) return declared;
  const numbers = new Map<number, number>();
  const of = Int32Array.from(points, ({ nominal = 0 }) => {
    const known = numbers.get(nominal) ?? numbers.size;
    numbers.set(nominal, known);
    return known;
  });
  return { count: numbers.size, of };
}

const empty = () => ({ count: 0, error: 0, measured: 0 });
