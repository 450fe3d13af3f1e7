/** From the fit as typed to the fit of the request. */
import type { FitRequest } from '#lib/metrology/types.ts';
import type { CalibrateForm } from './calibrate-form.ts';
import { readDegree } from './degrees.ts';
import type { FieldReader } from './field-problem.ts';
import { methodOf, startNames, startText } from './fit-options.ts';
import { readExpression } from './read-expression.ts';

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
    ...(known === 'default' ? {} : { covariance: known })
  };
}

function readShape(fit: CalibrateForm['fit'], reader: FieldReader): Partial<FitRequest> {
  switch (fit.model) {
    case 'polynomial':
      return { degree: fit.degree === 'auto' ? 'auto' : readDegree(fit, 'degree', 'fit', reader) };
    case 'rational':
      return {
        numerator: readDegree(fit, 'numerator', 'fit', reader),
        denominator: readDegree(fit, 'denominator', 'fit', reader),
        ...readStart(fit, reader)
      };
    case 'custom':
      return { expression: readExpression(fit.expression, 'fit.expression', reader), ...readStart(fit, reader) };
    default:
      return readStart(fit, reader);
  }
}

/** All start values or none: with one missing the search has nowhere to begin. */
function readStart(fit: CalibrateForm['fit'], reader: FieldReader): Partial<FitRequest> {
  const names = startNames(fit);
  const texts = names.map((name) => startText(fit, name));
  if (texts.every((text) => text.trim() === '') && fit.model !== 'custom') return {};
  const values = names.map((name, i) => reader.number(`fit.start.${name}`, texts[i] ?? '', { required: true }));
  const start = values.filter((value) => value !== undefined);
  return start.length === names.length && names.length > 0 ? { start } : {};
}
