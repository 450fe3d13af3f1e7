/** What can be chosen for which model: methods, start values, and the formula in words of its coefficients. */
import { FIT_METHODS, type FitMethod, type Model } from '#lib/metrology/types.ts';
import { readFormula } from '../calibration/formula-text.ts';
import type { CalibrateForm } from './calibrate-form.ts';

/** Each model as it is written down; `polynomial`, `rational` and the models without a formula in general terms. */
export const MODEL_FORMULAS: Readonly<Record<Model, string>> = {
  none: 'x = y',
  offset: 'x = y + c0',
  proportional: 'x = c1·y',
  linear: 'x = c0 + c1·y',
  polynomial: 'x = c0 + c1·y + c2·y² + …',
  logarithmic: 'x = c0 + c1·ln y',
  exponential: 'x = c0·exp(c1·y)',
  power: 'x = c0·y^c1',
  rational: 'x = (c0 + c1·y + …) / (1 + …·y + …)',
  logistic_4: 'x = c3 + (c0 − c3) / (1 + (y/c2)^c1)',
  logistic_5: 'x = c3 + (c0 − c3) / (1 + (y/c2)^c1)^c4',
  callendar_van_dusen: 'y = c0·(1 + c1·x + c2·x² + c3·(x − 100)·x³)',
  steinhart_hart: '1/T = c0 + c1·ln y + c2·(ln y)³',
  interpolation: '',
  custom: ''
};

/** The same with the names that certificates give the coefficients. */
export const STATED_FORMULAS: Readonly<Record<Model, string>> = {
  ...MODEL_FORMULAS,
  callendar_van_dusen: 'R = R0·(1 + A·t + B·t² + C·(t − 100)·t³)',
  steinhart_hart: '1/T = A + B·ln R + C·(ln R)³'
};

/** Models whose search begins at start values; only `custom` has no guesses of its own. */
const WITH_START: readonly Model[] = ['exponential', 'power', 'rational', 'logistic_4', 'logistic_5', 'steinhart_hart'];

/** The methods that a model can be fitted with; none where nothing is fitted. */
export function methodsOf(model: Model): readonly FitMethod[] {
  if (model === 'none') return [];
  return model === 'interpolation' ? ['ols'] : FIT_METHODS;
}

/** The method that counts: the one chosen, where the model has it. */
export function methodOf({ model, method }: CalibrateForm['fit']): FitMethod {
  return methodsOf(model).includes(method) ? method : 'ols';
}

/** Whether the points carry uncertainties of their own. */
export function isWeighted(fit: CalibrateForm['fit']): boolean {
  return methodOf(fit) !== 'ols';
}

/** The names of the start values of a fit, in the order in which they are sent; none where the model takes none. */
export function startNames({ model, expression, numerator, denominator }: CalibrateForm['fit']): readonly string[] {
  if (model === 'custom') return readFormula(expression).parameters;
  if (!WITH_START.includes(model)) return [];
  const counts: Partial<Record<Model, number>> = { logistic_4: 4, logistic_5: 5, steinhart_hart: 3 };
  const count = model === 'rational' ? 1 + (Number(numerator) || 0) + (Number(denominator) || 0) : (counts[model] ?? 2);
  return Array.from({ length: count }, (_, i) => `c${i}`);
}

/** A start value as the field shows it: a custom formula begins at 1 until another value is typed. */
export function startText({ model, start }: CalibrateForm['fit'], name: string): string {
  return start[name] ?? (model === 'custom' ? '1' : '');
}
