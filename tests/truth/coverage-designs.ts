import { analyze } from '#lib/metrology/analyze.ts';
import { TrialStream } from '#lib/metrology/monte-carlo/stream.ts';
import type { AnalysisRequest, FitRequest, Point } from '#lib/metrology/types.ts';
import { PROBABILITY } from './interval-coverage.ts';

/** How an instrument is calibrated over and over, and what it is like. */
export type Design = {
  readonly name: string;
  /** The indications of one calibration, repeats as often as they are met. */
  readonly readings: readonly number[];
  /** Who says that equal ones are repeats: nobody, the plan, or a group at each point. */
  readonly declared: 'no' | 'nominal' | 'group';
  /** Largest deviation of the true curve from a straight line, in standard deviations of a reading. */
  readonly bend?: number;
  /** Readings scatter in proportion to themselves, and say so. */
  readonly weights?: 'known' | 'scatter';
};

/**
 * The shares of simulated calibrations whose interval held the true value after correction (`whole`) and whose error as found lay within
 * its U of the true one (`found`); the medians of ν_eff and of U/σ.
 */
export type DesignCoverage = {
  readonly whole: number;
  readonly found: number;
  readonly freedom: number;
  readonly width: number;
};

const SLOPE = 1.02;

/**
 * Calibrates by a design over and over. One more reading, somewhere in the range (with weights at one of the points), is corrected
 * with what came out; its interval must hold the value that was there.
 */
export function designCoverage(design: Design, sets: number, seed: number): DesignCoverage {
  const stream = new TrialStream(seed);
  const { readings, weights } = design;
  const [low, high] = [Math.min(...readings), Math.max(...readings)];
  const sigma = (y: number): number => (weights === undefined ? 1 : y / 1000);
  const bend = (y: number): number => {
    const t = (2 * (y - low)) / (high - low) - 1;
    return (design.bend ?? 0) * (1.5 * t * t - 0.5);
  };
  const truth = (y: number): number => 5 + SLOPE * y + bend(y);
  const freedoms: number[] = [];
  const widths: number[] = [];
  let [whole, found, given] = [0, 0, 0];
  for (let set = 0; set < sets; set++) {
    stream.begin(set, 0);
    const points = readings.map((measured): Point => {
      const reference = truth(measured) + sigma(measured) * stream.normal();
      return {
        reference,
        measured,
        ...(design.declared === 'nominal' ? { nominal: measured } : {}),
        ...(design.declared === 'group' ? { group: Math.round(measured * 1e6) } : {}),
        // Under "scatter" only the ratios of the weights are told: the scale is wrong by a factor of five.
        ...(weights === undefined ? {} : { u_measured: sigma(measured) / SLOPE / (weights === 'known' ? 1 : 5) })
      };
    });
    const at =
      weights === undefined
        ? low + (high - low) * stream.uniform()
        : (readings[Math.floor(stream.uniform() * readings.length)] ?? low);
    const result = analyze(requestOf(points, at, weights));
    const there = result.evaluated?.[0];
    if (there === undefined) throw new Error('Nothing was evaluated.');
    if (Math.abs(there.corrected + sigma(at) * stream.normal() - truth(at)) <= there.expanded_uncertainty) whole++;
    const point = result.points[Math.floor(stream.uniform() * points.length)];
    // Where chi-squared refutes what was stated, errors as found are given no uncertainty at all.
    if (point?.error_uncertainty !== undefined) {
      given++;
      if (Math.abs(point.reference - truth(point.measured)) <= point.error_uncertainty.expanded_uncertainty) found++;
    }
    freedoms.push(there.nu_eff ?? Infinity);
    widths.push(there.expanded_uncertainty / sigma(at));
  }
  return { whole: whole / sets, found: found / given, freedom: median(freedoms), width: median(widths) };
}

function requestOf(points: readonly Point[], at: number, weights: Design['weights']): AnalysisRequest {
  const fit: FitRequest =
    weights === undefined ? { model: 'linear' } : { model: 'linear', method: 'wls', covariance: weights };
  return { points, fit, uncertainty: { coverage_probability: PROBABILITY }, evaluate_at: [at] };
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;
