import { isExternal, type CertificateFacts } from '../certificate-facts.ts';
import type { Block } from '../document/blocks.ts';
import { phrase, plain } from '../document/phrase.ts';
import type { LatexFacts } from '../latex/facts.ts';
import { withoutSpaces, type Printed } from '../layout/printed.ts';
import { voidNote } from '../parts/void-note.ts';
import type { Printer } from '../print/printer.ts';
import { FAIL, INK_3 } from '../print/style.ts';
import { BUILT_IN_TEMPLATE } from './built-in/source.ts';
import { PREVIEW } from './preview-words.ts';

/** Letters of a reason, so that the stamp ends above what a template has at the top. The whole of it is in the record. */
const LONGEST_REASON = 100;

/**
 * What the server lays over every page, whatever the template prints; and what the pages lack. What can be read on pages that an installed
 * TeX has set is not known: they lack it, unless the template is the built-in one.
 */
export const laidOver = (
  facts: CertificateFacts,
  print: Printer,
  { source, isPreview }: { readonly source: string; readonly isPreview: boolean }
): Pick<LatexFacts, 'stamp' | 'foot'> => {
  const isBuiltIn = source === BUILT_IN_TEMPLATE;
  const has = (printed: Printed | null, text: string): boolean =>
    printed === null ? isBuiltIn : printed.codes.includes(text) || printed.text.includes(withoutSpaces(text));
  return {
    stamp: (printed) => stamp(facts, print, { isPreview, isTold: has(printed, print.labels.external_title) }),
    foot: (printed) => (has(printed, facts.context.verify_url) ? [] : foot(facts, print))
  };
};

/** @param isTold it says itself that it is a record of an external calibration */
function stamp(
  facts: CertificateFacts,
  print: Printer,
  { isPreview, isTold }: { readonly isPreview: boolean; readonly isTold: boolean }
): readonly Block[] {
  const blocks: Block[] = [];
  if (isPreview)
    blocks.push({ kind: 'paragraph', content: plain(PREVIEW[print.language], { bold: true }), color: FAIL });
  const voided = voidNote(facts, print, LONGEST_REASON);
  if (voided) blocks.push({ kind: 'paragraph', content: voided, color: FAIL });
  // Another laboratory's results must not pass as this one's.
  if (isExternal(facts) && !isTold)
    blocks.push({ kind: 'paragraph', content: plain(print.labels.external_title, { bold: true }) });
  if (facts.copyOf) {
    const content = phrase(print.labels.copy, { date: print.date(facts.copyOf.printedAt) });
    blocks.push({ kind: 'paragraph', content });
  }
  return blocks;
}

/** The address for verification. */
const foot = ({ context }: CertificateFacts, { labels }: Printer): readonly Block[] => [
  { kind: 'paragraph', content: plain(`${labels.verify} ${context.verify_url}`), size: 7.6, color: INK_3 }
];
