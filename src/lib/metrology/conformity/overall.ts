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
export function widened(span: Span | null, value: number): Span {
  if (span === null) return { low: value, high: value };
  if (value >= span.low && value <= span.high) return span;
  return { low: Math.min(span.low, value), high: Math.max(span.high, value) };
}

/**
 * The worse of two: the severer verdict, then the smaller probability of conformity.
 *
 * The verdict comes first, because with uncertainties that differ from point to point the least probable point can be
 * accepted while another is rejected; a run never passes while one of its points fails.
 */
export function worse(worst: Worst | null, judgement: Judgement, index: number): Worst {
  const { verdict, probability_of_conformity: probability } = judgement;
  const expanded = widened(worst?.expanded ?? null, judgement.expanded_uncertainty);
  const factor = widened(worst?.factor ?? null, judgement.k);
  if (worst === null) return { verdict, probability, index, expanded, factor };
  const severity = VERDICTS.indexOf(verdict) - VERDICTS.indexOf(worst.verdict);
  if (severity > 0 || (severity === 0 && probability < worst.probability))
    return { verdict, probability, index, expanded, factor };
  if (expanded === worst.expanded && factor === worst.factor) return worst;
  return { verdict: worst.verdict, probability: worst.probability, index: worst.index, expanded, factor };
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
