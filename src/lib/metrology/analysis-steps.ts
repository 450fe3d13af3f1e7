import { checkRequest } from './check-request.ts';
import { conforms } from './conformity/overall.ts';
import { statementOf } from './conformity/statement.ts';
import { ENGINE } from './engine.ts';
import { fitCurve } from './fit/fit-curve.ts';
import { fitData } from './fit/fit-data.ts';
import { fitResult } from './fit/fit-result.ts';
import { groupsOf } from './fit/groups.ts';
import { hysteresisOf } from './fit/hysteresis.ts';
import { buildTrialModel } from './monte-carlo/build-trial-model.ts';
import { monteCarlo } from './monte-carlo/monte-carlo.ts';
import type { TrialSteps } from './monte-carlo/trial-job.ts';
import { defaultsOf, outsideScatter } from './plan.ts';
import { evaluateRuns, type Runs } from './runs.ts';
import type { AnalysisRequest, AnalysisResult, ConformityResult, MonteCarloResult } from './types.ts';
import { budgetOf, type Budget } from './uncertainty/budget.ts';
import { budgetTerms, type Situation } from './uncertainty/budget-terms.ts';
import { correlationsOf } from './uncertainty/correlations.ts';
import { repeatabilityOf } from './uncertainty/repeatability.ts';
import { roundUncertainty } from './uncertainty/rounding.ts';
import { warningsOf, type Findings } from './warnings.ts';

/**
 * The whole analysis as steps: it stops where Monte Carlo trials are wanted and goes on with them (trial-job.ts). `analyze`
 * drives it in the calling thread; a pool of workers drives it across many. Throws AnalysisRefusal as `analyze` does.
 */
export function* analysisSteps(request: AnalysisRequest): TrialSteps<AnalysisResult> {
  checkRequest(request);
  const data = fitData(request.points);
  const groups = groupsOf(request.points);
  const outcome = fitCurve(data, defaultsOf(request.fit, request.unit), outsideScatter(request), groups);
  const hysteresis = hysteresisOf(request.points, outcome.residuals, groups);
  const repeatability = repeatabilityOf(outcome, groups, data.uMeasured !== null, hysteresis);
  const terms = budgetTerms(request.uncertainty, outcome, repeatability, request.conformity?.span, hysteresis);
  const correlations = correlationsOf(request.uncertainty, terms);
  const budget = budgetOf(request.uncertainty, terms, correlations);
  const fit = fitResult(data, outcome, groups, hysteresis);
  const runs = evaluateRuns(request, data, outcome, budget);
  const warnings = warningsOf({
    request,
    data,
    outcome,
    fit,
    repeatability,
    hysteresis,
    terms,
    correlations,
    budget,
    runs
  });
  return {
    engine: ENGINE,
    fit,
    points: runs.points,
    ...(runs.asFound === null ? {} : { as_found_points: runs.asFound }),
    ...(runs.verification === null ? {} : { verification_points: runs.verification }),
    ...budgetAtWorst(budget, runs.mostUncertain),
    ...(yield* monteCarloAtWorst({ request, outcome, terms, correlations, budget, runs })),
    ...(runs.evaluated === null ? {} : { evaluated: runs.evaluated }),
    ...(runs.inverse === null ? {} : { inverse: runs.inverse }),
    ...(request.conformity === undefined ? {} : { conformity: conformityOf(request, runs, budget) }),
    warnings
  };
}

/** The budget of the point with the greatest expanded uncertainty: what a later calibration takes from this one. */
function budgetAtWorst(budget: Budget, at: Situation) {
  const { combined, freedom, k, expanded } = budget.evaluate(at);
  return {
    budget: budget.entries(at),
    combined_standard_uncertainty: combined,
    effective_degrees_of_freedom: freedom === Infinity ? null : freedom,
    coverage_factor: k,
    coverage_probability: budget.coverage.probability(k, freedom),
    expanded_uncertainty: expanded,
    expanded_uncertainty_rounded: roundUncertainty(expanded)
  };
}

type Computed = Pick<Findings, 'request' | 'outcome' | 'terms' | 'correlations' | 'budget' | 'runs'>;

/** The trials are drawn at the same point as the budget. */
function* monteCarloAtWorst({
  request,
  outcome,
  terms,
  correlations,
  budget,
  runs
}: Computed): TrialSteps<{ monte_carlo?: MonteCarloResult }> {
  const asked = request.uncertainty.monte_carlo;
  if (asked === undefined) return {};
  const at = runs.mostUncertain;
  const evaluation = budget.evaluate(at);
  const model = buildTrialModel(outcome, terms, budget.countingTerms(at), correlations, at);
  const p = budget.coverage.probability(evaluation.k, evaluation.freedom);
  return { monte_carlo: yield* monteCarlo(asked, model, p, { value: at.corrected, evaluation }) };
}

function conformityOf(request: AnalysisRequest, runs: Runs, budget: Budget): ConformityResult | undefined {
  const { conformity, uncertainty } = request;
  if (conformity === undefined) return undefined;
  const judge = conformity.judge ?? (request.fit.model === 'none' ? 'as_found' : 'as_left');
  const worst = judge === 'as_found' ? runs.worstAsFound : runs.worstAsLeft;
  const verdict = worst?.verdict ?? null;
  const at = budget.evaluate(runs.mostUncertain);
  const cmc = uncertainty.cmc ?? 0;
  return {
    rule: conformity.rule,
    judge,
    as_found: runs.worstAsFound?.verdict ?? null,
    as_left: runs.worstAsLeft?.verdict ?? null,
    conforms: conforms(verdict),
    statement: statementOf({
      request: conformity,
      judge,
      verdict,
      adjusted: request.as_found_points !== undefined,
      k: at.k,
      probability: budget.coverage.probability(at.k, at.freedom),
      capability: cmc > 0 ? { value: cmc, unit: request.unit ?? '' } : null
    }),
    worst_point: worst?.index ?? null
  };
}
