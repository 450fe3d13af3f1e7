import type { Contribution } from '../types.ts';

/**
 * What the value of a contribution is divided by to give its standard uncertainty.
 *
 * An explicit divisor or coverage factor k counts first. Otherwise the distribution decides: a rectangle is given by its
 * half-width (√3), likewise triangle (√6), arcsine (√2) and trapezoid (√(6/(1 + β²))); a normal, Student's or exponential
 * value is the standard uncertainty itself; a Poisson count N has √N. Source: JCGM 100:2008 4.3; JCGM 101:2008 6.4.
 */
export function divisorOf(
  contribution: Pick<Contribution, 'distribution' | 'divisor' | 'k' | 'beta' | 'value'>
): number {
  const given = contribution.divisor ?? contribution.k;
  if (given !== undefined) return given;
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
      return contribution.value > 0 ? Math.sqrt(contribution.value) : 1;
    case 'normal':
    case 'student_t':
    case 'exponential':
      return 1;
  }
}
