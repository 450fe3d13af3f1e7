import type { Call } from './call.ts';
import type { NumberLook } from './number-look.ts';
import { readOptions } from './options.ts';
import type { Tex } from './parse-source.ts';
import { PREFIXES, UNIT_NAMES } from './unit-names.ts';

/** A printed number or unit: text, some of it raised. */
export type Part = { readonly text: string; readonly isRaised?: boolean };

const THIN = '\u202f';
const NUMBER =
  /^([<>]?)\s*([+-]|\\pm|±)?\s*(\d*)(?:[.,](\d*))?(?:\((\d+)\))?(?:\s*(?:\\pm|\+-|±)\s*(\d*(?:[.,]\d+)?))?(?:[eEdD]([+-]?\d+))?$/u;
const SIGNS: Readonly<Record<string, string>> = { '-': '−', '+': '+', '±': '±', '\\pm': '±' };

/** `-12345.678(9)e-3` as siunitx prints it. */
export function numberParts(text: string, call: Call): readonly Part[] {
  const compact = text.replace(/[\s~]+/gu, '');
  const match = NUMBER.exec(compact);
  if (!match || (match[3] === '' && match[4] === undefined && match[7] === undefined)) {
    call.fault('not_a_number', { given: text, examples: '12.34, -1.2e-3, 1.234(5), 1.2 +- 0.1' });
    return [{ text }];
  }
  const [, less = '', sign = '', whole = '', decimals, uncertainty, deviation, exponent] = match;
  const look = call.engine.numbers;
  const mark = decimalMark(call);
  const plain = (integer: string, fraction: string | undefined) =>
    grouped(integer === '' ? '0' : integer, look.group, look.groupMinimum, false) +
    (fraction === undefined || fraction === '' ? '' : mark + grouped(fraction, look.group, look.groupMinimum, true));
  let printed = less + (SIGNS[sign] ?? '');
  if (whole !== '' || decimals !== undefined) printed += plain(whole, decimals);
  if (uncertainty !== undefined) printed += `(${uncertainty})`;
  if (deviation !== undefined) {
    const [integer = '', fraction] = deviation.split(/[.,]/u);
    const both = `${printed}${THIN}±${THIN}${plain(integer, fraction)}`;
    printed = exponent === undefined ? both : `(${both})`;
  }
  if (exponent === undefined) return [{ text: printed }];
  const factor = whole === '' && decimals === undefined ? '10' : `${THIN}×${THIN}10`;
  return [{ text: printed + factor }, { text: exponent.replace(/^\+/u, '').replace('-', '−'), isRaised: true }];
}

/** The decimal mark that numbers are printed with. */
export const printedMark = (call: Call): string => decimalMark(call);

function decimalMark(call: Call): string {
  return call.engine.numbers.decimal ?? (call.engine.facts.language === 'en' ? '.' : ',');
}

function grouped(digits: string, separator: string, minimum: number, fromLeft: boolean): string {
  if (digits.length < minimum) return digits;
  return digits.replace(fromLeft ? /(\d{3})(?=\d)/gu : /\B(?=(?:\d{3})+$)/gu, fromLeft ? `$1${separator}` : separator);
}

/** `\kilo\gram\per\cubic\metre` or `kg.m^{-3}`. */
export function unitParts(nodes: readonly Tex[], call: Call): readonly Part[] {
  const commands = nodes.filter(({ kind }) => kind !== 'space');
  if (
    commands.some(({ kind }) => kind === 'command') &&
    commands.every((node) => node.kind !== 'text' || /^[\^{}.~]$/u.test(node.text))
  ) {
    return namedUnit(commands, call);
  }
  return literalUnit(call.written(nodes));
}

type Factor = { name: string; power: string; isBelow: boolean };

function namedUnit(nodes: readonly Tex[], call: Call): readonly Part[] {
  const factors: Factor[] = [];
  const input = call.inputOf(nodes);
  let prefix = '';
  let power: string | null = null;
  let isBelow = false;
  for (let node = input.next(); node; node = input.next()) {
    if (node.kind !== 'command') {
      if (node.kind === 'text' && (node.text === '.' || node.text === '~')) continue;
      call.fault('unit_or_sign');
      return [];
    }
    const { name } = node;
    const unit = UNIT_NAMES[name];
    if (name in PREFIXES) prefix = PREFIXES[name] ?? '';
    else if (name === 'per') isBelow = true;
    else if (name === 'square' || name === 'cubic') power = name === 'square' ? '2' : '3';
    else if (name === 'raiseto') power = call.wordFrom(input);
    else if (name === 'squared' || name === 'cubed' || name === 'tothe') {
      const last = factors.at(-1);
      const own = name === 'squared' ? '2' : name === 'cubed' ? '3' : call.wordFrom(input);
      if (last) last.power = own;
    } else if (unit !== undefined) {
      factors.push({ name: prefix + unit, power: power ?? '1', isBelow });
      prefix = '';
      power = null;
      isBelow = false;
    } else call.engine.faults.add(node.line, `\\${name}`, 'unit_unknown');
  }
  return spelledUnit(factors, call);
}

