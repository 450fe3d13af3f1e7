import { fromDsi } from '#lib/laboratory/dcc/d-si-units.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { keepsDigits } from '#lib/numbers/keeps-digits.ts';
import type { DccColumn } from '#lib/contracts/dcc.ts';
import { at, childrenOf, SI, type XmlElement } from './xml-tree.ts';

/** As many as a calibration can have points. */
const MOST_VALUES = 100_000;

export type Numbers = Pick<DccColumn, 'unit' | 'unit_dsi' | 'values' | 'uncertainty'>;

/** Which of the elements of a quantity were read, so that nothing else of it is lost. */
export type Read = (element: XmlElement) => void;

/**
 * The values of a quantity with their U and k; null if it has none that are real numbers. Of a quantity given in two units, the first
 * one with an uncertainty, else the first; the others stay in the file.
 * @throws Refusal `dcc_hostile` for more values than any calibration has
 */
export function numbersOf(quantity: XmlElement, read: Read): Numbers | null {
  const hybrid = childrenOf(quantity, 'hybrid', SI)[0];
  const parts = [...quantity.children, ...(hybrid?.children ?? [])].filter(({ namespace }) => namespace === SI);
  const usable = parts.filter(({ name }) => name === 'real' || name === 'realListXMLList');
  const chosen = usable.find((one) => uncertaintyElement(one) !== null) ?? usable[0];
  if (!chosen) return null;
  const isList = chosen.name === 'realListXMLList';
  const values = at(chosen, isList ? 'valueXMLList' : 'value');
  const unit = at(chosen, isList ? 'unitXMLList' : 'unit');
  const units = new Set(words(unit));
  // A list whose units differ is not one column.
  if (values === null || !isPlain(values) || unit === null || units.size !== 1) return null;
  const stated = words(values);
  if (stated.length > MOST_VALUES)
    throw new Refusal('dcc_hostile', `${values.path}: The list has more than ${MOST_VALUES} values.`);
  const numbers = stated.map(numberOf);
  if (numbers.includes(undefined)) return null;
  read(values);
  read(unit);
  const symbol = unit.text.trim().split(/\s+/u)[0] ?? '';
  const list = numbers as (number | null)[];
  return {
    unit: fromDsi(symbol),
    unit_dsi: symbol,
    values: list,
    uncertainty: uncertaintyOf(chosen, list.length, read)
  };
}

/** Names of U, k and p: of lists and of single values, in D-SI 1 and 2. */
const EXPANDED = {
  values: ['valueExpandedMUXMLList', 'uncertaintyXMLList', 'valueExpandedMU', 'uncertainty'],
  k: ['coverageFactorXMLList', 'coverageFactor'],
  probability: ['coverageProbabilityXMLList', 'coverageProbability'],
  distribution: ['distributionXMLList', 'distribution']
};
const STANDARD = ['valueStandardMUXMLList', 'valueStandardMU'];

const firstOf = (parent: XmlElement | null, names: readonly string[]): XmlElement | null =>
  names.flatMap((name) => childrenOf(parent, name))[0] ?? null;

/** The element with U or u of a value or list; intervals are not symmetric and stay in the file. */
function uncertaintyElement(value: XmlElement): XmlElement | null {
  const wrapped = firstOf(value, ['measurementUncertaintyUnivariateXMLList', 'measurementUncertaintyUnivariate']);
  return (
    firstOf(wrapped, ['expandedMUXMLList', 'expandedMU', 'standardMUXMLList', 'standardMU']) ??
    firstOf(value, ['expandedUncXMLList', 'expandedUnc'])
  );
}

function uncertaintyOf(value: XmlElement, count: number, read: Read): Numbers['uncertainty'] {
  const element = uncertaintyElement(value);
  const expanded = firstOf(element, EXPANDED.values);
  const stated = expanded ?? firstOf(element, STANDARD);
  const spread = (source: XmlElement | null) => {
    const list = words(source).map(numberOf);
    if ((source && !isPlain(source)) || list.includes(undefined) || (list.length !== 1 && list.length !== count))
      return null;
    return Array.from({ length: count }, (_, index) => (list.length === 1 ? list[0] : list[index]) ?? null);
  };
  const values = spread(stated);
  if (stated === null || values === null) return null;
  const factor = firstOf(element, EXPANDED.k);
  const k = expanded ? spread(factor) : values.map(() => 1);
  if (k === null || values.some(isNegative) || k.some((one) => one === 0 || isNegative(one))) return null;
  const probable = firstOf(element, EXPANDED.probability);
  const probability = probable ? spread(probable) : [];
  const distribution = firstOf(element, EXPANDED.distribution);
  // Of several kinds none is that of all values.
  const kinds = new Set(words(distribution));
  const isOneKind = kinds.size === 1;
  for (const one of [stated, factor, probability ? probable : null, isOneKind ? distribution : null])
    if (one) read(one);
  return { values, k, probability: probability ?? [], distribution: isOneKind ? ([...kinds][0] ?? null) : null };
}

const isNegative = (value: number | null) => value !== null && value < 0;

/** An element inside a value would be left out of it: 1<x/>00.3 is not 100.3. */
const isPlain = ({ children }: XmlElement): boolean => children.length === 0;

const words = (element: XmlElement | null): readonly string[] =>
  element !== null && isPlain(element) ? element.text.split(/\s+/u).filter(Boolean) : [];

const DECIMAL = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/u;
/** The smallest number has 330 characters without an exponent; in longer ones, many digits would take long to read. */
const LONGEST_NUMBER = 1000;
/** Null for NaN; undefined for what is not a number, or would be another one here: that is listed as it is in the file. */
function numberOf(word: string): number | null | undefined {
  if (word === 'NaN') return null;
  if (word.length > LONGEST_NUMBER || !DECIMAL.test(word)) return undefined;
  const value = Number(word);
  return Number.isFinite(value) && keepsDigits(value, word) ? value : undefined;
}

/** A text in the language of the file’s choice: the first of `languages` that it has, else any. */
export function textIn(element: XmlElement | null, languages: readonly string[], read: Read): string | null {
  const contents = childrenOf(element, 'content');
  const wanted = languages.map((language) => contents.find((one) => one.attributes.get('lang') === language));
  const chosen = wanted.find((one) => one !== undefined) ?? contents[0];
  // The same text in other languages is not lost by being left out; a second one of a language is another text.
  const seen = new Set<string | undefined>();
  for (const one of contents) {
    const language = one.attributes.get('lang');
    if (!seen.has(language)) read(one);
    seen.add(language);
  }
  return chosen?.text.trim().replace(/\s+/gu, ' ') || null;
}

export const readText = (parent: XmlElement | null, read: Read, ...names: readonly string[]): string | null => {
  const found = at(parent, ...names);
  if (found === null || !isPlain(found)) return null;
  read(found);
  return found.text.trim() || null;
};
