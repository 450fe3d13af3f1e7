import type { FitData } from './fit/fit-data.ts';
import type { FitOutcome } from './fit/fit-outcome.ts';
import { LACK_OF_FIT_LEVEL } from './fit/scatter.ts';
import type { Hysteresis } from './fit/hysteresis.ts';
import { outsideFitted, outsideInForce, pointsWithoutTolerance } from './outside-range.ts';
import { CHI_SQUARED_LEVEL, passesThroughAll, refutesUncertainties, type Runs } from './runs.ts';
import type { AnalysisRequest, AnalysisWarning, Distribution, FitResult } from './types.ts';
import type { Budget } from './uncertainty/budget.ts';
import { isOutsideScatter, type BudgetTerm } from './uncertainty/budget-terms.ts';
import type { Correlations } from './uncertainty/correlations.ts';
import { isBeyondEdges } from './uncertainty/dominant.ts';
import { isApart, type Repeatability } from './uncertainty/repeatability.ts';

/** A scatter with a higher probability than this is too small for the stated uncertainties. */
const OVERSTATED_LEVEL = 0.975;

/** Distributions that agree with the margins of a joint normal or t distribution. */
const NORMAL: readonly Distribution[] = ['normal', 'student_t'];

/** Everything from which warnings are derived. */
export type Findings = {
  readonly request: AnalysisRequest;
  readonly data: FitData;
  readonly outcome: FitOutcome;
  readonly fit: FitResult;
  readonly repeatability: Repeatability;
  readonly hysteresis: Hysteresis | null;
  readonly terms: readonly BudgetTerm[];
  readonly correlations: Correlations | null;
  readonly budget: Budget;
  readonly runs: Runs;
};

/** What the user should know although the analysis succeeded. Codes are stable; messages are English sentences. */
export function warningsOf(findings: Findings): AnalysisWarning[] {
  return [...warningsOfFit(findings), ...warningsOfUncertainty(findings), ...warningsOfRuns(findings)];
}

function* warningsOfFit({ outcome, fit }: Findings): Iterable<AnalysisWarning> {
  if (passesThroughAll(outcome) && outcome.freedom > 0) {
    yield {
      code: 'interpolation_unverified',
      message:
        'Interpolation passes through the means of the points, which prove nothing about it: for a verdict after ' +
        'correction take verification points.'
    };
  } else if (passesThroughAll(outcome)) {
    yield {
      code: 'no_degrees_of_freedom',
      message:
        'The curve has as many coefficients as there are points and passes through all of them: its scatter is unknown, ' +
        'and the points it was made from prove nothing about it.'
    };
  }
  if (refutesUncertainties(outcome)) {
    yield {
      code: 'chi_squared',
      message:
        `The points scatter about the curve more than their stated uncertainties explain (p < ${CHI_SQUARED_LEVEL}): ` +
        'no verdict is given. Choose the covariance "scatter", another model, or better uncertainties.'
    };
  }
  if (outcome.plan.covariance === 'known' && (fit.chi_squared?.p ?? 0) > OVERSTATED_LEVEL) {
    yield {
      code: 'overstated_uncertainty',
      message:
        `The points scatter less about the curve than their stated uncertainties let expect (p > ${OVERSTATED_LEVEL}): ` +
        'these may be stated too large, or contain what is common to all points.'
    };
  }
  if (outcome.table?.isBlurred === true) {
    yield {
      code: 'scaled_form',
      message:
        'The measured values are so far from zero that coefficients in plain powers keep too few digits: evaluate the curve ' +
        'in its scaled form, with center and scale.'
    };
  }
  const lackOfFit = fit.diagnostics.lack_of_fit;
  if (outcome.shape.size > 0 && lackOfFit !== null && lackOfFit.p < LACK_OF_FIT_LEVEL) {
    yield {
      code: 'lack_of_fit',
      message:
        'The repeated points scatter less than they deviate from the curve: its shape does not fit the instrument. What it ' +
        'misses them by is a line of the budget.'
    };
  }
  if (fit.diagnostics.outliers.length > 0) {
    const places = fit.diagnostics.outliers.slice(0, 10).map((index) => index + 1);
    yield { code: 'outliers', message: `Far from the curve that the other points give: point ${places.join(', ')}.` };
  }
}

