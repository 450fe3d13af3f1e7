import type { Language } from '#lib/contracts/primitives.ts';
import { cellText, type Cell } from './cell.ts';

type IntervalUnit = 'days' | 'weeks' | 'months' | 'years';
export type ReadInterval =
  | { readonly days: number | null; readonly months: number | null }
  | { readonly code: 'interval_invalid' | 'interval_unit_missing'; readonly suggestion?: string };

const WORDS: readonly (readonly [IntervalUnit, RegExp])[] = [
  ['days', /^(d|day|days|daily|t|tag|tage|tagen|tägig|j|jour|jours|dia|dias|día|días)$/],
  ['weeks', /^(w|wk|wks|week|weeks|weekly|woche|wochen|wöchentlich|wöchig|sem|semaine|semaines|semana|semanas)$/],
  ['months', /^(m|mo|mon|mth|mths|month|months|monthly|monat|monate|monaten|monatlich|monatig|mois|mes|meses)$/],
  [
    'years',
    /^(y|yr|yrs|year|years|yearly|jahr|jahre|jahren|jährlich|jährig|a|an|ans|année|années|annee|annees|año|años|ano|anos)$/
  ]
];
/** In months. */
const NAMED: readonly (readonly [number, RegExp])[] = [
  [12, /^(annual|annually|yearly|jährlich|annuel|annuelle|anual)$/],
  [24, /^(biennial|biannually|zweijährlich|alle zwei jahre|bisannuel|bienal)$/],
  [6, /^(semi-?annual|semi-?annually|half-?yearly|halbjährlich|semestriel|semestrielle|semestral)$/],
  [3, /^(quarterly|vierteljährlich|trimestriel|trimestrielle|trimestral)$/],
  [1, /^(monthly|monatlich|mensuel|mensuelle|mensual)$/]
];
const MOST = { days: 36_500, months: 1200 };

export function intervalUnitOf(text: string): IntervalUnit | null {
  const word = text.trim().toLowerCase().replace(/[().]/g, '');
  return WORDS.find(([, names]) => names.test(word))?.[0] ?? null;
}

/** What comes before an interval and says nothing of its own: `alle 12 Monate`. */
const EVERY = /^(every|each|alle|tous les|toutes les|cada)\s+(?=\d)/;
/** The unit that was probably meant, of one and of several. */
const MONTHS: Readonly<Record<Language, readonly [string, string]>> = {
  en: ['month', 'months'],
  de: ['Monat', 'Monate'],
  fr: ['mois', 'mois'],
  es: ['mes', 'meses']
};

/**
 * Reads an interval.
 * @param unit of numbers without one, from the heading or from another column
 * @param language of what is suggested
 */
export function readInterval(cell: Cell, unit: IntervalUnit | null, language: Language): ReadInterval {
  const text = cellText(cell).normalize('NFC').trim().toLowerCase().replace(EVERY, '');
  const named = NAMED.find(([, names]) => names.test(text));
  if (named !== undefined) return { days: null, months: named[0] };
  const found = /^(\d{1,5}(?:[.,]\d{1,2})?)[\s-]*([\p{L}().]*)$/u.exec(text);
  if (found === null) return { code: 'interval_invalid' };
  const [, digits = '', word = ''] = found;
  const value = Number(digits.replace(',', '.'));
  const meant = word === '' ? unit : intervalUnitOf(word);
  if (meant === null) {
    if (word !== '') return { code: 'interval_invalid' };
    return { code: 'interval_unit_missing', suggestion: `${digits} ${MONTHS[language][value === 1 ? 0 : 1]}` };
  }
  const isDays = meant === 'days' || meant === 'weeks';
  const amount = value * (meant === 'weeks' ? 7 : meant === 'years' ? 12 : 1);
  if (!Number.isInteger(amount) || amount < 1 || amount > MOST[isDays ? 'days' : 'months'])
    return { code: 'interval_invalid' };
  return isDays ? { days: amount, months: null } : { days: null, months: amount };
}
