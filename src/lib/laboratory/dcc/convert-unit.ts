/** How a value is written in another unit of the same quantity: certificates state kelvin or volt where an instrument shows °C or mV. */
import { decimalsIn } from '#lib/numbers/decimals-of.ts';
import { toDsi } from './d-si-units.ts';
import { OTHER_NAMES, PREFIXES } from './unit-symbols.ts';

/** value in the other unit = value · 10^`exponent` + `offset`; a difference has no offset. */
export type UnitConversion = { readonly exponent: number; readonly offset: number };

/** A power of ten, and the exponents of metre, kilogram, second, ampere, kelvin, mole and candela. */
type Power = readonly [ten: number, m: number, kg: number, s: number, A: number, K: number, mol: number, cd: number];

const CELSIUS = '\\degreecelsius';
const KELVIN = '\\kelvin';
const ZERO_CELSIUS = 273.15;
const NONE: Power = [0, 0, 0, 0, 0, 0, 0, 0];
const UNKNOWN: Power = [Number.NaN, 0, 0, 0, 0, 0, 0, 0];

const POWERS: Readonly<Record<string, Power>> = {
  one: NONE,
  percent: [-2, 0, 0, 0, 0, 0, 0, 0],
  ppm: [-6, 0, 0, 0, 0, 0, 0, 0],
  metre: [0, 1, 0, 0, 0, 0, 0, 0],
  kilogram: [0, 0, 1, 0, 0, 0, 0, 0],
  gram: [-3, 0, 1, 0, 0, 0, 0, 0],
  tonne: [3, 0, 1, 0, 0, 0, 0, 0],
  second: [0, 0, 0, 1, 0, 0, 0, 0],
  ampere: [0, 0, 0, 0, 1, 0, 0, 0],
  kelvin: [0, 0, 0, 0, 0, 1, 0, 0],
  mole: [0, 0, 0, 0, 0, 0, 1, 0],
  candela: [0, 0, 0, 0, 0, 0, 0, 1],
  hertz: [0, 0, 0, -1, 0, 0, 0, 0],
  newton: [0, 1, 1, -2, 0, 0, 0, 0],
  pascal: [0, -1, 1, -2, 0, 0, 0, 0],
  bar: [5, -1, 1, -2, 0, 0, 0, 0],
  joule: [0, 2, 1, -2, 0, 0, 0, 0],
  watt: [0, 2, 1, -3, 0, 0, 0, 0],
  coulomb: [0, 0, 0, 1, 1, 0, 0, 0],
  volt: [0, 2, 1, -3, -1, 0, 0, 0],
  farad: [0, -2, -1, 4, 2, 0, 0, 0],
  ohm: [0, 2, 1, -3, -2, 0, 0, 0],
  siemens: [0, -2, -1, 3, 2, 0, 0, 0],
  weber: [0, 2, 1, -2, -1, 0, 0, 0],
  tesla: [0, 0, 1, -2, -1, 0, 0, 0],
  henry: [0, 2, 1, -2, -2, 0, 0, 0],
  litre: [-3, 3, 0, 0, 0, 0, 0, 0]
};
const TENS: Readonly<Record<string, number>> = {
  T: 12,
  G: 9,
  M: 6,
  k: 3,
  h: 2,
  da: 1,
  d: -1,
  c: -2,
  m: -3,
  µ: -6,
  n: -9,
  p: -12,
  f: -15,
  a: -18
};
const TEN_OF_PREFIX = new Map(Object.entries(PREFIXES).map(([symbol, name]) => [name, TENS[symbol] ?? 0]));

/**
 * @param from symbols as people type them, or as {@link fromDsi} writes them
 * @returns null if the units are not of the same quantity, or one of them is not known or no power of ten of SI units
 */
export function unitConversion(from: string, to: string): UnitConversion | null {
  if (from.trim() === to.trim()) return { exponent: 0, offset: 0 };
  const [source, target] = [toDsi(from), toDsi(to)];
  if (source.declared !== null || target.declared !== null) return null;
  if (source.unit === target.unit) return { exponent: 0, offset: 0 };
  if (source.unit === KELVIN && target.unit === CELSIUS) return { exponent: 0, offset: -ZERO_CELSIUS };
  if (source.unit === CELSIUS && target.unit === KELVIN) return { exponent: 0, offset: ZERO_CELSIUS };
  const [[ten, ...dimension], [otherTen, ...otherDimension]] = [powerOf(source.unit), powerOf(target.unit)];
  if (Number.isNaN(ten - otherTen) || dimension.some((power, i) => power !== otherDimension[i])) return null;
  return { exponent: ten - otherTen, offset: 0 };
}

/** A value in the other unit, with no digit that only the calculation has added. */
export function converted(value: number, { exponent, offset }: UnitConversion): number {
  const shifted = shift(value, exponent);
  if (offset === 0) return shifted;
  return Number((shifted + offset).toFixed(Math.min(100, Math.max(decimalsIn(shifted), decimalsIn(offset)))));
}

/** A difference or an uncertainty in the other unit. */
export const convertedDifference = (value: number, { exponent }: UnitConversion): number => shift(value, exponent);

const FACTOR = /((?:\\(?!tothe)[a-zA-Z]+)+)(?:\\tothe\{(-?\d+)\})?/gu;

/** The whole unit; its power of ten is NaN if a name is none of {@link POWERS}. An exponent belongs to the name before it. */
function powerOf(dsi: string): readonly [ten: number, ...dimension: number[]] {
  const [ten, ...dimension] = NONE;
  const sum: [number, ...number[]] = [ten, ...dimension];
  for (const [, names = '', exponent = '1'] of dsi.matchAll(FACTOR)) {
    const parts = names.split('\\').slice(1);
    let prefix = 0;
    for (const [at, name] of parts.entries()) {
      const asPrefix = TEN_OF_PREFIX.get(name);
      if (asPrefix !== undefined) {
        prefix = asPrefix;
        continue;
      }
      const times = at === parts.length - 1 ? Number(exponent) : 1;
      const [own, ...rest] = POWERS[OTHER_NAMES[name] ?? name] ?? UNKNOWN;
      [own + prefix, ...rest].forEach((power, i) => (sum[i] = (sum[i] ?? 0) + power * times));
      prefix = 0;
    }
  }
  return sum;
}

/** Moves the decimal sign, exactly. */
function shift(value: number, exponent: number): number {
  const [mantissa = '0', power = '0'] = String(value).split('e');
  return Number(`${mantissa}e${Number(power) + exponent}`);
}
