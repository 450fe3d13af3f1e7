/** Units between the symbols that people type and D-SI, e.g. `m/s²` and `\metre\second\tothe{-2}`. */
import { OTHER_NAMES, PREFIXES, UNITS } from './unit-symbols.ts';

const NAMES = new Map<string, string>();
const SYMBOLS = new Map<string, string>();
for (const { name, symbols, prefixes } of UNITS) {
  for (const symbol of symbols) {
    NAMES.set(symbol, `\\${name}`);
    for (const prefix of prefixes.split(' ').filter(Boolean)) {
      NAMES.set(`${prefix}${symbol}`, `\\${PREFIXES[prefix]}\\${name}`);
    }
  }
  SYMBOLS.set(name.toLowerCase(), symbols[0] ?? name);
}
// Of dimension one; its name is that of the quantity.
NAMES.set('pH', '\\one');
const PREFIX_SYMBOLS = new Map(Object.entries(PREFIXES).map(([symbol, name]) => [name, symbol]));
const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** A unit as D-SI writes it, or what the certificate must declare because D-SI has no name for it. */
export type DsiUnit = { readonly unit: string; readonly declared: string | null };

/** @param symbol as people typed it; null if no unit is recorded */
export function toDsi(symbol: string | null): DsiUnit {
  const typed = (symbol ?? '').trim();
  const known = spelled(typed);
  if (known !== null) return { unit: known, declared: null };
  // The vertical bar marks what is not a unit of D-SI; a list of units is separated by spaces.
  return { unit: `|${typed.replace(/\s+/gu, '_') || 'unstated'}`, declared: typed };
}

function spelled(typed: string): string | null {
  const plain = typed
    .replaceAll('\u03bc', 'µ')
    .replaceAll('\u2126', 'Ω')
    .replace(/[⁰¹²³⁴⁵⁶⁷⁸⁹]+/gu, (digits) => `^${[...digits].map((digit) => RAISED.indexOf(digit)).join('')}`)
    .replaceAll('⁻^', '^-')
    .replace(/^%\s*r\.?\s*h\.?$/iu, '%');
  const whole = NAMES.get(plain);
  if (whole !== undefined) return whole;
  const parts = plain.split('/');
  const factors = parts.map((part, index) => factorsOf(part, index === 0 ? 1 : -1));
  return factors.includes(null) ? null : factors.join('');
}

function factorsOf(part: string, sign: 1 | -1): string | null {
  const inner = part.trim().replace(/^\((.*)\)$/u, '$1');
  if (sign === 1 && inner === '1') return '';
  const factors = inner.split(/[·⋅*\s]+/u).map((factor) => {
    const [, symbol = '', exponent = '1'] = /^(.*?)(?:\^?(-?\d+))?$/u.exec(factor) ?? [];
    const name = NAMES.get(symbol) ?? NAMES.get(symbol.replace(/^u(?=.)/u, 'µ'));
    const power = sign * Number(exponent);
    return name === undefined || power === 0 ? null : power === 1 ? name : `${name}\\tothe{${power}}`;
  });
  return factors.includes(null) ? null : factors.join('');
}

const FACTOR = /((?:\\per(?![a-zA-Z]))?)((?:\\(?!(?:tothe|per)(?![a-zA-Z]))[a-zA-Z]+)+)(?:\\tothe\{([-+]?\d+)\})?/gu;

/** The symbol of a unit of D-SI; null if this program does not know the unit. */
export function fromDsi(unit: string): string | null {
  const text = unit.trim();
  if (text.startsWith('|')) return text.slice(1).replaceAll('_', ' ') || null;
  const over: string[] = [];
  const under: string[] = [];
  let read = 0;
  for (const [whole, per, names = '', exponent = '1'] of text.matchAll(FACTOR)) {
    read += whole.length;
    const symbols = symbolsOf(names);
    if (symbols === null) return null;
    const power = Number(exponent) * (per ? -1 : 1);
    const last = symbols.at(-1) ?? '';
    over.push(...symbols.slice(0, -1));
    (power < 0 ? under : over).push(`${last}${raised(Math.abs(power))}`);
  }
  if (text === '' || read !== text.length) return null;
  const top = over.join('·') || '1';
  return under.length === 0 ? top : `${top}/${under.length > 1 ? `(${under.join('·')})` : under.join('')}`;
}

const raised = (power: number): string =>
  power === 1 ? '' : [...String(power)].map((digit) => RAISED[Number(digit)]).join('');

/** Prefixed symbols of names that follow each other; the exponent that comes after them belongs to the last one. */
function symbolsOf(names: string): string[] | null {
  const symbols: string[] = [];
  let prefix = '';
  for (const name of names.split('\\').slice(1)) {
    const lower = name.toLowerCase();
    const symbol = SYMBOLS.get(OTHER_NAMES[lower] ?? lower);
    const asPrefix = PREFIX_SYMBOLS.get(lower);
    if (symbol !== undefined) {
      symbols.push(`${prefix}${symbol}`);
      prefix = '';
    } else if (asPrefix !== undefined && prefix === '') prefix = asPrefix;
    else return null;
  }
  return prefix === '' ? symbols : null;
}

/** The unit of a difference: of temperatures, it is the kelvin. */
export const differenceDsi = ({ unit, declared }: DsiUnit): DsiUnit => ({
  unit: unit === '\\degreecelsius' ? '\\kelvin' : unit,
  declared
});
