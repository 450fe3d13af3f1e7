/** The package has no types; this is the part that the test of the fit uses. */
declare module 'ml-regression' {
  export class PolynomialRegression {
    constructor(x: readonly number[], y: readonly number[], degree: number);
    predict(x: number): number;
  }
}
