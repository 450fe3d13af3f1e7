import { formulaModel } from './formula-model.ts';
import { sigmoidGuesses, sigmoidNames } from './sigmoid.ts';

export const logistic_5 = formulaModel({
  formula: 'x = c3 + (c0 − c3) / (1 + (y/c2)^c1)^c4',
  text: () => 'c3 + (c0 - c3) / (1 + (y / c2)^c1)^c4',
  coefficients: () => sigmoidNames(5),
  needsPositiveReadings: true,
  guesses: sigmoidGuesses
});
