import type { PowersModel } from '../models/model.ts';

export type Equation = { readonly text: string; readonly latex: string };

/**
 * The correction curve as a formula in the measured value y. Numbers are the shortest ones that read back as the same
 * doubles, so a formula copied from a certificate gives the certificate's values.
 */
export function equationOf(terms: PowersModel['terms'] | null, coefficients: readonly number[]): Equation {
  if (terms === 'none') return { text: 'f(y) = y', latex: 'f(y) = y' };
  if (terms === 'constant') {
    const offset = coefficients[0] ?? 0;
    return { text: `f(y) = y ${signed(offset, plain)}`, latex: `f(y) = y ${signed(offset, latexNumber)}` };
  }
  const lowest = terms === 'slope' ? 1 : 0;
  const write = (number: (value: number) => string, power: (exponent: number) => string): string =>
    coefficients.map((value, j) => (j === 0 ? number(value) : signed(value, number)) + power(j + lowest)).join(' ');
  return {
    text: `f(y) = ${write(plain, (exponent) => ['', ' y'][exponent] ?? ` y^${exponent}`)}`,
    latex: `f(y) = ${write(latexNumber, (exponent) => ['', '\\,y'][exponent] ?? `\\,y^{${exponent}}`)}`
  };
}

/** The same curve in its scaled variable z, for coefficients that would lose digits in plain powers. */
export function scaledEquationOf(coefficients: readonly number[], center: number, scale: number): Equation {
  const powers = (variable: string, number: (value: number) => string, power: (exponent: number) => string): string =>
    coefficients
      .map((value, j) => (j === 0 ? number(value) : `${signed(value, number)}${variable}${j === 1 ? '' : power(j)}`))
      .join(' ');
  return {
    text: `f(y) = ${powers(' z', plain, (exponent) => `^${exponent}`)}, z = (y ${signed(-center, plain)}) / ${plain(scale)}`,
    latex:
      `f(y) = ${powers('\\,z', latexNumber, (exponent) => `^{${exponent}}`)}` +
      `,\\quad z = \\frac{y ${signed(-center, latexNumber)}}{${latexNumber(scale)}}`
  };
}

function signed(value: number, write: (value: number) => string): string {
  return value < 0 || Object.is(value, -0) ? `- ${write(-value)}` : `+ ${write(value)}`;
}

function plain(value: number): string {
  return String(value);
}

function latexNumber(value: number): string {
  const [digits = '0', exponent] = String(value).split('e');
  return exponent === undefined ? digits : `${digits} \\times 10^{${Number(exponent)}}`;
}
