import { describe, expect, it } from 'vitest';
import { decimalsIn, decimalsOf } from './decimals-of.ts';

describe('decimalsOf', () => {
  it.each([
    [0.01, 2],
    [0.05, 2],
    [0.005, 3],
    [5, 0],
    [10, 0],
    [0.1 + 0.2, 1],
    [0, 0]
  ])('of %d is %d', (resolution, decimals) => {
    expect(decimalsOf(resolution)).toBe(decimals);
  });
});

describe('decimalsIn', () => {
  it.each([
    [0.05, 2],
    [1e-7, 7],
    [1.5e-7, 8],
    [20, 0],
    [2e21, 0],
    [-273.15, 2]
  ])('%d is %d', (value, decimals) => {
    expect(decimalsIn(value)).toBe(decimals);
  });
});
