import { formulaModel, plainNames } from './formula-model.ts';
import { throughLogarithm } from './least-squares-guess.ts';

export const exponential = formulaModel({
  formula: 'x = c0·exp(c1·y)',
  text: () => 'c0 * exp(c1 * y)',
  coefficients: () => plainNames(2),
  guesses: ({ argument, response }) => [throughLogarithm(argument, response)]
});