function spelledUnit(factors: readonly Factor[], call: Call): readonly Part[] {
  const asSymbol = call.engine.numbers.per !== 'power';
  const above = factors.filter(({ isBelow }) => !isBelow || !asSymbol);
  const below = factors.filter(({ isBelow }) => isBelow && asSymbol);
  const product = (some: readonly Factor[], isInverted: boolean): Part[] =>
    some.flatMap(({ name, power, isBelow }, index): Part[] => {
      const own =
        isBelow && isInverted ? (power.startsWith('-') ? power.slice(1) : `−${power}`) : power.replace('-', '−');
      return [{ text: (index > 0 ? THIN : '') + name }, ...(own === '1' ? [] : [{ text: own, isRaised: true }])];
    });
  const parts = product(above, true);
  if (below.length === 0) return parts;
  const open = below.length > 1 ? '/(' : '/';
  return [
    ...(parts.length === 0 ? [{ text: '1' }] : parts),
    { text: open },
    ...product(below, false),
    ...(below.length > 1 ? [{ text: ')' }] : [])
  ];
}

function literalUnit(text: string): readonly Part[] {
  const parts: Part[] = [];
  const plain = text
    .replace(/\\([a-zA-Z]+) ?/gu, (whole, name: string) => UNIT_NAMES[name] ?? PREFIXES[name] ?? whole)
    .replace(/\\%/gu, '%')
    .replace(/[.~\s]+/gu, THIN);
  for (const [, base, braced, power] of plain.matchAll(/([^^]*)(?:\^\{([^{}]*)\}|\^(-?\d|.))?/gu)) {
    if (base !== undefined && base !== '') parts.push({ text: base });
    const raised = braced ?? power;
    if (raised !== undefined) parts.push({ text: raised.replace('-', '−'), isRaised: true });
  }
  return parts;
}

/** Degrees of an angle stand at their number, other units after a thin space that does not break. */
function joinedTo(number: readonly Part[], unit: readonly Part[]): readonly Part[] {
  const first = unit[0]?.text ?? '';
  if (unit.length === 0) return number;
  return [...number, ...(/^[°′″]$/u.test(first) ? [] : [{ text: THIN }]), ...unit];
}

/** What the commands of siunitx print. */
export const QUANTITIES: Readonly<Record<string, (call: Call) => readonly Part[]>> = {
  num: (call) => {
    setUp(call.optional() ?? [], call);
    return numberParts(call.word(), call);
  },
  unit: (call) => {
    setUp(call.optional() ?? [], call);
    return unitParts(call.argument(), call);
  },
  qty: (call) => {
    setUp(call.optional() ?? [], call);
    const number = numberParts(call.word(), call);
    return joinedTo(number, unitParts(call.argument(), call));
  },
  ang: (call) => [...numberParts(call.word(), call), { text: '°' }],
  numrange: (call) => range(call, () => []),
  qtyrange: (call) => range(call, () => unitParts(call.argument(), call))
};

function range(call: Call, unit: () => readonly Part[]): readonly Part[] {
  setUp(call.optional() ?? [], call);
  const [from, to] = [numberParts(call.word(), call), numberParts(call.word(), call)];
  const own = unit();
  const words = { en: 'to', de: 'bis', fr: 'à', es: 'a' } as const;
  const between = call.engine.numbers.range ?? ` ${words[call.engine.facts.language]} `;
  return [...joinedTo(from, own), { text: between }, ...joinedTo(to, own)];
}

/** \sisetup; options that only change colors or alignment of columns are outside of the subset. */
export function setUp(options: readonly Tex[], call: Call): void {
  const look: { -readonly [Key in keyof NumberLook]: NumberLook[Key] } = { ...call.engine.numbers };
  for (const [name, value] of readOptions(options)) {
    if (name === 'locale' && /^(?:UK|US|DE|FR|ES|ZA)$/u.test(value)) look.decimal = /^U/u.test(value) ? '.' : ',';
    else if (name === 'output-decimal-marker' && /^[.,]$/u.test(value)) look.decimal = value;
    else if (name === 'per-mode' && value === 'symbol') look.per = 'symbol';
    else if (name === 'per-mode' && value === 'power') look.per = 'power';
    else if (name === 'group-digits' && (value === 'none' || value === 'false')) look.groupMinimum = Infinity;
    else if (name === 'group-minimum-digits' && /^\d$/u.test(value)) look.groupMinimum = Number(value);
    else if (name === 'group-separator') look.group = value === '\\,' ? THIN : value.replace(/[\\{}]/gu, '');
    else if (name === 'range-phrase') look.range = value.replace(/[\\{}~]+/gu, ' ').replace(/--/gu, '–');
    else if (name !== 'separate-uncertainty' && name !== 'detect-all' && name !== 'mode')
      call.fault('unknown_option', { command: 'siunitx', option: `${name}=${value}` });
  }
  call.engine.numbers = look;
}
