import { analyze } from '#lib/metrology/analyze.ts';
import { studentUpperQuantile } from '#lib/metrology/distributions/student-t.ts';
import { TrialStream } from '#lib/metrology/monte-carlo/stream.ts';

export const PROBABILITY = 0.9545;

/** Shares of simulated calibrations whose interval held the true value. */
export type Coverage = { readonly curve: number; readonly whole: number; readonly freedom: number };

/**
 * Calibrates an instrument of known scatter σ = 1 over and over: n readings on a known line, all from one reference whose own
 * error, of standard uncertainty `uReference`, is drawn anew each time. The interval of the curve alone must hold the line, the
 * whole budget the true value behind one more reading. `freedom` is the median of ν_eff.
 */
export function coverageOf(n: number, uReference: number, sets: number, seed: number): Coverage {
  const stream = new TrialStream(seed);
  const line = (y: number): number => 5 + 1.02 * y;
  const t = studentUpperQuantile((1 - PROBABILITY) / 2, n - 2);
  const freedoms: number[] = [];
  let [curve, whole] = [0, 0];
  for (let set = 0; set < sets; set++) {
    stream.begin(set, 0);
    const bias = uReference * stream.normal();
    const points = Array.from({ length: n }, (_, i) => {
      const measured = (100 * i) / (n - 1);
      return { measured, reference: line(measured) + bias + stream.normal(), group: i };
    });
    const at = 100 * stream.uniform();
    const { evaluated } = analyze({
      points,
      fit: { model: 'linear' },
      uncertainty: {
        coverage_probability: PROBABILITY,
        ...(uReference > 0 ? { reference_standard: { expanded_uncertainty: 2 * uReference, coverage_factor: 2 } } : {})
      },
      evaluate_at: [at]
    });
    const found = evaluated?.[0];
    if (found === undefined) throw new Error('Nothing was evaluated.');
    if (Math.abs(found.corrected - line(at) - bias) <= t * (found.u_fit ?? 0)) curve++;
    if (Math.abs(found.corrected + stream.normal() - line(at)) <= found.expanded_uncertainty) whole++;
    freedoms.push(found.nu_eff ?? Infinity);
  }
  return { curve: curve / sets, whole: whole / sets, freedom: freedoms.sort((a, b) => a - b)[sets >> 1] ?? 0 };
}
