import { DEGREES } from './degrees.ts';
import { sumOfPowers } from './sum-of-powers.ts';

export const polynomial = sumOfPowers({
  terms: 'all',
  formula: 'x = c0 + c1·y + c2·y² + …',
  options: ['degree'],
  coefficients: ({ degree }) =>
    Array.from({ length: degree + 1 }, (_, power) => ({ symbol: `c${power}`, role: 'of_power', power })),
  isComplete: (count) => count >= 1 && count <= DEGREES.degree.max + 1
});
