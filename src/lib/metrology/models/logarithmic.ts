import { log } from '../distributions/elementary.ts';
import { formulaModel, plainNames } from './formula-model.ts';
import { solve } from './least-squares-guess.ts';

export const logarithmic = formulaModel({
  formula: 'x = c0 + c1·ln y',
  text: () => 'c0 + c1 * ln(y)',
  coefficients: () => plainNames(2),
  needsPositiveReadings: true,
  // Linear in its coefficients: the guess is the solution, so start values are not needed.
  options: [],
  guesses: ({ argument, response }) => [solve([argument.map(() => 1), argument.map(log)], response)]
});
