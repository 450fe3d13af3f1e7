import { modelFormula } from './formula/model-formulas.ts';
import { POSITIVE_READINGS } from './other-curves.ts';
import { kelvinAtZero } from './plan.ts';
import { AnalysisRefusal, DEGREES, type AnalysisRequest, type FitRequest, type Model } from './types.ts';

type Path = readonly (string | number)[];

/** Which option belongs to which models; `degree` is looked at apart. */
const OPTIONS: Readonly<Record<'numerator' | 'denominator' | 'expression' | 'start', readonly Model[]>> = {
  numerator: ['rational'],
  denominator: ['rational'],
  expression: ['custom'],
  start: ['exponential', 'power', 'rational', 'logistic_4', 'logistic_5', 'steinhart_hart', 'custom']
};

/** Refuses a fit that contradicts itself, lacks what its model needs, or has readings outside the model's domain. */
export function checkFit(request: AnalysisRequest): void {
  const { fit } = request;
  checkDegree(fit);
  for (const option of ['numerator', 'denominator', 'expression', 'start'] as const) {
    if (fit[option] === undefined || OPTIONS[option].includes(fit.model)) continue;
    throw refusal('unused_option', ['fit', option], `The model "${fit.model}" has no option "${option}".`);
  }
  if (fit.model === 'rational') checkRational(fit);
  if (fit.model === 'custom') checkCustom(fit);
  if (fit.model === 'interpolation' && fit.method !== undefined && fit.method !== 'ols') {
    const message = `Interpolation passes through the means of the points: the method "${fit.method}" does not apply.`;
    throw refusal('method_unavailable', ['fit', 'method'], message);
  }
  if (fit.covariance === 'known' && (fit.method ?? 'ols') === 'ols') {
    const message = 'A known covariance comes from stated uncertainties: choose the method "wls" or "gdr".';
    throw refusal('covariance_unknown', ['fit', 'covariance'], message);
  }
  if (POSITIVE_READINGS.includes(fit.model)) checkPositive(request);
  if (fit.model === 'steinhart_hart' || fit.model === 'callendar_van_dusen') checkTemperatures(request);
}

function checkDegree({ model, degree }: FitRequest): void {
  if (model === 'polynomial') {
    if (degree === 'auto' || isDegree(degree, 'degree')) return;
    const { min, max } = DEGREES.degree;
    throw refusal('bad_degree', ['fit', 'degree'], `A polynomial needs a degree from ${min} to ${max}, or "auto".`);
  }
  if (degree !== undefined && !(model === 'linear' && degree === 1)) {
    throw refusal('unused_option', ['fit', 'degree'], `The model "${model}" has no degree to choose.`);
  }
}

function checkRational(fit: FitRequest): void {
  for (const name of ['numerator', 'denominator'] as const) {
    if (isDegree(fit[name], name)) continue;
    const { min, max } = DEGREES[name];
    const message = `A rational function needs the degree of its ${name}, from ${min} to ${max}.`;
    throw refusal('bad_degree', ['fit', name], message);
  }
  if (fit.numerator !== 0 || fit.denominator !== 0) return;
  const message = 'A rational function of degree 0 above and below is a constant: it corrects nothing.';
  throw refusal('bad_degree', ['fit', 'numerator'], message);
}

function isDegree(value: number | undefined, part: keyof typeof DEGREES): boolean {
  const { min, max } = DEGREES[part];
  return value !== undefined && Number.isInteger(value) && value >= min && value <= max;
}

function checkCustom({ expression, start, model }: FitRequest): void {
  if (expression === undefined || expression.trim() === '') {
    throw refusal('missing_expression', ['fit', 'expression'], 'A custom model needs its formula.');
  }
  modelFormula({ model, expression, size: 0 });
  start?.forEach((value, index) => {
    if (Number.isFinite(value)) return;
    throw refusal('not_finite', ['fit', 'start', index], 'A finite number is needed here.');
  });
}

function checkPositive(request: AnalysisRequest): void {
  const { model } = request.fit;
  const check = (value: number, path: Path): void => {
    if (value > 0) return;
    throw refusal('domain', path, `The model "${model}" needs readings greater than zero.`);
  };
  for (const list of ['points', 'as_found_points', 'verification_points'] as const) {
    request[list]?.forEach((point, index) => check(point.measured, [list, index, 'measured']));
  }
  request.evaluate_at?.forEach((value, index) => check(value, ['evaluate_at', index]));
}

/** The resistance thermometer's formula counts from the ice point (IEC 60751), and nothing is colder than absolute zero. */
function checkTemperatures({ points, unit, fit }: AnalysisRequest): void {
  if (fit.model === 'callendar_van_dusen' && unit !== undefined && kelvinAtZero(unit) === 0) {
    throw refusal('domain', ['unit'], `The model "${fit.model}" needs temperatures in °C, not in ${unit}.`);
  }
  const kelvin = fit.model === 'steinhart_hart' && kelvinAtZero(unit) === 0;
  const index = points.findIndex(({ reference }) => !(reference > (kelvin ? 0 : -273.15)));
  if (index < 0) return;
  throw refusal('domain', ['points', index, 'reference'], 'This temperature is below absolute zero.');
}

function refusal(code: string, path: Path, message: string): AnalysisRefusal {
  return new AnalysisRefusal(code, path, message);
}
