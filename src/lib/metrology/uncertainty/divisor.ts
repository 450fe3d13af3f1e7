import type { Contribution } from '../types.ts';

/**
 * The divisor from a contribution's value to its standard uncertainty.
 *
 * An explicit divisor or coverage factor k takes precedence. Otherwise the distribution decides: a rectangle is given
 * by its half-width (√3), likewise triangle (√6), arcsine (√2) and trapezoid (√(6/(1 + β²))); a normal, Student's or
 * exponential value is the standard uncertainty itself. The expectation of a Poisson count N has a gamma distribution
 * of shape N + 1, so u = √(N + 1), and a count of zero gives u = 1. Source: JCGM 100:2008 4.3; JCGM 101:2008 6.4.
 */
export function divisorOf(
  contribution: Pick<Contribution, 'distribution' | 'divisor' | 'k' | 'beta' | 'value'>
): number {
  const explicit = contribution.divisor ?? contribution.k;
  if (explicit !== undefined) return explicit;
  switch (contribution.distribution) {
    case 'rectangular':
      return Math.sqrt(3);
    case 'triangular':
      return Math.sqrt(6);
    case 'arcsine':
      return Math.SQRT2;
    case 'trapezoidal': {
      const beta = contribution.beta ?? 0;
      return Math.sqrt(6 / (1 + beta * beta));
    }
    case 'poisson':
      return contribution.value > 0 ? contribution.value / Math.sqrt(contribution.value + 1) : 1;
    case 'normal':
    case 'student_t':
    case 'exponential':
      return 1;
  }
}

/**
 * The standard uncertainty of a contribution as stated: its value divided by its divisor. A count of zero has u = 1.
 */
export function statedUncertainty(contribution: Parameters<typeof divisorOf>[0]): number {
  const { distribution, value, divisor, k } = contribution;
  if (distribution === 'poisson' && (divisor ?? k) === undefined) return Math.sqrt(value + 1);
  return value / divisorOf(contribution);
}
