import { checkRequest } from './check-request.ts';
import { conforms, widened, type Span } from './conformity/overall.ts';
import { procedureRisk } from './conformity/procedure-risk.ts';
import { statementOf } from './conformity/statement.ts';
import { ENGINE } from './engine.ts';
import { fitCurve } from './fit/fit-curve.ts';
import { fitData } from './fit/fit-data.ts';
import { fitResult } from './fit/fit-result.ts';
import { groupsOf, repeatsInOneDirection } from './fit/groups.ts';
import { hysteresisOf } from './fit/hysteresis.ts';
import { buildTrialModel } from './monte-carlo/build-trial-model.ts';
import { monteCarlo } from './monte-carlo/monte-carlo.ts';
import type { TrialSteps } from './monte-carlo/trial-job.ts';
import { isJudgedOtherwise } from './older-format.ts';
import { defaultsOf, outsideScatter } from './plan.ts';
import { evaluateRuns, type Runs } from './runs.ts';
import type {
  AnalysisRequest,
  AnalysisResult,
  AnalysisWarning,
  ConformityResult,
  Judge,
  MonteCarloResult,
  PointResult,
  ReportedUncertainty
} from './types.ts';
import { budgetOf, type Budget } from './uncertainty/budget.ts';
import { isCapability } from './uncertainty/capability.ts';
import { DEFAULT_COVERAGE_PROBABILITY } from './uncertainty/coverage.ts';
import { budgetTerms, type Situation } from './uncertainty/budget-terms.ts';
import { correlationsOf } from './uncertainty/correlations.ts';
import { repeatabilityOf } from './uncertainty/repeatability.ts';
import { roundUncertainty } from './uncertainty/rounding.ts';
import { warningsOf, type Findings } from './warnings.ts';

const OLDER_FORMAT: AnalysisWarning = {
  code: 'older_format',
  message:
    'Points of equal value count as repeats here, as in records of before version 3.6.1+2. By the rule of today, repeats are ' +
    'declared, and the verdict or the uncertainty would be another.'
};

/**
 * The whole analysis as steps: it stops where Monte Carlo trials are needed and continues with their results
 * (trial-job.ts). `analyze` drives it in the calling thread; a pool of workers drives it across many. Throws
 * AnalysisRefusal as `analyze` does.
 */
export function* analysisSteps(request: AnalysisRequest): TrialSteps<AnalysisResult> {
  checkRequest(request);
  const data = fitData(request.points);
  const groups = groupsOf(request.points, request.format);
  const oneDirection = repeatsInOneDirection(request.points, groups);
  const outcome = fitCurve(data, defaultsOf(request.fit, request.unit), outsideScatter(request), groups, oneDirection);
  const hysteresis = hysteresisOf(request.points, outcome.residuals, groups, oneDirection);
  const repeatability = repeatabilityOf(outcome, data.uMeasured !== null);
  const terms = budgetTerms(
    request.uncertainty,
    outcome,
    repeatability,
    request.conformity?.span,
    hysteresis,
    request.evaluate_at?.some((asked) => typeof asked !== 'number')
  );
  const correlations = correlationsOf(request.uncertainty, terms, request.fit.correlation);
  const budget = budgetOf(request.uncertainty, terms, correlations);
  const fit = fitResult(data, outcome, hysteresis);
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
  const found = {
    engine: ENGINE,
    fit,
    points: runs.points,
    ...(runs.asFound === null ? {} : { as_found_points: runs.asFound }),
    ...(runs.verification === null ? {} : { verification_points: runs.verification }),
    ...budgetAtWorst(budget, runs.mostUncertain),
    ...(runs.atMost === null ? {} : { at_most: runs.atMost }),
    ...(yield* monteCarloAtWorst({ request, outcome, terms, correlations, budget, runs })),
    ...(runs.evaluated === null ? {} : { evaluated: runs.evaluated }),
    ...(runs.inverse === null ? {} : { inverse: runs.inverse }),
    ...(request.conformity === undefined ? {} : { conformity: conformityOf(request, runs, budget) })
  };
  return {
    ...found,
    warnings: isJudgedOtherwise(request, found, analysisSteps) ? [...warnings, OLDER_FORMAT] : warnings
  };
}

/** The budget of the point with the greatest expanded uncertainty: a later calibration uses it. */
function budgetAtWorst(budget: Budget, at: Situation) {
  const { combined, freedom, k, probability, expanded } = budget.evaluate(at);
  return {
    budget: budget.entries(at),
    combined_standard_uncertainty: combined,
    effective_degrees_of_freedom: freedom === Infinity ? null : freedom,
    coverage_factor: k,
    coverage_probability: probability,
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
  // The trials use only the lines, so they are compared with the result of these.
  const evaluation = budget.ownEvaluation(at);
  const of = { ...outcome, curve: runs.reportedCurve };
  const model = buildTrialModel(of, terms, budget.countingTerms(at), correlations, at);
  const { combined, expanded, probability } = evaluation;
  return {
    monte_carlo: {
      ...(yield* monteCarlo(asked, model, probability, { value: at.corrected, evaluation })),
      compared_with: {
        standard_uncertainty: combined,
        expanded_uncertainty: expanded,
        coverage_probability: probability
      }
    }
  };
}

function conformityOf(request: AnalysisRequest, runs: Runs, budget: Budget): ConformityResult | undefined {
  const { conformity, uncertainty } = request;
  if (conformity === undefined) return undefined;
  const corrected = request.fit.model !== 'none';
  const adjusted = request.as_found_points !== undefined;
  // Nothing was adjusted or corrected: there is no other state than the one found, and every reading is of it.
  const isOneState = !corrected && !adjusted;
  const judge = isOneState ? 'as_found' : (conformity.judge ?? (corrected ? 'as_left' : 'as_found'));
  const worst = judge === 'as_found' ? runs.worstAsFound : runs.worstAsLeft;
  const tightest = judge === 'as_found' ? runs.tightestAsFound : runs.tightestAsLeft;
  const verdict = worst?.verdict ?? null;
  const whole = [...runs.points, ...(runs.verification ?? [])];
  const run = isOneState || judge === 'as_left' ? whole : (runs.asFound ?? runs.points);
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
      adjusted,
      corrected,
      coverage: worst === null ? null : { ...worst, probability: probabilityOf(run, judge, budget) },
      unit: request.unit ?? '',
      capability: uncertainty.cmc === undefined || uncertainty.cmc === 0 ? null : uncertainty.cmc
    }),
    worst_point: worst?.index ?? null,
    ...(conformity.population !== undefined && {
      procedure_risk: tightest === null ? null : procedureRisk(conformity, conformity.population, tightest)
    })
  };
}

/** The uncertainty of the judged error, which is that of the corrected value where it has no other. */
const ofError = (point: PointResult, judge: Judge): ReportedUncertainty =>
  (judge === 'as_found' ? point.error_uncertainty : point.error_after_correction_uncertainty) ?? point;

/** The coverage probability of the factors of the errors that were judged: a different one if a factor was given or the capability applies. */
function probabilityOf(run: readonly PointResult[], judge: Judge, { coverage }: Budget): Span {
  let found: Span | null = null;
  // An abridged result has the judgement of no point.
  const judged = run.filter((point) => point[judge] !== null);
  for (const point of judged.length > 0 ? judged : run) {
    const { k, nu_eff: nu } = ofError(point, judge);
    found = widened(
      found,
      isCapability(k, nu) ? DEFAULT_COVERAGE_PROBABILITY : coverage.probability(k, nu ?? Infinity)
    );
  }
  return found ?? widened(null, DEFAULT_COVERAGE_PROBABILITY);
}
