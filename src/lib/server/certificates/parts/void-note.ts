import { isExternal, type CertificateFacts } from '../certificate-facts.ts';
import type { Inline } from '../document/blocks.ts';
import { phrase } from '../document/phrase.ts';
import type { Printer } from '../print/printer.ts';

/** That it is void, since when and why; null if it is valid. @param most letters of the reason; the rest is cut */
export function voidNote(facts: CertificateFacts, print: Printer, most = Infinity): readonly Inline[] | null {
  const { voided } = facts;
  if (!voided) return null;
  const { labels } = print;
  const note = isExternal(facts) ? labels.voided_record : labels.voided;
  const reason = voided.reason ? ` ${labels.void_reason}` : '';
  return phrase(note + reason, { date: print.date(voided.at), reason: shortened(voided.reason ?? '', most) });
}

/** At most so many letters; a text that was cut ends with an ellipsis. */
export function shortened(text: string, most: number): string {
  const letters = [...text];
  return letters.length <= most ? text : `${letters.slice(0, most).join('').trimEnd()}…`;
}
