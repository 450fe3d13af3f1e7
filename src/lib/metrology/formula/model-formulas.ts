import type { CorrectionCurve } from '../types.ts';
import { formulaOf, type Formula } from './formula.ts';

const FIXED = {
  logarithmic: 'c0 + c1 * ln(y)',
  exponential: 'c0 * exp(c1 * y)',
  power: 'c0 * y^c1',
  logistic_4: 'c3 + (c0 - c3) / (1 + (y / c2)^c1)',
  logistic_5: 'c3 + (c0 - c3) / (1 + (y / c2)^c1)^c4'
} as const;

const REMEMBERED = 50;
const compiled = new Map<string, Formula>();

/** What a formula depends on, of a curve or of a plan. */
export type FormulaSource = Pick<CorrectionCurve, 'model' | 'center' | 'numerator' | 'expression'> & {
  readonly size: number;
};

/**
 * The formula of a nonlinear model with its coefficients in order; null for the models that have none.
 *
 * Logistic with four parameters: c0 at y → 0, c3 at y → ∞, half-way at c2, slope c1; the fifth is the asymmetry c4.
 * Steinhart and Hart: 1/T = c0 + c1 ln R + c2 (ln R)³ in kelvin, `center` taken away. Refuses with `bad_expression`.
 */
export function modelFormula(source: FormulaSource): Formula | null {
  const text = formulaText(source);
  if (text === null) return null;
  const known = compiled.get(text);
  if (known !== undefined) return known;
  if (compiled.size >= REMEMBERED) compiled.clear();
  const formula = formulaOf(text);
  compiled.set(text, formula);
  return formula;
}

function formulaText({ model, center, numerator, expression, size }: FormulaSource): string | null {
  if (model === 'custom') return expression ?? '';
  if (model === 'rational') return rationalText(numerator ?? 0, size);
  if (model === 'steinhart_hart') {
    const kelvin = '1 / (c0 + c1 * ln(y) + c2 * ln(y)^3)';
    return (center ?? 0) === 0 ? kelvin : `${kelvin} - ${center}`;
  }
  return model in FIXED ? FIXED[model as keyof typeof FIXED] : null;
}

/** Powers by Horner's scheme: fewer operations and less rounding than y^3. */
function rationalText(numerator: number, size: number): string {
  const polynomial = (names: readonly string[]): string =>
    names.reduceRight((inner, name) => (inner === '' ? name : `${name} + y * (${inner})`), '');
  const names = Array.from({ length: size }, (_, j) => `c${j}`);
  const above = polynomial(names.slice(0, numerator + 1));
  const below = names.slice(numerator + 1);
  return below.length === 0 ? above : `(${above}) / (1 + y * (${polynomial(below)}))`;
}
