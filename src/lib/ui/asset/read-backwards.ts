import { analyze } from '#lib/metrology/analyze.ts';
import { roundUncertainty } from '#lib/metrology/uncertainty/rounding.ts';
import { AnalysisRefusal } from '#lib/metrology/refusal.ts';
import type { AnalysisRequest, InversePoint } from '#lib/metrology/types.ts';

export type BackwardsReading = {
  readonly found: InversePoint | null;
  /** Decimals that the indication is worth: those of its rounded uncertainty. */
  readonly decimals: number;
  readonly probability: number;
  /** Code of a refusal; empty where an indication was found. */
  readonly refused: string;
  readonly message: string;
};

/**
 * The indication at which the corrected value is the wanted one, with its expanded uncertainty, by the analysis of a stored
 * calibration. A refusal (`no_inverse`, `ambiguous_inverse`, …) is an answer.
 */
export function readBackwards(request: AnalysisRequest, wanted: number): BackwardsReading {
  const { monte_carlo: _trials, ...uncertainty } = request.uncertainty;
  try {
    const result = analyze({ ...request, uncertainty, inverse_at: [wanted] });
    const found = result.inverse?.[0] ?? null;
    const decimals =
      found && found.expanded_uncertainty > 0 ? roundUncertainty(found.expanded_uncertainty).decimals : 6;
    return {
      found,
      decimals: Math.max(0, decimals),
      probability: result.coverage_probability,
      refused: '',
      message: ''
    };
  } catch (fault) {
    if (!(fault instanceof AnalysisRefusal)) throw fault;
    return { found: null, decimals: 0, probability: 0, refused: fault.code, message: fault.message };
  }
}
