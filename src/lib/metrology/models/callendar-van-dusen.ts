import { formulaOf } from '../formula/formula.ts';
import { latexNumber, type WrittenFormula } from '../formula/write-formula.ts';
import type { CurveFunction } from '../fit/curve-function.ts';
import type { CurveParameters, SearchedModel } from './model.ts';

/**
 * The temperature of a platinum thermometer of resistance y, fitted as the resistance R(t) that its equation gives.
 * C counts only with points below 0 °C. Source: IEC 60751 (relation of temperature and resistance).
 */
export const callendar_van_dusen: SearchedModel = {
  kind: 'searched',
  minimisesIndication: true,
  formula: 'y = c0·(1 + c1·x + c2·x² + c3·(x − 100)·x³)',
  statedFormula: 'R = R0·(1 + A·t + B·t² + C·(t − 100)·t³)',
  coefficients: () => [
    { symbol: 'R0', role: 'ice_point' },
    { symbol: 'A' },
    { symbol: 'B' },
    { symbol: 'C', role: 'below_zero', optional: true }
  ],
  options: [],
  methods: 'all',
  needsPositiveReadings: true,
  temperatures: 'celsius',
  shape: ({ reference }) => {
    const size = reference.some((t) => t < 0) ? 4 : 3;
    return { size, family: resistanceFunction(size), curve: { center: 0, scale: 1 }, broken: null };
  },
  guesses: ({ size, argument, response }) => [industrial(size, argument, response)],
  isComplete: ({ coefficients: { length } }) => length === 3 || length === 4,
  value: ({ coefficients }, measured) => temperatureOf(coefficients, coefficients.length, measured),
  slope: (curve, measured) => 1 / (derivatives(curve, measured)[curve.coefficients.length] as number),
  gradient: (curve, measured) => {
    const out = derivatives(curve, measured);
    return curve.coefficients.map((_, j) => -(out[j] as number) / (out[curve.coefficients.length] as number));
  },
  write: ({ coefficients }) => writeResistance(coefficients)
};

const ABOVE_ZERO = formulaOf('c0 * (1 + c1 * y + c2 * y^2)');
const BELOW_ZERO = formulaOf('c0 * (1 + c1 * y + c2 * y^2 + c3 * (y - 100) * y^3)');
/** Coefficients of the industrial sensor, IEC 60751, without R₀. */
const INDUSTRIAL = [3.9083e-3, -5.775e-7, -4.183e-12] as const;
const MOST_STEPS = 60;
/** Nothing is colder than this; the equation itself ends at −200 °C. */
const COLDEST = -273.15;

/** The resistance R(t), t in °C, coefficients [R₀, A, B] or [R₀, A, B, C]; C counts below 0 °C only. */
function resistanceFunction(size: number): CurveFunction {
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
 * The temperature at which the thermometer has the resistance R; NaN if there is none. Newton's method from the
 * solution of the quadratic, which is exact from 0 °C up.
 */
function temperatureOf(coefficients: ArrayLike<number>, size: number, resistance: number): number {
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

/** ∂R/∂c_j and, last, dR/dt at the temperature of the resistance. */
function derivatives({ coefficients }: CurveParameters, resistance: number): Float64Array {
  const size = coefficients.length;
  const out = new Float64Array(size + 1);
  resistanceFunction(size).gradient(coefficients, temperatureOf(coefficients, size, resistance), out);
  return out;
}

/** R₀ from the point nearest the ice point, the rest from the industrial sensor. */
function industrial(size: number, t: Float64Array, resistance: Float64Array): Float64Array {
  let nearest = 0;
  t.forEach((value, i) => {
    if (Math.abs(value) < Math.abs(t[nearest] as number)) nearest = i;
  });
  const at = t[nearest] as number;
  const r0 = (resistance[nearest] as number) / (1 + INDUSTRIAL[0] * at + INDUSTRIAL[1] * at * at);
  return Float64Array.of(r0, ...INDUSTRIAL).slice(0, size);
}

/** The resistance of a platinum thermometer, whose inverse is the curve. */
function writeResistance(coefficients: readonly number[]): WrittenFormula {
  const write = (number: (value: number) => string, times: string, power: (n: number) => string): string => {
    const [r0 = 0, a = 0, b = 0, c] = coefficients.map(number);
    const cold = c === undefined ? '' : ` + (${c})${times}(t - 100)${times}t${power(3)}`;
    return `${r0}${times}(1 + (${a})${times}t + (${b})${times}t${power(2)}${cold})`;
  };
  const note = coefficients.length === 4 ? ' (last term below 0 °C only)' : '';
  return {
    text: `f(y) = t with y = ${write(String, ' ', (n) => `^${n}`)}${note}`,
    latex: `f(y) = t \\text{ with } y = ${write(latexNumber, ' \\cdot ', (n) => `^{${n}}`)}\\text{${note}}`
  };
}