function* warningsOfUncertainty(findings: Findings): Iterable<AnalysisWarning> {
  const { request, repeatability, terms, correlations, budget, runs } = findings;
  const stated = request.uncertainty.contributions?.some(isOutsideScatter) ?? false;
  if (repeatability.kind === 'unknown' && !stated) {
    yield {
      code: 'repeatability_unknown',
      message:
        'Nothing tells how much readings scatter: the uncertainty contains no repeatability. Repeat readings or state it.'
    };
  }
  if (repeatability.kind !== 'unknown' && stated) {
    yield {
      code: 'repeatability_twice',
      message: 'The budget contains the repeatability found in the points and the one that was stated.'
    };
  }
  if (budget.leavesOutResolution(runs.mostUncertain)) {
    yield {
      code: 'resolution_left_out',
      message: 'The resolution is left out: the scatter of the readings is larger and contains their rounding already.'
    };
  }
  if (findings.hysteresis !== null && !isApart(findings.hysteresis, repeatability)) {
    yield {
      code: 'hysteresis_in_repeatability',
      message:
        'Not every planned value was measured again in one direction: the repeatability contains the difference between ' +
        'rising and falling readings, which is no line of its own. Repeat a whole run in one direction to tell them apart.'
    };
  }
  const common = request.fit.correlation?.references ?? 0;
  if (common > 0 && (request.uncertainty.reference_standard?.expanded_uncertainty ?? 0) > 0) {
    yield {
      code: 'reference_twice',
      message:
        'The references of the points are correlated, and the uncertainty of the reference standard is stated too: what is ' +
        'common to all points may count twice.'
    };
  }
  const finite = (place: number): boolean => terms[place]?.degreesOfFreedom !== Infinity;
  if (correlations?.pairs.some(({ i, j, r }) => r !== 0 && finite(i) && finite(j)) === true) {
    yield {
      code: 'correlated_degrees_of_freedom',
      message:
        'Correlated contributions of finite degrees of freedom count as one, with the smallest number among them.'
    };
  }
  const uneven = (place: number): boolean => !NORMAL.includes(terms[place]?.distribution ?? 'normal');
  const linked = correlations?.pairs.filter(({ r }) => r !== 0) ?? [];
  if (request.uncertainty.monte_carlo !== undefined && linked.some(({ i, j }) => uneven(i) || uneven(j))) {
    yield {
      code: 'monte_carlo_joint_normal',
      message:
        'For the Monte Carlo trials, correlated contributions were drawn from a joint normal distribution, also those ' +
        'that have another distribution by themselves.'
    };
  }
  if (request.uncertainty.coverage_method === 'ea_dominant') {
    const beyond = isBeyondEdges(request.uncertainty.coverage_probability);
    if (beyond || budget.restrictsDominance(runs.mostUncertain)) {
      yield {
        code: 'ea_dominant_restricted',
        message: beyond
          ? 'For a coverage probability above 95.45 % a dominant rectangle says too little of the tails: k is that of Student’s t.'
          : 'Beside the dominant rectangle the rest of the budget has fewer than ten degrees of freedom: k is that of Student’s t.'
      };
    }
  }
  if (runs.withheld) {
    yield {
      code: 'uncertainty_unknown',
      message:
        'No verdict is given where the uncertainty is zero or unknown: state what contributes to it, repeat readings, or ' +
        'take more points than the curve has coefficients.'
    };
  }
  if (budget.evaluate(runs.mostUncertain).combined === 0) {
    yield { code: 'no_uncertainty', message: 'No contribution to the uncertainty is known: it is reported as zero.' };
  }
}

function* warningsOfRuns({ request, data, runs }: Findings): Iterable<AnalysisWarning> {
  const otherUnit = request.measured_unit !== undefined && request.measured_unit !== request.unit;
  if (otherUnit && request.correction_in_force === undefined) {
    yield {
      code: 'as_found_undefined',
      message: 'The indication has another unit and no correction was in force: there is no error as found.'
    };
  }
  if (request.conformity?.rule === 'z540_tur4' && runs.lowRatio) {
    yield {
      code: 'tur_below_4',
      message:
        'The test uncertainty ratio is below 4 at some points: they are judged with a root-sum-square guard band.'
    };
  }
  if (runs.abridged) {
    yield {
      code: 'abridged',
      message: 'The judgement of each point is left out of so long a result; ask for full detail.'
    };
  }
  const outside = outsideFitted(request, data, runs);
  if (outside.length > 0) {
    const message = 'Evaluated outside the measured range, where nothing supports the curve: ';
    yield { code: 'extrapolation', message: `${message}${listed(outside)}.` };
  }
  const beyond = outsideInForce(request);
  if (beyond.length > 0) {
    const message = 'The correction in force was applied outside the range that it was made for: ';
    yield { code: 'in_force_extrapolation', message: `${message}${listed(beyond)}.` };
  }
  const zero = pointsWithoutTolerance(request);
  if (zero.length > 0) {
    const message = 'The tolerance has no width, so that hardly any error conforms, at the reference values ';
    yield { code: 'zero_tolerance', message: `${message}${listed(zero)}.` };
  }
}

const listed = (values: readonly number[]): string => values.slice(0, 10).join(', ');
