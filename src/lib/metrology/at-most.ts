import { isDefined, uncheckedSituationAt, type RunContext } from './run-point.ts';
import type { Greatest, PointResult } from './types.ts';

/** The range of the points is divided into as many parts; in the middle of each without a point the budget is evaluated. */
const PARTS = 40;
/** Around the place where a value is greatest so far, as many places more. */
const NEARER = 16;
/** So close to the middle between two points, as a share of their distance, the uncertainties that one of them states change to the other's. */
const BESIDE = 1e-9;

/**
 * The greatest uncertainty of a corrected value at the points and between them, where slope, u_fit and ν_eff may exceed
 * those of all points. Null without a curve, if its uncertainty is unknown, or if it has no value somewhere between.
 */
export function atMost(context: RunContext, points: readonly PointResult[]): Greatest | null {
  if (context.request.fit.model === 'none') return null;
  const samples: Sample[] = [];
  for (const { measured, u_fit, u_combined, k, expanded_uncertainty } of points) {
    if (u_fit === null) return null;
    samples.push({ place: measured, rest: u_combined * u_combined - u_fit * u_fit, k, expanded: expanded_uncertainty });
  }
  if (!take(context, samples, placesBetween(samples))) return null;
  const ordered = samples.toSorted((a, b) => a.place - b.place);
  const nearer = new Set(VALUES.flatMap((value) => placesAround(ordered, value)));
  // A function of a formula may have no value there alone.
  take(context, samples, nearer);
  const most = (value: Value) => samples.reduce((greatest, sample) => Math.max(greatest, sample[value]), 0);
  return { expanded_uncertainty: most('expanded'), k: most('k'), u_rest: Math.sqrt(most('rest')) };
}

type Sample = { readonly place: number; readonly rest: number; readonly k: number; readonly expanded: number };
const VALUES = ['expanded', 'k', 'rest'] as const;
type Value = (typeof VALUES)[number];

/** Adds the values at some places. @returns false if the curve or its uncertainty has none at one of them */
function take(context: RunContext, samples: Sample[], places: Iterable<number>): boolean {
  for (const place of places) {
    const at = uncheckedSituationAt(context, place, null);
    if (at.uFit === null || !isDefined(at)) return false;
    const { combined, k, expanded } = context.budget.evaluate(at);
    samples.push({ place, rest: combined * combined - at.uFit * at.uFit, k, expanded });
  }
  return true;
}

/** The middle of each part without a point, and both sides of the middle between two points further apart than a part is wide. */
function placesBetween(samples: readonly Sample[]): readonly number[] {
  const places = samples.map(({ place }) => place).sort((a, b) => a - b);
  const [low, high] = [places[0] ?? 0, places[places.length - 1] ?? 0];
  const width = (high - low) / PARTS;
  if (!(width > 0)) return [];
  const filled = new Set(places.map((place) => Math.min(PARTS - 1, Math.floor((place - low) / width))));
  const parts = Array.from({ length: PARTS }, (_, part) => part).filter((part) => !filled.has(part));
  const changes = places.flatMap((place, i) => {
    const gap = (places[i + 1] ?? place) - place;
    return gap > width ? [0.5 - BESIDE, 0.5 + BESIDE].map((share) => place + share * gap) : [];
  });
  return [...parts.map((part) => low + (part + 0.5) * width), ...changes];
}

/** Between the neighbours of the place where a value is greatest, unless they are as close to each other as parts are wide. */
function placesAround(ordered: readonly Sample[], value: Value): readonly number[] {
  const placeOf = (i: number) => ordered[Math.max(0, Math.min(ordered.length - 1, i))]?.place ?? 0;
  const at = ordered.reduce((best, sample, i) => (sample[value] > (ordered[best]?.[value] ?? 0) ? i : best), 0);
  const [from, to] = [placeOf(at - 1), placeOf(at + 1)];
  const isApart = to - from > (placeOf(Infinity) - placeOf(0)) / PARTS;
  return isApart ? Array.from({ length: NEARER }, (_, i) => from + ((i + 0.5) / NEARER) * (to - from)) : [];
}
