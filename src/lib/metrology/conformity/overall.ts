import { VERDICTS, type Judgement, type Verdict } from '../types.ts';

/** The worst judgement of a run so far: its verdict, and the place of its point. */
export type Worst = { readonly verdict: Verdict; readonly probability: number; readonly index: number };

/**
 * The worse of two: the severer verdict, then the smaller probability of conformity.
 *
 * The verdict comes first, because with uncertainties that differ from point to point the least probable point can be
 * accepted while another is rejected; a run never passes while one of its points fails.
 */
export function worse(worst: Worst | null, judgement: Judgement, index: number): Worst {
  const candidate = { verdict: judgement.verdict, probability: judgement.probability_of_conformity, index };
  if (worst === null) return candidate;
  const severity = VERDICTS.indexOf(candidate.verdict) - VERDICTS.indexOf(worst.verdict);
  if (severity !== 0) return severity > 0 ? candidate : worst;
  return candidate.probability < worst.probability ? candidate : worst;
}

/** Whether a verdict means conformity: pass and conditional pass do. */
export function conforms(verdict: Verdict | null): boolean | null {
  return verdict === null ? null : verdict === 'pass' || verdict === 'conditional_pass';
}
