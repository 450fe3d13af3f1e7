import { isExternal, type CertificateFacts } from '../certificate-facts.ts';
import type { Block, Color, Inline } from '../document/blocks.ts';
import { phrase, plain } from '../document/phrase.ts';
import type { LatexFacts } from '../latex/facts.ts';
import { voidNote } from '../parts/void-note.ts';
import type { Printer } from '../print/printer.ts';
import { FAIL, INK_3 } from '../print/style.ts';
import { BUILT_IN_TEMPLATE } from './built-in/source.ts';
import { PREVIEW } from './preview-words.ts';

/** Letters of a reason, so that the stamp ends above what a template has at the top. The whole of it is in the record. */
const LONGEST_REASON = 100;

/**
 * What the server lays over every page, whatever the template prints: words that a source hides, covers or garbles somewhere among its own
 * would otherwise count as said. Only the built-in template is known to print the address and the title.
 */
export function laidOver(
  facts: CertificateFacts,
  print: Printer,
  { source, isPreview }: { readonly source: string; readonly isPreview: boolean }
): Pick<LatexFacts, 'stamp' | 'foot'> {
  const isBuiltIn = source === BUILT_IN_TEMPLATE;
  const { labels } = print;
  const stamp: Block[] = [];
  const put = (content: readonly Inline[], color?: Color) =>
    stamp.push({ kind: 'paragraph', content, ...(color && { color }) });
  if (isPreview) put(plain(PREVIEW[print.language], { bold: true }), FAIL);
  const voided = voidNote(facts, print, LONGEST_REASON);
  if (voided) put(voided, FAIL);
  // Another laboratory's results must not pass as this one's.
  if (isExternal(facts) && !isBuiltIn) put(plain(labels.external_title, { bold: true }));
  if (facts.copyOf) put(phrase(labels.copy, { date: print.date(facts.copyOf.printedAt) }));
  return { stamp, foot: isBuiltIn ? [] : [verification(facts, print)] };
}

const verification = ({ context }: CertificateFacts, { labels }: Printer): Block => ({
  kind: 'paragraph',
  content: plain(`${labels.verify} ${context.verify_url}`),
  size: 7.6,
  color: INK_3
});
