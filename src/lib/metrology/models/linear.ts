import { sumOfPowers } from './sum-of-powers.ts';

export const linear = sumOfPowers({
  terms: 'all',
  correlatedMethod: 'gdr',
  formula: 'x = c0 + c1·y',
  coefficients: () => [0, 1].map((power) => ({ symbol: `c${power}`, role: 'of_power', power })),
  isComplete: (count) => count === 2
});
