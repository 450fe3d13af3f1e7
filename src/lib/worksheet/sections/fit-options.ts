/** What can be chosen for which model: methods and start values. */
import { modelOf } from '#lib/metrology/models/table.ts';
import { FIT_METHODS, type FitMethod, type Model } from '#lib/metrology/types.ts';
import { readFormula } from '../typed/formula-text.ts';
import type { CalibrateForm } from '../form/calibrate-form.ts';

/** The methods that a model can be fitted with; none where nothing is fitted. */
export function methodsOf(model: Model): readonly FitMethod[] {
  const { methods } = modelOf(model);
  return methods === 'none' ? [] : methods === 'ols' ? ['ols'] : FIT_METHODS;
}

/** The method that counts: the one chosen, where the model has it. */
export function methodOf({ model, method }: CalibrateForm['fit']): FitMethod {
  return methodsOf(model).includes(method) ? method : 'ols';
}

/** Whether the points carry uncertainties of their own. */
export function isWeighted(fit: CalibrateForm['fit']): boolean {
  return methodOf(fit) !== 'ols';
}

/** Whether the fit knows points that are correlated with one another: a line by errors in both variables does. */
export function mayCorrelate(fit: CalibrateForm['fit']): boolean {
  return fit.model === 'linear' && methodOf(fit) === 'gdr';
}

/** The names of the start values of a fit, in the order in which they are sent; none where the model takes none. */
export function startNames({ model, expression, numerator, denominator }: CalibrateForm['fit']): readonly string[] {
  const { options, coefficients } = modelOf(model);
  if (options.includes('expression')) return readFormula(expression).parameters;
  if (!options.includes('start')) return [];
  const shape = { degree: 1, numerator: Number(numerator) || 0, denominator: Number(denominator) || 0, parameters: [] };
  return coefficients(shape).map((_, i) => `c${i}`);
}

/** A start value as the field shows it: a custom formula begins at 1 until another value is typed. */
export function startText({ model, start }: CalibrateForm['fit'], name: string): string {
  return start[name] ?? (modelOf(model).options.includes('expression') ? '1' : '');
}
