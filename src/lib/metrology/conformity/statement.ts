import type { ConformityRequest, ConformityResult, Judge, Verdict } from '../types.ts';
import { roundForPrint } from '../uncertainty/rounding.ts';
import { DEFAULT_FALSE_ACCEPT, DEFAULT_PFA } from './acceptance.ts';
import { STATEMENT_TEXTS, type JudgedError, type Language } from './statement-texts.ts';

/** What a statement of conformity says. */
export type StatementFacts = {
  readonly request: ConformityRequest;
  readonly judge: Judge;
  readonly verdict: Verdict | null;
  /** Whether the instrument was adjusted: then the last state is "as left", otherwise "after correction". */
  readonly adjusted: boolean;
  readonly k: number;
  readonly probability: number;
  /** The laboratory's capability, where it limits the reported uncertainty; with its unit where one is known. */
  readonly capability: { readonly value: number; readonly unit: string } | null;
};

/**
 * The statement of conformity in the four languages: what was judged and how, the standard, the rule, k and p.
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
  const opening = `${judged.charAt(0).toUpperCase()}${judged.slice(1)}: ${verdict}.`;
  const { rule: name, guard_band_factor: factor, max_false_accept: risk, target_pfa: pfa } = facts.request;
  const percent = (probability: number): string => number(String(Number((100 * probability).toPrecision(6))));
  const rule = texts.rule[name]
    .replace('{r}', number(String(factor ?? 1)))
    .replace('{q}', percent(risk ?? DEFAULT_FALSE_ACCEPT))
    .replace('{a}', percent(pfa ?? DEFAULT_PFA));
  const coverage = texts.coverage
    .replace('{k}', number(roundForPrint(facts.k, 2)))
    .replace('{p}', number(roundForPrint(100 * facts.probability, 2)));
  const sentences = [opening, texts.basis, rule, coverage];
  if (facts.capability !== null) {
    const { value, unit } = facts.capability;
    sentences.push(texts.capability.replace('{cmc}', `${number(String(value))} ${unit}`.trim()));
  }
  return sentences.join(' ');
}

function judgedError({ judge, adjusted }: StatementFacts): JudgedError {
  if (judge === 'as_found') return 'as_found';
  return adjusted ? 'as_left' : 'after_correction';
}
