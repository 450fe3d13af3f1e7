import { sumOfPowers } from './sum-of-powers.ts';

export const proportional = sumOfPowers({
  terms: 'slope',
  formula: 'x = c1·y',
  coefficients: () => [{ symbol: 'c1', role: 'of_power', power: 1 }],
  isComplete: (count) => count === 1
});
