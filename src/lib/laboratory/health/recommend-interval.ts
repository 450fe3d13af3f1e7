import type { AssetHealth, INTERVAL_REASONS } from '#lib/contracts/health.ts';
import { intervalByTest } from '#lib/metrology/health/interval-a3.ts';
import { intervalByReliability, type IntervalTest } from '#lib/metrology/health/interval-s2.ts';
import {
  growthOf,
  intervalByVariables,
  type Growth,
  type MeasuredChange
} from '#lib/metrology/health/interval-variables.ts';
import { dayOf, inOrder, type Comparable, type HealthRecord } from './curve-history.ts';
import type { ErrorSeries } from './drifts.ts';

type Recommendation = NonNullable<AssetHealth['interval']>;
type ByMethod = Recommendation['methods'][number];
type Reason = (typeof INTERVAL_REASONS)[number];

/** The share of instruments that should still be in tolerance at the end of their interval. */
export const TARGET_RELIABILITY = 0.95;
/** The largest change in one recommendation, because the history is based on the current interval. */
const LARGEST_CHANGE = 2;
/** Only tests of about the current interval count: shorter or longer ones say little about it. */
const SIMILAR = 1.5;
const FEWEST_TESTS_S2 = 10;
const FEWEST_CHANGES = 4;
/**
 * A change of interval must be more likely right than wrong. This is our rule: RP-1 weights by the confidence alone,
 * however small.
 */
const LEAST_CONFIDENCE = 0.5;
/** How much a parabola must lower AICc compared with a line, as for polynomials of higher degree. */
const LEAST_GAIN = 4;

/**
 * The recommended interval, with the deciding method and the reason: the shortest of all methods with enough data, or
 * the current one if there is none. Null if there is neither a current interval nor two calibrations.
 *
 * Source: NCSLI RP-1 (2010) A3, S2, variables data; ILAC-G24:2022 7.
 */
export function recommendInterval(
  records: readonly HealthRecord[],
  history: readonly Comparable[],
  series: readonly ErrorSeries[],
  currentDays: number | null
): Recommendation | null {
  const tests = testsOf(records);
  const current = currentDays ?? meanDays(records);
  if (current === null) return null;
  const methods = [byTest(tests, current), byReliability(tests, current), byVariables(history, series, current)].filter(
    (method) => method !== null
  );
  const decisive = methods.reduce<ByMethod | null>((best, m) => (best === null || m.days < best.days ? m : best), null);
  return {
    current_days: currentDays,
    recommended_days: decisive?.days ?? current,
    decided_by: decisive?.method ?? null,
    reason: decisive?.reason ?? 'unchanged',
    target_reliability: TARGET_RELIABILITY,
    methods
  };
}

/** Each calibration with a verdict as found tests the interval before it. */
export function testsOf(records: readonly HealthRecord[]): IntervalTest[] {
  const ordered = inOrder(records);
  return ordered.slice(1).flatMap((record, i) => {
    const days = dayOf(record.calibration_date) - dayOf(ordered[i]?.calibration_date ?? record.calibration_date);
    const verdict = record.profile?.as_found ?? null;
    return verdict === null || days <= 0
      ? []
      : [{ days, passed: verdict === 'pass' || verdict === 'conditional_pass' }];
  });
}

function meanDays(records: readonly HealthRecord[]): number | null {
  const days = inOrder(records).map(({ calibration_date }) => dayOf(calibration_date));
  const whole = (days.at(-1) ?? 0) - (days[0] ?? 0);
  return whole > 0 ? Math.round(whole / (days.length - 1)) : null;
}

function byTest(tests: readonly IntervalTest[], current: number): ByMethod | null {
  const similar = tests.filter(({ days }) => days * SIMILAR >= current && days <= current * SIMILAR);
  if (similar.length === 0) return null;
  const passed = similar.filter((test) => test.passed).length;
  const found = intervalByTest(
    passed,
    similar.length,
    current,
    TARGET_RELIABILITY,
    TARGET_RELIABILITY,
    LEAST_CONFIDENCE
  );
  const direction: Reason =
    found.observed < TARGET_RELIABILITY ? 'reliability_below_target' : 'reliability_above_target';
  return {
    method: 'a3',
    days: Math.max(1, Math.floor(found.interval)),
    reason: found.rejection >= LEAST_CONFIDENCE ? direction : 'reliability_not_distinguishable',
    passed,
    tested: similar.length,
    reliability: found.observed,
    confidence: found.rejection,
    order: null
  };
}

function byReliability(tests: readonly IntervalTest[], current: number): ByMethod | null {
  const found = tests.length < FEWEST_TESTS_S2 ? null : intervalByReliability(tests, TARGET_RELIABILITY);
  if (found === null) return null;
  const days = bounded(found.days, current);
  return {
    method: 's2',
    days,
    reason: days < current ? 'reliability_below_target' : 'reliability_above_target',
    passed: tests.filter(({ passed }) => passed).length,
    tested: tests.length,
    reliability: found.reliability,
    confidence: null,
    order: null
  };
}

function byVariables(history: readonly Comparable[], series: readonly ErrorSeries[], current: number): ByMethod | null {
  if (history.length <= FEWEST_CHANGES) return null;
  let [shortest, order, isOutside] = [null as number | null, 1, false];
  for (const one of series) {
    if (one.limits === null) return null;
    const growth = likeliestGrowth(changesOf(history, one));
    if (growth === null) return null;
    const start = { error: one.errors.at(-1) ?? 0, u: one.us.at(-1) ?? 0 };
    const days = intervalByVariables(growth, start, one.limits, TARGET_RELIABILITY, LARGEST_CHANGE * current);
    isOutside ||= start.error < (one.limits.lower ?? -Infinity) || start.error > (one.limits.upper ?? Infinity);
    if (days === null || (shortest !== null && days >= shortest)) continue;
    [shortest, order] = [days, growth.order];
  }
  const none = { passed: null, tested: null, reliability: null, confidence: null, order };
  if (shortest === null)
    return { method: 'variables', days: LARGEST_CHANGE * current, reason: 'drift_stays_inside', ...none };
  const reason: Reason = isOutside ? 'outside_now' : 'drift_leaves_tolerance';
  return { method: 'variables', days: bounded(shortest, current), reason, ...none };
}

function changesOf(history: readonly Comparable[], { errors, us }: ErrorSeries): MeasuredChange[] {
  return history
    .slice(1)
    .map(({ day }, i) => ({
      days: day - (history[i]?.day ?? day),
      change: (errors[i + 1] ?? 0) - (errors[i] ?? 0),
      u: Math.hypot(us[i] ?? 0, us[i + 1] ?? 0)
    }))
    .filter(({ days }) => days > 0);
}

/** A line, or a parabola if it justifies its extra coefficient (AICc, equal weights). */
function likeliestGrowth(changes: readonly MeasuredChange[]): Growth | null {
  const line = growthOf(changes, 1);
  const parabola = changes.length < FEWEST_CHANGES + 1 ? null : growthOf(changes, 2);
  if (line === null || parabola === null) return line;
  const criterion = ({ weightedSquare, order }: Growth): number => {
    const [n, terms] = [changes.length, order + 1];
    return n * Math.log(weightedSquare / n) + 2 * terms + (2 * terms * (terms + 1)) / (n - terms - 1);
  };
  return criterion(line) - criterion(parabola) > LEAST_GAIN ? parabola : line;
}

const bounded = (days: number, current: number): number =>
  Math.max(1, Math.floor(Math.min(LARGEST_CHANGE * current, Math.max(current / LARGEST_CHANGE, days))));
