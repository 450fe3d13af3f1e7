import { correlates } from './plan.ts';
import { DEGREES } from './models/degrees.ts';
import { compiledFormula } from './models/formula-model.ts';
import { modelOf, takesCorrelatedPoints, termsOf } from './models/table.ts';
import { temperatureScale } from './temperature-unit.ts';
import { indicationOf } from './run-point.ts';
import { AnalysisRefusal } from './refusal.ts';
import type { AnalysisRequest, FitRequest, PointCorrelation } from './types.ts';

type Path = readonly (string | number)[];

/** Refuses a fit that contradicts itself, lacks what its model needs, or has readings outside the model's domain. */
export function checkFit(request: AnalysisRequest): void {
  const { fit } = request;
  const { options, methods, needsPositiveReadings, temperatures } = modelOf(fit.model);
  checkDegree(fit);
  for (const option of ['numerator', 'denominator', 'expression', 'start'] as const) {
    if (fit[option] === undefined || options.includes(option)) continue;
    throw refusal('unused_option', ['fit', option], `The model "${fit.model}" has no option "${option}".`);
  }
  if (options.includes('numerator')) checkRational(fit);
  if (options.includes('expression')) checkCustom(fit);
  if (methods === 'ols' && fit.method !== undefined && fit.method !== 'ols') {
    const message = `Interpolation passes through the means of the points: the method "${fit.method}" does not apply.`;
    throw refusal('method_unavailable', ['fit', 'method'], message);
  }
  if (fit.covariance === 'known' && (fit.method ?? 'ols') === 'ols') {
    const message = 'A known covariance comes from stated uncertainties: choose the method "wls" or "gdr".';
    throw refusal('covariance_unknown', ['fit', 'covariance'], message);
  }
  if (fit.correlation !== undefined) checkCorrelation(request, fit.correlation);
  if (needsPositiveReadings) checkPositive(request);
  if (temperatures !== undefined) checkTemperatures(request, temperatures);
}

function checkDegree({ model, degree }: FitRequest): void {
  if (modelOf(model).options.includes('degree')) {
    if (degree === 'auto' || isDegree(degree, 'degree')) return;
    const { min, max } = DEGREES.degree;
    throw refusal('bad_degree', ['fit', 'degree'], `A polynomial needs a degree from ${min} to ${max}, or "auto".`);
  }
  if (degree !== undefined && !(termsOf(model) === 'all' && degree === 1)) {
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

function checkCustom({ expression, start }: FitRequest): void {
  if (expression === undefined || expression.trim() === '') {
    throw refusal('missing_expression', ['fit', 'expression'], 'A custom model needs its formula.');
  }
  compiledFormula(expression);
  start?.forEach((value, index) => {
    if (Number.isFinite(value)) return;
    throw refusal('not_finite', ['fit', 'start', index], 'A finite number is needed here.');
  });
}

/** Few models take correlations between points, by one method; correlated uncertainties must be stated. */
function checkCorrelation({ fit, points }: AnalysisRequest, correlation: PointCorrelation): void {
  for (const name of ['reference_measured', 'references', 'readings'] as const) {
    const r = correlation[name];
    if (r === undefined || (r > -1 && r < 1)) continue;
    const message = 'The correlation of points lies between -1 and 1, both left out.';
    throw refusal('out_of_range', ['fit', 'correlation', name], message);
  }
  if (!correlates(correlation)) return;
  if (!takesCorrelatedPoints(fit.model, fit.method)) {
    const message = 'Correlated points are fitted by a line with the method "gdr".';
    throw refusal('correlation_unused', ['fit', 'correlation'], message);
  }
  const { reference_measured: r = 0, references = 0, readings = 0 } = correlation;
  const needed = [
    ...(r !== 0 || references !== 0 ? (['u_reference'] as const) : []),
    ...(r !== 0 || readings !== 0 ? (['u_measured'] as const) : [])
  ];
  points.forEach((point, index) => {
    const lacking = needed.find((field) => point[field] === undefined);
    if (lacking === undefined) return;
    const message = `What is correlated must be stated: ${lacking} of every point.`;
    throw refusal('missing_uncertainty', ['points', index, lacking], message);
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
  request.evaluate_at?.forEach((asked, index) => check(indicationOf(asked), ['evaluate_at', index]));
}

/**
 * The formula of the resistance thermometer counts from the ice point (IEC 60751), that of the thermistor from absolute
 * zero: the unit must say which applies. Nothing is colder than absolute zero.
 */
function checkTemperatures({ points, unit, fit }: AnalysisRequest, counted: 'celsius' | 'absolute'): void {
  const scale = temperatureScale(unit);
  const fromIce = counted === 'celsius';
  if (fromIce ? unit !== undefined && scale !== 'celsius' : scale === null) {
    const wanted = fromIce ? '°C' : '°C or K';
    throw refusal(
      'temperature_unit',
      ['unit'],
      `The model "${fit.model}" needs temperatures in ${wanted}${unit === undefined ? '' : `, not in ${unit}`}.`
    );
  }
  const index = points.findIndex(({ reference }) => !(reference > (scale === 'kelvin' ? 0 : -273.15)));
  if (index < 0) return;
  throw refusal('domain', ['points', index, 'reference'], 'This temperature is below absolute zero.');
}

function refusal(code: string, path: Path, message: string): AnalysisRefusal {
  return new AnalysisRefusal(code, path, message);
}
