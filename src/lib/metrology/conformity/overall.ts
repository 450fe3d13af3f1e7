import { VERDICTS, type Judgement, type Verdict } from '../types.ts';

/**
 * The worst judgement of a run so far: its verdict and the index of its point; and the range of U and k over all
 * judgements.
 */
export type Worst = {
  readonly verdict: Verdict;
  readonly probability: number;
  readonly index: number;
  readonly expanded: Span;
  readonly factor: Span;
};

/** The least and the greatest of some numbers. */
export type Span = { readonly low: number; readonly high: number };

/** The range extended by one more number. */
export const widened = (span: Span | null, value: number): Span =>
  span === null ? { low: value, high: value } : { low: Math.min(span.low, value), high: Math.max(span.high, value) };

/**
 * The worse of two: the severer verdict, then the smaller probability of conformity.
 *
 * The verdict comes first, because with uncertainties that differ from point to point the least probable point can be
 * accepted while another is rejected; a run never passes while one of its points fails.
 */
export function worse(worst: Worst | null, judgement: Judgement, index: number): Worst {
  const expanded = widened(worst?.expanded ?? null, judgement.expanded_uncertainty);
  const factor = widened(worst?.factor ?? null, judgement.k);
  const candidate = { verdict: judgement.verdict, probability: judgement.probability_of_conformity, index };
  const severity = worst === null ? 1 : VERDICTS.indexOf(candidate.verdict) - VERDICTS.indexOf(worst.verdict);
  const isWorse = severity > 0 || (severity === 0 && candidate.probability < (worst?.probability ?? Infinity));
  return { ...(isWorse || worst === null ? candidate : worst), expanded, factor };
}

/**
 * The worst judgement of a run, as far as it stands if the verdict of some points was withheld (their uncertainty is
 * zero or unknown): such a run never passes, but a point that does not conform settles it whatever the others are.
 * Null: no verdict on the run.
 */
export function standing(worst: Worst | null, isWithheld: boolean): Worst | null {
  return isWithheld && worst !== null && conforms(worst.verdict) === true ? null : worst;
}

/** Whether a verdict means conformity: pass and conditional pass do. */
export function conforms(verdict: Verdict | null): boolean | null {
  return verdict === null ? null : verdict === 'pass' || verdict === 'conditional_pass';
}
