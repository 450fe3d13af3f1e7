import { AnalysisRefusal } from '../refusal.ts';
import { compiledFormula, formulaModel } from './formula-model.ts';

/** A formula of the laboratory's own; only who wrote it knows where a search should begin. */
export const custom = formulaModel({
  formula: '',
  text: ({ expression }) => expression ?? '',
  coefficients: ({ parameters }) => parameters.map((symbol) => ({ symbol })),
  options: ['expression', 'start'],
  fields: ({ expression }) => ({ expression }),
  isComplete: ({ expression, coefficients }) => parameterCount(expression ?? '') === coefficients.length,
  guesses: () => []
});

/** How many coefficients a formula has; null where it cannot be read. */
function parameterCount(expression: string): number | null {
  try {
    return compiledFormula(expression).parameters.length;
  } catch (refusal) {
    if (refusal instanceof AnalysisRefusal) return null;
    throw refusal;
  }
}
