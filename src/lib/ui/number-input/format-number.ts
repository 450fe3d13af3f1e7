const MINUS = '\u2212';
/** Beyond these, powers of ten are read more easily. */
const MOST_DECIMALS = 7;
const THIN_SPACE = '\u2009';
const SUPERSCRIPTS: Record<string, string> = Object.fromEntries(
  [...'0123456789-'].map((sign, i) => [sign, [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁻'][i] ?? ''])
);

export type SignStyle = 'auto' | 'always';

/**
 * A measured value with a fixed number of decimals, as tables and charts show it: `+0.264`, `−12,50`.
 *
 * Digits are never grouped (a grouping comma beside a decimal comma is misread), the minus is U+2212, a rounded zero carries no
 * sign, and the decimal sign is the language's. `decimals` is held within 0–20. What is not finite gives an en dash.
 */
export function formatFixed(value: number, decimals: number, locale: string, sign: SignStyle = 'auto'): string {
  if (!Number.isFinite(value)) return '–';
  const places = Math.min(20, Math.max(0, Math.trunc(decimals)));
  if (Math.abs(value) >= 1e15) return formatSignificant(value, 6, locale, sign);
  return withSign(numberFormat(locale, 'fixed', places).format(Math.abs(value)), value, sign);
}

/**
 * A value with so many significant digits, zeros kept; `1.6088 × 10⁻⁵` outside 0.0001 … 999 999.
 *
 * Use it for coefficients and for quantities whose resolution is not known; for readings use {@link formatFixed}.
 */
export function formatSignificant(value: number, digits: number, locale: string, sign: SignStyle = 'auto'): string {
  if (!Number.isFinite(value)) return '–';
  if (value === 0) return '0';
  const wanted = Math.min(17, Math.max(1, Math.trunc(digits)));
  const [mantissa = '0', exponentText = '0'] = value.toExponential(wanted - 1).split('e');
  const exponent = Number(exponentText);
  if (exponent >= -4 && exponent < 6) return formatFixed(value, Math.max(0, wanted - 1 - exponent), locale, sign);
  const power = [...String(exponent)].map((character) => SUPERSCRIPTS[character] ?? '').join('');
  return `${formatFixed(Number(mantissa), wanted - 1, locale, sign)}${THIN_SPACE}×${THIN_SPACE}10${power}`;
}

/** A value as it was entered, with no digit more or less: limits, ranges, resolutions. Exponent style as {@link formatSignificant}. */
export function formatPlain(value: number, locale: string, sign: SignStyle = 'auto'): string {
  if (!Number.isFinite(value)) return '–';
  const [mantissa = '0', exponentText = '0'] = value.toExponential().split('e');
  const significant = mantissa.replace(/[-.]/g, '').length;
  const exponent = Number(exponentText);
  if (exponent < -6 || exponent >= 9) return formatSignificant(value, significant, locale, sign);
  return formatFixed(value, Math.max(0, significant - 1 - exponent), locale, sign);
}

/** Digits that somebody enters a limit with, at most. */
const ENTERED_DIGITS = 6;

/**
 * A limit, spelled alike wherever it stands: as it was entered, `±0.3`; one that was computed (by a guard band, as a part of the
 * reading) with the decimals of the values beside it, `0.2417`.
 */
export function formatLimit(value: number, decimals: number, locale: string, sign: SignStyle = 'auto'): string {
  const entered = Number(value.toPrecision(ENTERED_DIGITS));
  const isEntered = Math.abs(entered - value) <= 1e-12 * Math.abs(value);
  return isEntered || decimals > MOST_DECIMALS
    ? formatPlain(entered, locale, sign)
    : formatFixed(value, decimals, locale, sign);
}

/** A count of things, grouped as the language does: `20 000`, `20.000`. */
export const formatCount = (count: number, locale: string): string => numberFormat(locale, 'count', 0).format(count);

function withSign(digits: string, value: number, sign: SignStyle): string {
  const isZero = !/[1-9]/.test(digits);
  if (isZero) return digits;
  if (value < 0) return MINUS + digits;
  return sign === 'always' ? `+${digits}` : digits;
}

const formats = new Map<string, Intl.NumberFormat>();
function numberFormat(locale: string, kind: 'fixed' | 'count', places: number): Intl.NumberFormat {
  const key = `${locale} ${kind} ${places}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(locale, {
    useGrouping: kind === 'count',
    minimumFractionDigits: places,
    maximumFractionDigits: places
  });
  formats.set(key, made);
  return made;
}
