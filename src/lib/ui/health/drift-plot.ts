/** The history of an error as plots: what was found with ± U and the limits, and what drifted with its prediction. */
import type { AssetHealth } from '#lib/contracts/health.ts';
import type { Plot, PlotMark } from '../charts/plot.ts';
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
/** An axis that reached further would hide the limits in a line. */
const MOST_TOLERANCES = 3;
const HALF_YEAR = 182 * 86_400;

/** The errors as the records state them, inside the limits that they were judged by. Never more than three tolerances high. */
export function asFoundPlot({ calibrations, drift }: AssetHealth, words: DriftWords): Plot {
  const limits = drift?.limits ?? null;
  const [lowest, highest] = reachOf(limits);
  const found = calibrations.flatMap((calibration) =>
    calibration.error_as_found === null ? [] : [{ calibration, error: calibration.error_as_found }]
  );
  const x = dated(found.map(({ calibration }) => calibration.calibration_date));
  const lines = [limits?.upper, limits?.lower].flatMap((limit) => (limit == null ? [] : [limit]));
  return {
    x,
    time: true,
    lines: lines.map((limit) => ({
      values: x.map(() => limit),
      ink: 'limit' as const,
      width: 1.25,
      dash: [6, 5],
      name: words.tolerance(limit)
    })),
    bands: [],
    marks: found.map(({ calibration, error }, i) => {
      const shown = Math.min(highest, Math.max(lowest, error));
      const U = calibration.expanded_uncertainty_as_found;
      const isBeyond = shown !== error;
      return {
        x: secondsOf(calibration.calibration_date),
        y: shown,
        half: isBeyond || U === null || Math.abs(error) + U > Math.max(highest, -lowest) ? null : U,
        fails: isFailing(calibration),
        // A mark at the edge stands for an error beyond it: its number is always told.
        ...(isBeyond || isNamed(i, found.length) ? { name: words.error(error) } : {})
      };
    }),
    label: words.axis,
    signed: true,
    language: words.language
  };
}

/** What the error changed by since the last calibration, adjustments left out: the line through it and its prediction. No limits. */
export function changePlot({ calibrations, drift }: AssetHealth, words: DriftWords): Plot {
  const found = calibrations.flatMap((calibration) =>
    calibration.error === null ? [] : [{ calibration, error: calibration.error }]
  );
  const base = found.at(-1)?.error ?? 0;
  const band = drift?.band ?? [];
  const dates = [
    ...new Set([...found.map(({ calibration }) => calibration.calibration_date), ...band.map(({ date }) => date)])
  ];
  const x = dated(dates);
  const at = (value: (sample: { error: number; expanded_uncertainty: number }) => number) => {
    const samples = band.map((sample) => ({ x: secondsOf(sample.date), y: value(sample) - base }));
    return x.map((second) => between(samples, second));
  };
  return {
    x,
    time: true,
    lines:
      band.length === 0
        ? []
        : [{ values: at(({ error }) => error), ink: 'accent', width: 2.25, name: words.prediction }],
    bands:
      band.length === 0
        ? []
        : [
            {
              low: at(({ error, expanded_uncertainty: U }) => error - U),
              high: at(({ error, expanded_uncertainty: U }) => error + U)
            }
          ],
    marks: found.map(({ calibration, error }, i): PlotMark => ({
      x: secondsOf(calibration.calibration_date),
      y: error - base,
      half: calibration.expanded_uncertainty,
      fails: false,
      ...(isNamed(i, found.length) ? { name: words.error(error - base) } : {})
    })),
    label: words.axis,
    signed: true,
    language: words.language
  };
}

const isFailing = ({ as_found }: AssetHealth['calibrations'][number]): boolean =>
  as_found === 'fail' || as_found === 'conditional_fail';
const isNamed = (index: number, count: number): boolean => count <= MOST_NAMED || index === count - 1;

function reachOf(limits: { lower: number | null; upper: number | null } | null): [number, number] {
  const widest = Math.max(Math.abs(limits?.lower ?? 0), Math.abs(limits?.upper ?? 0));
  return widest > 0 ? [-MOST_TOLERANCES * widest, MOST_TOLERANCES * widest] : [-Infinity, Infinity];
}

/** Rising; a single date has room about it. */
function dated(dates: readonly string[]): number[] {
  const seconds = [...new Set(dates)].sort().map(secondsOf);
  const [only] = seconds;
  return seconds.length === 1 && only !== undefined ? [only - HALF_YEAR, only, only + HALF_YEAR] : seconds;
}

/** The value of a sampled curve between its samples; null outside. */
function between(samples: readonly { x: number; y: number }[], x: number): number | null {
  const next = samples.findIndex((sample) => sample.x >= x);
  const [a, b] = [samples[next - 1], samples[next]];
  if (b !== undefined && b.x === x) return b.y;
  if (a === undefined || b === undefined) return null;
  return a.y + ((b.y - a.y) * (x - a.x)) / (b.x - a.x);
}
