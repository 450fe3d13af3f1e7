/** The package brings no types; this is the part that the test of the fit measures itself against. */
declare module 'ml-regression' {
  export class PolynomialRegression {
    constructor(x: readonly number[], y: readonly number[], degree: number);
    predict(x: number): number;
  }
}
