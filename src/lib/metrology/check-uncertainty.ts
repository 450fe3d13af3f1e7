import { checkNumber } from './check-points.ts';
import { AnalysisRefusal } from './refusal.ts';
import type { AnalysisRequest, Contribution, UncertaintyRequest } from './types.ts';

type Path = readonly (string | number)[];

/** Below half a degree of freedom, a standard uncertainty is known worse than to its own size (JCGM 100 G.4.2). */
const LEAST_FREEDOM = 0.5;

/** Refuses uncertainties that contradict themselves or lack what their evaluation needs. */
export function checkUncertaintyRequest(request: AnalysisRequest): void {
  const { uncertainty } = request;
  const path = (field: string): Path => ['uncertainty', field];
  checkCoverage(uncertainty);
  notNegative(uncertainty.resolution, path('resolution'));
  if (typeof uncertainty.cmc === 'object') {
    notNegative(uncertainty.cmc.a, [...path('cmc'), 'a']);
    notNegative(uncertainty.cmc.b, [...path('cmc'), 'b']);
  } else notNegative(uncertainty.cmc, path('cmc'));
  const averaged = uncertainty.readings_averaged;
  if (averaged !== undefined && !(Number.isSafeInteger(averaged) && averaged >= 1)) {
    throw new AnalysisRefusal(
      'out_of_range',
      path('readings_averaged'),
      'The number of readings is an integer from 1.'
    );
  }
  const reference = uncertainty.reference_standard;
  if (reference !== undefined) {
    notNegative(reference.expanded_uncertainty, [...path('reference_standard'), 'expanded_uncertainty']);
    positive(reference.coverage_factor, [...path('reference_standard'), 'coverage_factor']);
    freedom(reference.degrees_of_freedom, [...path('reference_standard'), 'degrees_of_freedom']);
  }
  checkMonteCarlo(uncertainty);
  uncertainty.contributions?.forEach((contribution, index) => {
    checkContribution(contribution, [...path('contributions'), index], request.conformity?.span);
  });
  uncertainty.correlations?.forEach(({ r }, index) => {
    if (r >= -1 && r <= 1) return;
    const message = 'A correlation coefficient lies between -1 and 1.';
    throw new AnalysisRefusal('out_of_range', [...path('correlations'), index, 'r'], message);
  });
}

function checkCoverage({
  coverage_probability: p,
  coverage_factor: k,
  coverage_method: method
}: UncertaintyRequest): void {
  if (p !== undefined && k !== undefined) {
    const message = 'Give either a coverage probability or a coverage factor, not both.';
    throw new AnalysisRefusal('coverage_twice', ['uncertainty', 'coverage_factor'], message);
  }
  if (p !== undefined && !(p > 0 && p < 1)) {
    const message = 'A coverage probability lies between 0 and 1.';
    throw new AnalysisRefusal('out_of_range', ['uncertainty', 'coverage_probability'], message);
  }
  positive(k, ['uncertainty', 'coverage_factor']);
  if (k !== undefined && method === 'ea_dominant') {
    const message = 'The coverage method "ea_dominant" finds the coverage factor itself: give a probability instead.';
    throw new AnalysisRefusal('coverage_twice', ['uncertainty', 'coverage_factor'], message);
  }
}

function checkMonteCarlo({ monte_carlo: asked }: UncertaintyRequest): void {
  if (asked === undefined) return;
  const { trials, seed } = asked;
  if (trials !== 'adaptive' && !(Number.isSafeInteger(trials) && trials >= 1000 && trials <= 1e7)) {
    const message = 'The number of trials is an integer from 1000 to 10 000 000, or "adaptive".';
    throw new AnalysisRefusal('out_of_range', ['uncertainty', 'monte_carlo', 'trials'], message);
  }
  if (!(Number.isSafeInteger(seed) && seed >= 0)) {
    throw new AnalysisRefusal('out_of_range', ['uncertainty', 'monte_carlo', 'seed'], 'A seed is an integer from 0.');
  }
}

function checkContribution(contribution: Contribution, path: Path, span: number | undefined): void {
  notNegative(contribution.value, [...path, 'value']);
  positive(contribution.divisor, [...path, 'divisor']);
  positive(contribution.k, [...path, 'k']);
  if (contribution.sensitivity !== undefined) checkNumber(contribution.sensitivity, [...path, 'sensitivity']);
  freedom(contribution.degrees_of_freedom, [...path, 'degrees_of_freedom']);
  if (contribution.divisor !== undefined && contribution.k !== undefined) {
    const message = 'Give either a divisor or a coverage factor k, not both.';
    throw new AnalysisRefusal('divisor_twice', [...path, 'k'], message);
  }
  if (contribution.type === 'A' && (contribution.degrees_of_freedom ?? null) === null) {
    const message = 'A Type A evaluation comes from readings: say with how many degrees of freedom.';
    throw new AnalysisRefusal('missing_degrees_of_freedom', [...path, 'degrees_of_freedom'], message);
  }
  const beta = contribution.beta;
  if (beta !== undefined && !(beta >= 0 && beta <= 1)) {
    throw new AnalysisRefusal('out_of_range', [...path, 'beta'], 'The β of a trapezoid lies between 0 and 1.');
  }
  if (contribution.value_kind === 'percent_of_span' && span === undefined) {
    const message = 'A percentage of the span needs the span (conformity.span).';
    throw new AnalysisRefusal('missing_span', [...path, 'value_kind'], message);
  }
}

/** Refuses a value that is present but not a positive number. */
export function positive(value: number | undefined, path: Path): void {
  if (value === undefined) return;
  checkNumber(value, path);
  if (!(value > 0)) throw new AnalysisRefusal('not_positive', path, 'A number greater than zero is needed here.');
}

function notNegative(value: number | undefined, path: Path): void {
  if (value === undefined) return;
  checkNumber(value, path);
  if (value < 0) throw new AnalysisRefusal('negative', path, 'A number not below zero is needed here.');
}

function freedom(value: number | null | undefined, path: Path): void {
  if (value === undefined || value === null) return;
  checkNumber(value, path);
  if (value < LEAST_FREEDOM) {
    throw new AnalysisRefusal('out_of_range', path, `Degrees of freedom are at least ${LEAST_FREEDOM}.`);
  }
}
