import { exp, log } from '../distributions/elementary.ts';
import { arctan, cos, sin } from '../distributions/trigonometric.ts';

/** One operation of a formula: its value from earlier values, and how its adjoint spreads to them. */
export type Step = {
  readonly value: (values: Float64Array, coefficients: ArrayLike<number>, y: number) => number;
  readonly spread: (values: Float64Array, adjoints: Float64Array, adjoint: number, own: number) => void;
};

const LN_10 = 2.302585092994046;

/** The operation `code` on the values at places a and b; `constant` is a number's value or a whole exponent (b = −1). */
export function operationAt(code: string, a: number, b: number, constant: number): Step {
  const pass = (adjoints: Float64Array, place: number, amount: number): void => {
    adjoints[place] = (adjoints[place] as number) + amount;
  };
  const unary = (value: (x: number) => number, slope: (x: number, own: number) => number): Step => ({
    value: (values) => value(values[a] as number),
    spread: (values, adjoints, adjoint, own) => pass(adjoints, a, adjoint * slope(values[a] as number, own))
  });
  const binary = (
    value: (x: number, z: number) => number,
    slopes: (x: number, z: number, own: number) => readonly [number, number]
  ): Step => ({
    value: (values) => value(values[a] as number, values[b] as number),
    spread: (values, adjoints, adjoint, own) => {
      const [left, right] = slopes(values[a] as number, values[b] as number, own);
      pass(adjoints, a, adjoint * left);
      pass(adjoints, b, adjoint * right);
    }
  });
  const nothing = (): void => undefined;
  switch (code) {
    case 'number':
      return { value: () => constant, spread: nothing };
    case 'variable':
      return { value: (_values, _coefficients, y) => y, spread: nothing };
    case 'parameter':
      return { value: (_values, coefficients) => coefficients[a] as number, spread: nothing };
    case '+':
      return binary(
        (x, z) => x + z,
        () => [1, 1]
      );
    case '-':
      return binary(
        (x, z) => x - z,
        () => [1, -1]
      );
    case '*':
      return binary(
        (x, z) => x * z,
        (x, z) => [z, x]
      );
    case '/':
      return binary(
        (x, z) => x / z,
        (_x, z, own) => [1 / z, -own / z]
      );
    case '^':
      if (b >= 0) return binary(power, slopesOfPower);
      return unary(
        (x) => wholePower(x, constant),
        (x) => (constant === 0 ? 0 : constant * wholePower(x, constant - 1))
      );
    case 'negative':
      return unary(
        (x) => -x,
        () => -1
      );
    default:
      return unary(...functionAndSlope(code));
  }
}

function functionAndSlope(name: string): [(x: number) => number, (x: number, own: number) => number] {
  switch (name) {
    case 'exp':
      return [exp, (_x, own) => own];
    case 'ln':
      return [log, (x) => 1 / x];
    case 'log10':
      return [(x) => log(x) / LN_10, (x) => 1 / (x * LN_10)];
    case 'sqrt':
      return [Math.sqrt, (_x, own) => 0.5 / own];
    case 'abs':
      return [Math.abs, (x) => Math.sign(x)];
    case 'sin':
      return [sin, cos];
    case 'cos':
      return [cos, (x) => -sin(x)];
    case 'tan':
      return [(x) => sin(x) / cos(x), (_x, own) => 1 + own * own];
    case 'arctan':
      return [arctan, (x) => 1 / (1 + x * x)];
    default:
      return [tanh, (_x, own) => 1 - own * own];
  }
}

/** x^z for x > 0, and 0 for x = 0 < z; NaN elsewhere. */
export function power(x: number, z: number): number {
  if (x > 0) return exp(z * log(x));
  return x === 0 && z > 0 ? 0 : Number.NaN;
}

function slopesOfPower(x: number, z: number, own: number): readonly [number, number] {
  if (x === 0) return [z > 1 ? 0 : z === 1 ? 1 : Infinity, 0];
  return [(z * own) / x, own * log(x)];
}

/** x^n for a whole n, by squaring. */
export function wholePower(x: number, n: number): number {
  let result = 1;
  let square = x;
  for (let left = Math.abs(n); left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result *= square;
    square *= square;
  }
  return n < 0 ? 1 / result : result;
}

function tanh(x: number): number {
  if (Math.abs(x) < 0.1) {
    const z = x * x;
    return x * (1 - z * (1 / 3 - z * (2 / 15 - z * (17 / 315 - z * (62 / 2835 - z * (1382 / 155925))))));
  }
  const e = exp(-2 * Math.abs(x));
  return Math.sign(x) * ((1 - e) / (1 + e));
}
