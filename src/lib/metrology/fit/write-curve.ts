import type { Formula } from '../formula/formula.ts';
import { modelFormula } from '../formula/model-formulas.ts';
import { latexNumber, writeFormula, type WrittenFormula } from '../formula/write-formula.ts';
import type { CorrectionCurve } from '../types.ts';
import { equationOf } from './equation.ts';
import { linearModel } from './linear-model.ts';

/**
 * The equation of a stored curve, as text that reads back and as LaTeX; for certificates of curves that were stated and not
 * fitted. Null for polynomials in another variable than the indication, and for `interpolation`, which has none.
 */
export function writeCurve(curve: CorrectionCurve): WrittenFormula | null {
  const { model, coefficients } = curve;
  if (model === 'interpolation') return null;
  if (model === 'callendar_van_dusen') return writeResistance(coefficients);
  const formula = modelFormula({ ...curve, size: coefficients.length });
  if (formula !== null) return writeFunction(formula, coefficients);
  if ((curve.center ?? 0) !== 0 || (curve.scale ?? 1) !== 1) return null;
  return equationOf(linearModel(model, coefficients.length - 1), coefficients);
}

/** f(y) with numbers in place of its coefficients. */
export function writeFunction(formula: Formula, coefficients: readonly number[]): WrittenFormula {
  const { text, latex } = writeFormula(formula.expression, coefficients);
  return { text: `f(y) = ${text}`, latex: `f(y) = ${latex}` };
}

/** The resistance of a platinum thermometer, whose inverse is the curve. */
export function writeResistance(coefficients: readonly number[]): WrittenFormula {
  const write = (number: (value: number) => string, times: string, power: (n: number) => string): string => {
    const [r0 = 0, a = 0, b = 0, c] = coefficients.map(number);
    const cold = c === undefined ? '' : ` + (${c})${times}(t - 100)${times}t${power(3)}`;
    return `${r0}${times}(1 + (${a})${times}t + (${b})${times}t${power(2)}${cold})`;
  };
  const note = coefficients.length === 4 ? ' (last term below 0 °C only)' : '';
  return {
    text: `f(y) = t with y = ${write(String, ' ', (n) => `^${n}`)}${note}`,
    latex: `f(y) = t \\text{ with } y = ${write(latexNumber, ' \\cdot ', (n) => `^{${n}}`)}\\text{${note}}`
  };
}
