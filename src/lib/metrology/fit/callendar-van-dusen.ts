import { formulaOf } from '../formula/formula.ts';
import type { CurveFunction } from './curve-function.ts';

const ABOVE_ZERO = formulaOf('c0 * (1 + c1 * y + c2 * y^2)');
const BELOW_ZERO = formulaOf('c0 * (1 + c1 * y + c2 * y^2 + c3 * (y - 100) * y^3)');
/** Coefficients of the industrial sensor, IEC 60751, without R₀. */
export const INDUSTRIAL = [3.9083e-3, -5.775e-7, -4.183e-12] as const;
const MOST_STEPS = 60;
/** Nothing is colder than this; the equation itself ends at −200 °C. */
const COLDEST = -273.15;

/**
 * The resistance R(t) of a platinum thermometer, t in °C, coefficients [R₀, A, B] or [R₀, A, B, C]; C counts below 0 °C
 * only. Source: IEC 60751 (relation of temperature and resistance).
 */
export function resistanceFunction(size: number): CurveFunction {
  const inner = new Float64Array(size + 1);
  return {
    size,
    value: (c, t) => (t < 0 && size === 4 ? BELOW_ZERO.value(c, t) : ABOVE_ZERO.value(c, t)),
    gradient: (c, t, out) => {
      if (t < 0 && size === 4) return BELOW_ZERO.gradient(c, t, out);
      const three = inner.subarray(0, 4);
      const value = ABOVE_ZERO.gradient(c, t, three);
      out.fill(0);
      for (let j = 0; j < 3; j++) out[j] = three[j] as number;
      out[size] = three[3] as number;
      return value;
    }
  };
}

/**
 * The temperature at which the thermometer has the resistance R; NaN where it has it nowhere. Newton's method from the
 * solution of the quadratic, which is the answer itself from 0 °C up.
 */
export function temperatureOf(coefficients: ArrayLike<number>, size: number, resistance: number): number {
  const [r0, a, b] = [coefficients[0] as number, coefficients[1] as number, coefficients[2] as number];
  const rest = 1 - resistance / r0;
  const root = Math.sqrt(a * a - 4 * b * rest);
  let t = (-2 * rest) / (a + (a < 0 ? -root : root));
  if (size < 4 || !(t < 0)) return t;
  const curve = resistanceFunction(size);
  const out = new Float64Array(size + 1);
  for (let step = 0; step < MOST_STEPS; step++) {
    const change = (resistance - curve.gradient(coefficients, t, out)) / (out[size] as number);
    t = Math.max(COLDEST, t + change);
    if (!(Math.abs(change) > 1e-15 * Math.abs(t))) break;
  }
  return Math.abs(curve.value(coefficients, t) - resistance) <= 1e-9 * Math.abs(resistance) ? t : Number.NaN;
}
