import { wholeExponent, type Expression, type FunctionName } from '../formula/expression.ts';
import type { LongVector } from './compensated-pass.ts';
import { add, divide, multiply, negate, squareRoot, type DoubleDouble } from './double-double.ts';
import { longArctan, longCircular, longExp, longLog, longTanh, longWholePower } from './long-functions.ts';

const LN_10: DoubleDouble = [2.302585092994046, -2.1707562233822494e-16];

/**
 * The value of a formula at y for the coefficients c, in double-double, so without rounding of the operations in
 * doubles. Not finite outside its domain, or if an operation leaves the range in which products of doubles are exact.
 */
export function longValue(expression: Expression, c: LongVector, y: number): DoubleDouble {
  switch (expression.kind) {
    case 'number':
      return [expression.value, 0];
    case 'variable':
      return [y, 0];
    case 'parameter':
      return [c.high[expression.index] as number, c.low[expression.index] as number];
    case 'negative':
      return negate(longValue(expression.of, c, y));
    case 'function':
      return functionOf(expression.name, longValue(expression.of, c, y));
    case 'operation': {
      const left = longValue(expression.left, c, y);
      const right = longValue(expression.right, c, y);
      switch (expression.operator) {
        case '+':
          return add(left, right);
        case '-':
          return add(left, negate(right));
        case '*':
          return multiply(left, right);
        case '/':
          return divide(left, right);
        case '^':
          return power(left, right, wholeExponent(expression.right));
      }
    }
  }
}

/** As in steps.ts: whole constant exponents allow negative bases, others do not. */
function power(x: DoubleDouble, z: DoubleDouble, whole: number | null): DoubleDouble {
  if (whole !== null) return longWholePower(x, whole);
  if (x[0] > 0) return longExp(multiply(z, longLog(x)));
  return [x[0] === 0 && z[0] > 0 ? 0 : Number.NaN, 0];
}

function functionOf(name: FunctionName, x: DoubleDouble): DoubleDouble {
  switch (name) {
    case 'exp':
      return longExp(x);
    case 'ln':
      return longLog(x);
    case 'log10':
      return divide(longLog(x), LN_10);
    case 'sqrt':
      return squareRoot(x);
    case 'abs':
      return x[0] < 0 ? negate(x) : x;
    case 'sin':
      return longCircular(x).sin;
    case 'cos':
      return longCircular(x).cos;
    case 'tan': {
      const { sin, cos } = longCircular(x);
      return divide(sin, cos);
    }
    case 'arctan':
      return longArctan(x);
    case 'tanh':
      return longTanh(x);
  }
}
