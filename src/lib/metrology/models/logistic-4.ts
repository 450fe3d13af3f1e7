import { formulaModel } from './formula-model.ts';
import { sigmoidGuesses, sigmoidNames } from './sigmoid.ts';

export const logistic_4 = formulaModel({
  formula: 'x = c3 + (c0 − c3) / (1 + (y/c2)^c1)',
  text: () => 'c3 + (c0 - c3) / (1 + (y / c2)^c1)',
  coefficients: () => sigmoidNames(4),
  needsPositiveReadings: true,
  guesses: sigmoidGuesses
});
