import { AnalysisRefusal } from '../refusal.ts';
import { compiledFormula, formulaModel } from './formula-model.ts';

/** The laboratory's own formula; only its author can give start values. */
export const custom = formulaModel({
  formula: '',
  text: ({ expression }) => expression ?? '',
  coefficients: ({ parameters }) => parameters.map((symbol) => ({ symbol })),
  options: ['expression', 'start'],
  fields: ({ expression }) => ({ expression }),
  isComplete: ({ expression, coefficients }) => parameterCount(expression ?? '') === coefficients.length,
  guesses: () => []
});

/** The number of coefficients of a formula; null if it cannot be parsed. */
function parameterCount(expression: string): number | null {
  try {
    return compiledFormula(expression).parameters.length;
  } catch (refusal) {
    if (refusal instanceof AnalysisRefusal) return null;
    throw refusal;
  }
}
