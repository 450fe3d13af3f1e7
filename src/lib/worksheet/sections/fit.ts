/** The curve to fit and its options, with conversion to the request and back. */
import { modelOf, takesCorrelatedPoints } from '#lib/metrology/models/table.ts';
import { FIT_METHODS, type CovarianceKind, type FitMethod, type FitRequest, type Model } from '#lib/metrology/types.ts';
import { defined } from '../typed/defined.ts';
import { readDegree } from '../typed/degrees.ts';
import type { FieldReader } from '../typed/field-problem.ts';
import { readFormula } from '../typed/formula-text.ts';
import { numberText } from '../typed/number-text.ts';
import { readExpression } from '../typed/read-expression.ts';
import type { Section } from './section.ts';

export type FitForm = {
  readonly model: Model;
  readonly degree: string;
  /** Degrees of a rational function. */
  readonly numerator: string;
  readonly denominator: string;
  /** A custom formula, as typed. */
  readonly expression: string;
  /** Start values by parameter name; they are kept while the formula is edited. */
  readonly start: Readonly<Record<string, string>>;
  readonly method: FitMethod;
  readonly covariance: CovarianceKind | 'default';
  /** Coefficients of correlation of the points; empty: 0. */
  readonly correlation: { readonly reference_measured: string; readonly references: string; readonly readings: string };
};

export type FitFields = { readonly fit: FitForm };

/** With a correlation of 1 the quantities are identical, and there is nothing to fit. */
const MOST_CORRELATION = 0.999999;

export const fit: Section<FitFields, { readonly fit: FitRequest }> = {
  begin: () => ({
    fit: {
      model: 'polynomial',
      degree: 'auto',
      numerator: '1',
      denominator: '1',
      expression: '',
      start: {},
      method: 'ols',
      covariance: 'default',
      correlation: { reference_measured: '', references: '', readings: '' }
    }
  }),
  toRequest: ({ fit: typed }, reader) => {
    const { model, covariance } = typed;
    if (model === 'none') return { fit: { model } };
    const method = methodOf(typed);
    const known = method !== 'ols' || covariance !== 'known' ? covariance : 'default';
    return {
      fit: {
        model,
        ...readShape(typed, reader),
        method,
        ...(known === 'default' ? {} : { covariance: known }),
        ...(mayCorrelate(typed) ? readCorrelation(typed.correlation, reader) : {})
      }
    };
  },
  fromRequest: ({ fit: asked }, { fit: base }) => {
    const typed: FitForm = {
      model: asked.model,
      degree: String(asked.degree ?? 'auto'),
      numerator: String(asked.numerator ?? base.numerator),
      denominator: String(asked.denominator ?? base.denominator),
      expression: asked.expression ?? '',
      start: {},
      method: asked.method ?? 'ols',
      // `known` is the default of all methods with stated uncertainties.
      covariance: asked.covariance === 'scatter' ? 'scatter' : 'default',
      correlation: {
        reference_measured: numberText(asked.correlation?.reference_measured),
        references: numberText(asked.correlation?.references),
        readings: numberText(asked.correlation?.readings)
      }
    };
    const names = startNames(typed);
    const start = (asked.start ?? []).map((value, i) => [names[i] ?? '', String(value)] as const);
    return { fit: { ...typed, start: Object.fromEntries(start) } };
  },
  takeUp: (stored, fresh) => ({ fit: { ...fresh.fit, ...stored.fit } })
};

/** The fit methods of a model; none if nothing is fitted. */
export function methodsOf(model: Model): readonly FitMethod[] {
  const { methods } = modelOf(model);
  return methods === 'none' ? [] : methods === 'ols' ? ['ols'] : FIT_METHODS;
}

/** The effective method: the chosen one, if the model supports it. */
export function methodOf({ model, method }: FitForm): FitMethod {
  return methodsOf(model).includes(method) ? method : 'ols';
}

/** Whether the points have their own uncertainties. */
export function isWeighted(typed: FitForm): boolean {
  return methodOf(typed) !== 'ols';
}

/** Whether the fit supports correlated points: only a line with errors in both variables does. */
export function mayCorrelate(typed: FitForm): boolean {
  return takesCorrelatedPoints(typed.model, methodOf(typed));
}

/** The names of the start values of a fit, in the order of the request; none if the model has none. */
export function startNames({ model, expression, numerator, denominator }: FitForm): readonly string[] {
  const { options, coefficients } = modelOf(model);
  if (options.includes('expression')) return readFormula(expression).parameters;
  if (!options.includes('start')) return [];
  const shape = { degree: 1, numerator: Number(numerator) || 0, denominator: Number(denominator) || 0, parameters: [] };
  return coefficients(shape).map((_, i) => `c${i}`);
}

/** A start value as the field shows it: a custom formula begins at 1 until another value is typed. */
export function startText({ model, start }: FitForm, name: string): string {
  return start[name] ?? (modelOf(model).options.includes('expression') ? '1' : '');
}

function readCorrelation(typed: FitForm['correlation'], reader: FieldReader): Partial<FitRequest> {
  const read = (between: keyof FitForm['correlation']) =>
    reader.number(`fit.correlation.${between}`, typed[between], { min: -MOST_CORRELATION, max: MOST_CORRELATION });
  const correlation = defined({
    reference_measured: read('reference_measured'),
    references: read('references'),
    readings: read('readings')
  });
  return Object.keys(correlation).length === 0 ? {} : { correlation };
}

function readShape(typed: FitForm, reader: FieldReader): Partial<FitRequest> {
  const { options } = modelOf(typed.model);
  if (options.includes('degree')) {
    return { degree: typed.degree === 'auto' ? 'auto' : readDegree(typed, 'degree', 'fit', reader) };
  }
  return {
    ...(options.includes('numerator') ? { numerator: readDegree(typed, 'numerator', 'fit', reader) } : {}),
    ...(options.includes('denominator') ? { denominator: readDegree(typed, 'denominator', 'fit', reader) } : {}),
    ...(options.includes('expression')
      ? { expression: readExpression(typed.expression, 'fit.expression', reader) }
      : {}),
    ...readStart(typed, reader)
  };
}

/** All start values or none: the search needs all of them. */
function readStart(typed: FitForm, reader: FieldReader): Partial<FitRequest> {
  const names = startNames(typed);
  const texts = names.map((name) => startText(typed, name));
  if (texts.every((text) => text.trim() === '') && !modelOf(typed.model).options.includes('expression')) return {};
  const values = names.map((name, i) => reader.number(`fit.start.${name}`, texts[i] ?? '', { required: true }));
  const start = values.filter((value) => value !== undefined);
  return start.length === names.length && names.length > 0 ? { start } : {};
}
