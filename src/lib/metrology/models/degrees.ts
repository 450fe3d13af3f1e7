/** The supported degrees of a polynomial, and of both parts of a rational function. */
export const DEGREES = {
  degree: { min: 1, max: 10 },
  numerator: { min: 0, max: 3 },
  denominator: { min: 0, max: 3 }
} as const;
