import type { Expression } from './expression.ts';

/** A formula with numbers in place of its parameters, as plain text that parses again, and as LaTeX. */
export type WrittenFormula = { readonly text: string; readonly latex: string };

const STRENGTH = { '+': 1, '-': 1, '*': 2, '/': 2, '^': 4 } as const;

/** Numbers are the shortest ones that read back as the same doubles. */
export function writeFormula(expression: Expression, coefficients: readonly number[]): WrittenFormula {
  return { text: plain(expression, coefficients, 0), latex: latex(expression, coefficients, 0) };
}

/** f(y) of a formula, with numbers in place of its coefficients. */
export function writeFunction(expression: Expression, coefficients: readonly number[]): WrittenFormula {
  const { text, latex } = writeFormula(expression, coefficients);
  return { text: `f(y) = ${text}`, latex: `f(y) = ${latex}` };
}

function plain(expression: Expression, c: readonly number[], outer: number): string {
  switch (expression.kind) {
    case 'number':
      return signedNumber(String(expression.value), outer);
    case 'parameter':
      return signedNumber(String(c[expression.index] ?? 0), outer);
    case 'variable':
      return 'y';
    case 'negative':
      return within(`-${plain(expression.of, c, 3)}`, 3, outer);
    case 'function':
      return `${expression.name}(${plain(expression.of, c, 0)})`;
    case 'operation': {
      const { operator, left, right } = expression;
      const strength = STRENGTH[operator];
      const a = plain(left, c, operator === '^' ? 5 : strength);
      const b = plain(right, c, operator === '^' ? 3 : strength + 1);
      return within(operator === '^' ? `${a}^${b}` : `${a} ${operator} ${b}`, strength, outer);
    }
  }
}

function latex(expression: Expression, c: readonly number[], outer: number): string {
  switch (expression.kind) {
    case 'number':
      return signedNumber(latexNumber(expression.value), outer);
    case 'parameter':
      return signedNumber(latexNumber(c[expression.index] ?? 0), outer);
    case 'variable':
      return 'y';
    case 'negative':
      return within(`-${latex(expression.of, c, 3)}`, 3, outer);
    case 'function':
      return latexFunction(expression.name, latex(expression.of, c, 0));
    case 'operation': {
      const { operator, left, right } = expression;
      if (operator === '/') return `\\frac{${latex(left, c, 0)}}{${latex(right, c, 0)}}`;
      if (operator === '^') return within(`${latex(left, c, 5)}^{${latex(right, c, 0)}}`, 4, outer);
      const strength = STRENGTH[operator];
      const sign = operator === '*' ? ' \\cdot ' : ` ${operator} `;
      return within(`${latex(left, c, strength)}${sign}${latex(right, c, strength + 1)}`, strength, outer);
    }
  }
}

function latexFunction(name: string, argument: string): string {
  if (name === 'sqrt') return `\\sqrt{${argument}}`;
  if (name === 'abs') return `\\left|${argument}\\right|`;
  if (name === 'log10') return `\\log_{10}\\left(${argument}\\right)`;
  return `\\${name}\\left(${argument}\\right)`;
}

/** A number in LaTeX, with a power of ten if its shortest text has an exponent. */
export function latexNumber(value: number): string {
  const [digits = '0', exponent] = String(value).split('e');
  return exponent === undefined ? digits : `${digits} \\times 10^{${Number(exponent)}}`;
}

/** A negative number is a sign and a number, and an exponent in LaTeX is a product: both need parentheses inside. */
function signedNumber(text: string, outer: number): string {
  const strength = text.startsWith('-') ? 1.5 : text.includes('\\times') ? 2 : 9;
  return within(text, strength, outer);
}

function within(text: string, strength: number, outer: number): string {
  return strength < outer ? `(${text})` : text;
}
