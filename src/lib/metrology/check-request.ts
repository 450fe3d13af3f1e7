import { checkFit } from './check-fit.ts';
import { checkNumber, checkPoints } from './check-points.ts';
import { checkUncertaintyRequest, positive } from './check-uncertainty.ts';
import { checkCurve } from './curve.ts';
import { addsToIndication } from './models/table.ts';
import { AnalysisRefusal } from './refusal.ts';
import type { AnalysisRequest, ConformityRequest, Population } from './types.ts';

/** The rule that each of these options belongs to. */
const RULE_OF = { max_false_accept: 'guard_band_risk', target_pfa: 'target_pfa' } as const;

/**
 * Refuses a request that must not be computed, naming field and cause. A request that passes yields finite numbers, or
 * the fit refuses it. The contract has checked the types; only numbers are checked again.
 */
export function checkRequest(request: AnalysisRequest): void {
  checkPoints(request);
  checkFit(request);
  checkUncertaintyRequest(request);
  if (request.conformity !== undefined) checkConformity(request.conformity);
  if (request.correction_in_force !== undefined) checkCurve(request.correction_in_force, ['correction_in_force']);
  request.evaluate_at?.forEach((asked, index) => {
    if (typeof asked === 'number') return checkNumber(asked, ['evaluate_at', index]);
    checkNumber(asked.measured, ['evaluate_at', index, 'measured']);
    positive(asked.u_measured, ['evaluate_at', index, 'u_measured']);
  });
  request.inverse_at?.forEach((value, index) => checkNumber(value, ['inverse_at', index]));
  checkUnits(request);
}

function checkConformity(conformity: ConformityRequest): void {
  positive(conformity.span, ['conformity', 'span']);
  const factor = conformity.guard_band_factor;
  if (factor !== undefined) {
    checkNumber(factor, ['conformity', 'guard_band_factor']);
    if (conformity.rule !== 'guard_band') {
      const message = `The rule "${conformity.rule}" has no guard band factor.`;
      throw new AnalysisRefusal('unused_option', ['conformity', 'guard_band_factor'], message);
    }
  }
  for (const option of ['max_false_accept', 'target_pfa'] as const) {
    if (conformity[option] === undefined || conformity.rule === RULE_OF[option]) continue;
    const message = `The rule "${conformity.rule}" does not use "${option}".`;
    throw new AnalysisRefusal('unused_option', ['conformity', option], message);
  }
  for (const option of ['max_false_accept', 'target_pfa'] as const) {
    const value = conformity[option];
    if (value === undefined || (value > 0 && value < 1)) continue;
    throw new AnalysisRefusal('out_of_range', ['conformity', option], 'A probability between 0 and 1 is needed here.');
  }
  if (conformity.population !== undefined) checkPopulation(conformity.population);
  if (conformity.tolerance.length === 0) {
    throw new AnalysisRefusal(
      'missing_tolerance',
      ['conformity', 'tolerance'],
      'A decision needs at least one tolerance.'
    );
  }
  conformity.tolerance.forEach((part, index) => {
    const path = ['conformity', 'tolerance', index];
    if (part.lower !== null) checkNumber(part.lower, [...path, 'lower']);
    if (part.upper !== null) checkNumber(part.upper, [...path, 'upper']);
    if (part.lower !== null && part.upper !== null && part.lower > part.upper) {
      throw new AnalysisRefusal('limits_reversed', [...path, 'lower'], 'The lower limit is above the upper one.');
    }
    if (part.kind === 'percent_of_span' && conformity.span === undefined) {
      const message = 'A percentage of the span needs the span (conformity.span).';
      throw new AnalysisRefusal('missing_span', [...path, 'kind'], message);
    }
  });
}

function checkPopulation({ mean, standard_deviation: deviation, in_tolerance: share }: Population): void {
  const path = ['conformity', 'population'];
  if (mean !== undefined) checkNumber(mean, [...path, 'mean']);
  positive(deviation, [...path, 'standard_deviation']);
  if ((deviation === undefined) === (share === undefined)) {
    const message = 'Give either the standard deviation of the population or the share of it that is in tolerance.';
    throw new AnalysisRefusal('population_unclear', [...path, 'standard_deviation'], message);
  }
  if (share === undefined || (share > 0 && share < 1)) return;
  throw new AnalysisRefusal('out_of_range', [...path, 'in_tolerance'], 'A share between 0 and 1 is needed here.');
}

/** Without a slope, indications in another unit cannot become values in this one. */
function checkUnits({ unit, measured_unit, fit }: AnalysisRequest): void {
  if (measured_unit === undefined || measured_unit === unit || !addsToIndication(fit.model)) return;
  const message = `The model "${fit.model}" takes indications as values: their unit must be that of the reference.`;
  throw new AnalysisRefusal('unit_mismatch', ['measured_unit'], message);
}
