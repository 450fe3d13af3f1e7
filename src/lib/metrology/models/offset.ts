import { sumOfPowers } from './sum-of-powers.ts';

export const offset = sumOfPowers({
  terms: 'constant',
  formula: 'x = y + c0',
  coefficients: () => [{ symbol: 'c0', role: 'of_power', power: 0 }],
  isComplete: (count) => count === 1
});
