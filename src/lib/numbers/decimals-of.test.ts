import { describe, expect, it } from 'vitest';
import { decimalsOf } from './decimals-of.ts';

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
