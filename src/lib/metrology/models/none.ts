import { sumOfPowers } from './sum-of-powers.ts';

/** Indications are used without correction. */
export const none = sumOfPowers({
  terms: 'none',
  formula: 'x = y',
  methods: 'none',
  coefficients: () => [],
  isComplete: (count) => count === 0
});
