/** The drift of an error as a plot: what was found with ± U, the line through it, its prediction, and the limits. */
import type { AssetHealth } from '#lib/contracts/health.ts';
import type { Plot } from '../charts/plot.ts';
import { secondsOf } from '../charts/time-axis.ts';

export type DriftWords = {
  readonly language: string;
  readonly axis: string;
  readonly tolerance: (limit: number) => string;
  readonly prediction: string;
  /** An error as text. */
  readonly error: (value: number) => string;
};

/** At most this many marks are named; more would cover each other. */
const MOST_NAMED = 8;

/** The plot of a history; the marks alone where there are too few dates for a drift. */
export function driftPlot({ calibrations, drift }: AssetHealth, words: DriftWords): Plot {
  const found = calibrations.filter((calibration) => calibration.error !== null);
  const dates = [
    ...new Set([...found.map((c) => c.calibration_date), ...(drift?.band ?? []).map(({ date }) => date)])
  ].sort();
  const x = dates.map(secondsOf);
  const predicted = new Map((drift?.band ?? []).map((sample) => [sample.date, sample]));
  const at = (value: (sample: { error: number; expanded_uncertainty: number }) => number) => {
    const samples = drift?.band.map((sample) => ({ x: secondsOf(sample.date), y: value(sample) })) ?? [];
    return dates.map((date, i) =>
      predicted.has(date) ? value(predicted.get(date) ?? NOTHING) : between(samples, x[i] ?? 0)
    );
  };
  const limits = drift?.limits ? [drift.limits.upper, drift.limits.lower].filter((limit) => limit !== null) : [];
  return {
    x: x.length === 1 ? [...x.map((s) => s - HALF_YEAR), ...x, ...x.map((s) => s + HALF_YEAR)] : x,
    time: true,
    lines: [
      ...(drift
        ? [{ values: at(({ error }) => error), ink: 'accent' as const, width: 2.25, name: words.prediction }]
        : []),
      ...limits.map((limit) => ({
        values: x.map(() => limit),
        ink: 'limit' as const,
        width: 1.25,
        dash: [6, 5],
        name: words.tolerance(limit)
      }))
    ],
    bands: drift
      ? [
          {
            low: at(({ error, expanded_uncertainty: U }) => error - U),
            high: at(({ error, expanded_uncertainty: U }) => error + U)
          }
        ]
      : [],
    marks: found.map((calibration, i) => ({
      x: secondsOf(calibration.calibration_date),
      y: calibration.error ?? 0,
      half: calibration.expanded_uncertainty,
      fails: calibration.as_found === 'fail' || calibration.as_found === 'conditional_fail',
      ...(found.length <= MOST_NAMED || i === found.length - 1 ? { name: words.error(calibration.error ?? 0) } : {})
    })),
    label: words.axis,
    signed: true,
    language: words.language
  };
}

const HALF_YEAR = 182 * 86_400;
const NOTHING = { error: Number.NaN, expanded_uncertainty: Number.NaN };

/** The value of a sampled curve between its samples; null outside. */
function between(samples: readonly { x: number; y: number }[], x: number): number | null {
  const next = samples.findIndex((sample) => sample.x >= x);
  const [a, b] = [samples[next - 1], samples[next]];
  if (a === undefined || b === undefined) return null;
  return a.y + ((b.y - a.y) * (x - a.x)) / (b.x - a.x);
}
