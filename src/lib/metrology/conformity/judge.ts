import type { ConformityRequest, Judgement, Verdict } from '../types.ts';
import type { Evaluation } from '../uncertainty/budget.ts';
import { acceptanceLimits } from './acceptance.ts';
import { inset, limitsAt, type Limits } from './limits.ts';
import { probabilityOfConformity, probabilityOutside } from './probability.ts';

/**
 * Judges one error against its limits by the decision rule. Unrounded numbers decide; a value on a limit is inside.
 *
 * `reference` is the point's reference value (percentages of the reading are of it). Null if the tolerance is open on
 * both sides. TUR is the width of the tolerance over 2·U95. Source: ISO/IEC 17025:2017 7.8.6; ILAC-G8:09/2019 4.2; JCGM
 * 106:2012 7 and 8; ANSI/NCSL Z540.3 3.11.
 */
export function judge(
  request: ConformityRequest,
  error: number,
  reference: number,
  uncertainty: Evaluation
): Judgement | null {
  const limits = limitsAt(request.tolerance, reference, request.span);
  if (limits.lower === null && limits.upper === null) return null;
  const { combined, freedom, expanded, expanded95, k, beta } = uncertainty;
  const acceptance = acceptanceLimits(request, limits, uncertainty);
  const verdict = request.rule === 'non_binary' ? nonBinary(error, limits, expanded) : binary(error, acceptance);
  const accepted = verdict === 'pass' || verdict === 'conditional_pass';
  const inside = isInside(error, limits);
  const outside = accepted || inside ? probabilityOutside(error, combined, freedom, limits, beta) : null;
  return {
    value: error,
    lower: limits.lower,
    upper: limits.upper,
    acceptance_lower: acceptance.lower,
    acceptance_upper: acceptance.upper,
    expanded_uncertainty: expanded,
    k,
    verdict,
    probability_of_conformity:
      inside && outside !== null ? 1 - outside : probabilityOfConformity(error, combined, freedom, limits, beta),
    false_accept_risk: accepted ? outside : null,
    tur:
      limits.lower === null || limits.upper === null || !(combined > 0)
        ? null
        : (limits.upper - limits.lower) / (2 * expanded95)
  };
}

function isInside(error: number, { lower, upper }: Limits): boolean {
  return (lower === null || error >= lower) && (upper === null || error <= upper);
}

function binary(error: number, acceptance: Limits): Verdict {
  return isInside(error, acceptance) ? 'pass' : 'fail';
}

function nonBinary(error: number, limits: Limits, expanded: number): Verdict {
  if (isInside(error, inset(limits, expanded))) return 'pass';
  if (isInside(error, limits)) return 'conditional_pass';
  return isInside(error, inset(limits, -expanded)) ? 'conditional_fail' : 'fail';
}
