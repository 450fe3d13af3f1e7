/** From the fit as typed to the fit of the request. */
import { modelOf } from '#lib/metrology/models/table.ts';
import type { FitRequest } from '#lib/metrology/types.ts';
import type { CalibrateForm } from '../form/calibrate-form.ts';
import { defined } from '../typed/defined.ts';
import { readDegree } from '../typed/degrees.ts';
import type { FieldReader } from '../typed/field-problem.ts';
import { mayCorrelate, methodOf, startNames, startText } from './fit-options.ts';
import { readExpression } from '../typed/read-expression.ts';

/** Two quantities with a correlation of 1 are one: then there is nothing to be fitted. */
const MOST_CORRELATION = 0.999999;

/** The fit of a form; what cannot be read is told to `reader`. */
export function readFit({ fit }: CalibrateForm, reader: FieldReader): FitRequest {
  const { model, covariance } = fit;
  if (model === 'none') return { model };
  const method = methodOf(fit);
  const known = method !== 'ols' || covariance !== 'known' ? covariance : 'default';
  return {
    model,
    ...readShape(fit, reader),
    method,
    ...(known === 'default' ? {} : { covariance: known }),
    ...(mayCorrelate(fit) ? readCorrelation(fit.correlation, reader) : {})
  };
}

function readCorrelation(typed: CalibrateForm['fit']['correlation'], reader: FieldReader): Partial<FitRequest> {
  const correlation = defined({
    reference_measured: readCoefficient('reference_measured', typed, reader),
    references: readCoefficient('references', typed, reader),
    readings: readCoefficient('readings', typed, reader)
  });
  return Object.keys(correlation).length === 0 ? {} : { correlation };
}

function readCoefficient(
  kind: keyof CalibrateForm['fit']['correlation'],
  typed: CalibrateForm['fit']['correlation'],
  reader: FieldReader
): number | undefined {
  return reader.number(`fit.correlation.${kind}`, typed[kind], { min: -MOST_CORRELATION, max: MOST_CORRELATION });
}

function readShape(fit: CalibrateForm['fit'], reader: FieldReader): Partial<FitRequest> {
  const { options } = modelOf(fit.model);
  if (options.includes('degree')) {
    return { degree: fit.degree === 'auto' ? 'auto' : readDegree(fit, 'degree', 'fit', reader) };
  }
  return {
    ...(options.includes('numerator') ? { numerator: readDegree(fit, 'numerator', 'fit', reader) } : {}),
    ...(options.includes('denominator') ? { denominator: readDegree(fit, 'denominator', 'fit', reader) } : {}),
    ...(options.includes('expression') ? { expression: readExpression(fit.expression, 'fit.expression', reader) } : {}),
    ...readStart(fit, reader)
  };
}

/** All start values or none: with one missing the search has nowhere to begin. */
function readStart(fit: CalibrateForm['fit'], reader: FieldReader): Partial<FitRequest> {
  const names = startNames(fit);
  const texts = names.map((name) => startText(fit, name));
  if (texts.every((text) => text.trim() === '') && !modelOf(fit.model).options.includes('expression')) return {};
  const values = names.map((name, i) => reader.number(`fit.start.${name}`, texts[i] ?? '', { required: true }));
  const start = values.filter((value) => value !== undefined);
  return start.length === names.length && names.length > 0 ? { start } : {};
}
