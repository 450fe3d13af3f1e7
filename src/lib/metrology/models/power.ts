import { log } from '../distributions/elementary.ts';
import { formulaModel, plainNames } from './formula-model.ts';
import { throughLogarithm } from './least-squares-guess.ts';

export const power = formulaModel({
  formula: 'x = c0·y^c1',
  text: () => 'c0 * y^c1',
  coefficients: () => plainNames(2),
  needsPositiveReadings: true,
  guesses: ({ argument, response }) => [throughLogarithm(argument.map(log), response)]
});
