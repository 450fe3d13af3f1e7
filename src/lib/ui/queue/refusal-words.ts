/** Why the laboratory refused an entry, in the reader's language. */
import type { Translate } from '#lib/i18n/translate.ts';
import { explainCode } from '../form/explain-error.ts';
import { shapeOf } from '../status/verdict-shape.ts';
import type { Verdict } from '#lib/metrology/types.ts';

type Refused = {
  readonly code: string;
  readonly detail: string;
  readonly context?: Readonly<Record<string, unknown>> | undefined;
};

/** The sentence of the code; where two histories judge differently, both verdicts after it. */
export function refusalWords({ code, detail, context }: Refused, translate: Translate): readonly string[] {
  const sentence = explainCode(code, detail, translate);
  if (code !== 'history_differs' || context === undefined) return [sentence];
  const there = verdictsIn(context['server'], translate);
  return [
    sentence,
    translate('refusals.judged_here', { values: { verdicts: verdictsIn(context['device'], translate) ?? '–' } }),
    there === null
      ? translate('refusals.not_judgeable')
      : translate('refusals.judged_there', { values: { verdicts: there } })
  ];
}

/** `as found fail, after correction pass`; null where nothing was judged. */
function verdictsIn(verdicts: unknown, translate: Translate): string | null {
  if (typeof verdicts !== 'object' || verdicts === null) return null;
  const { as_found, as_left } = verdicts as { as_found?: Verdict | null; as_left?: Verdict | null };
  const word = (name: string, verdict: Verdict | null | undefined) =>
    `${translate(`verdict.${name}`)} ${translate(`verdict.${shapeOf(verdict ?? null)}`)}`;
  return `${word('as_found', as_found)}, ${word('after_correction', as_left)}`;
}
