/** What the coefficients of a curve are called, as certificates name them. */
import type { Translate } from '#lib/i18n/translate.ts';
import type { CoefficientName, CurveParameters } from '#lib/metrology/models/model.ts';
import { modelOf } from '#lib/metrology/models/table.ts';
import type { Model } from '#lib/metrology/types.ts';
import { readFormula } from '#lib/worksheet/typed/formula-text.ts';

type Stored = Pick<CurveParameters, 'numerator' | 'expression'> & {
  readonly model: Model;
  readonly coefficients: readonly number[];
};

/** Names of the coefficients of a stored curve, in their order; plain `c0`, `c1` … where the model says no more. */
export function coefficientNames({
  model,
  coefficients,
  numerator = 0,
  expression
}: Stored): readonly CoefficientName[] {
  const count = coefficients.length;
  const names = modelOf(model).coefficients({
    degree: Math.max(0, count - 1),
    numerator,
    denominator: Math.max(0, count - numerator - 1),
    parameters: expression === undefined ? [] : readFormula(expression).parameters
  });
  return coefficients.map((_, i) => names[i] ?? { symbol: `c${i}` });
}

/** What a coefficient is called in the reader's language: its symbol, and what it says where that is known. */
export function coefficientLabel({ symbol, role, power = 0 }: CoefficientName, translate: Translate): string {
  return role === undefined ? symbol : translate(`analysis.coefficient.${role}`, { values: { name: symbol, power } });
}
