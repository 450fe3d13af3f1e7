import type { Capability, ConformityRequest, ConformityResult, Judge, Verdict } from '../types.ts';
import { roundForPrint, roundUncertainty } from '../uncertainty/rounding.ts';
import { DEFAULT_FALSE_ACCEPT, DEFAULT_PFA } from './acceptance.ts';
import type { Span } from './overall.ts';
import { STATEMENT_TEXTS, type JudgedError, type Language } from './statement-texts.ts';

/** The contents of a statement of conformity. */
export type StatementFacts = {
  readonly request: ConformityRequest;
  readonly judge: Judge;
  readonly verdict: Verdict | null;
  /** Whether the instrument was adjusted: then the last state is "as left", otherwise "after correction". */
  readonly adjusted: boolean;
  /** Whether there is a correction: without one, and without an adjustment, the state is still the one found. */
  readonly corrected: boolean;
  /** Ranges of the values used for the judgements, in `unit`; null if none was made. */
  readonly coverage: { readonly expanded: Span; readonly factor: Span; readonly probability: Span } | null;
  readonly unit: string;
  /** The laboratory's capability, if stated. */
  readonly capability: Capability | null;
};

/**
 * The statement of conformity in the four languages: what was judged and how, the standard, the rule, and U, k and p of
 * the judged errors, as ranges if they differ. If nothing was judged, it only says so.
 * Source: ISO/IEC 17025:2017 7.8.6.2; ILAC-G8:09/2019.
 */
export function statementOf(facts: StatementFacts): ConformityResult['statement'] {
  return { en: write('en', facts), es: write('es', facts), fr: write('fr', facts), de: write('de', facts) };
}

function write(language: Language, facts: StatementFacts): string {
  const texts = STATEMENT_TEXTS[language];
  const number = (text: string): string => text.replace('.', texts.decimalSign);
  const judged = texts.judged[judgedError(facts)];
  const verdict = facts.verdict === null ? texts.notJudged : texts.verdict[facts.verdict];
  const opening = `${judged.charAt(0).toUpperCase()}${judged.slice(1)}${texts.colon} ${verdict}.`;
  const { rule: name, guard_band_factor: factor, max_false_accept: risk, target_pfa: pfa } = facts.request;
  const percent = (probability: number): string => number(String(Number((100 * probability).toPrecision(6))));
  const rule = texts.rule[name]
    .replace('{r}', number(String(factor ?? 1)))
    .replace('{q}', percent(risk ?? DEFAULT_FALSE_ACCEPT))
    .replace('{a}', percent(pfa ?? DEFAULT_PFA));
  if (facts.verdict === null || facts.coverage === null) return opening;
  const { expanded, factor: factors, probability } = facts.coverage;
  const span = ({ low, high }: Span, print: (value: number) => string): string => {
    const [from, to] = [number(print(low)), number(print(high))];
    return from === to ? from : `${from} ${texts.to} ${to}`;
  };
  const covered = span(probability, (value) => {
    const { isMore, digits } = coveragePercent(value);
    return isMore ? `> ${digits}` : digits;
  });
  const coverage = texts.coverage
    .replace('{u}', `${span(expanded, (value) => roundUncertainty(value).text)} ${facts.unit}`.trim())
    .replace(
      '{k}',
      span(factors, (value) => roundForPrint(value, 2))
    )
    .replace('= {p}', covered.startsWith('>') ? covered : `= ${covered}`);
  const sentences = [opening, texts.basis, rule, coverage];
  if (facts.capability !== null) {
    sentences.push(texts.capability.replace('{cmc}', capabilityText(facts.capability, facts.unit, number)));
  }
  return sentences.join(' ');
}

/**
 * A coverage probability in percent, with two decimals. No interval covers everything: what would round to 100 is more
 * than 99.99.
 */
export function coveragePercent(probability: number): { readonly isMore: boolean; readonly digits: string } {
  const digits = roundForPrint(100 * probability, 2);
  return Number(digits) < 100 ? { isMore: false, digits } : { isMore: true, digits: '99.99' };
}

function capabilityText(capability: Capability, unit: string, number: (text: string) => string): string {
  const { a, b } = typeof capability === 'number' ? { a: capability, b: 0 } : capability;
  const constant = `${number(String(a))} ${unit}`.trim();
  return b === 0 ? constant : `${constant} + ${number(String(b))} · |x|`;
}

function judgedError({ judge, adjusted, corrected }: StatementFacts): JudgedError {
  if (judge === 'as_found') return 'as_found';
  if (adjusted) return 'as_left';
  return corrected ? 'after_correction' : 'as_found';
}
