import { isExternal, type CertificateFacts } from '../certificate-facts.ts';
import type { Block } from '../document/blocks.ts';
import { phrase, plain } from '../document/phrase.ts';
import type { LatexFacts } from '../latex/facts.ts';
import type { Printed } from '../layout/printed.ts';
import { voidNote } from '../parts/void-note.ts';
import type { Printer } from '../print/printer.ts';
import { FAIL, INK_3 } from '../print/style.ts';
import { withoutBreaks } from './breakable.ts';
import { escapeTex } from './escape-tex.ts';
import { missingParts } from './missing-values.ts';
import { PREVIEW } from './preview-words.ts';

/** A template, and what it was filled to. */
type FilledTemplate = { readonly source: string; readonly filled: string };

/** Letters of a reason, so that the stamp ends above what a template has at the top. The whole of it is in the record. */
const LONGEST_REASON = 100;

/** What the server lays over every page, whatever the template prints; at the foot only what the pages lack. */
export const laidOver = (
  facts: CertificateFacts,
  print: Printer,
  template: FilledTemplate & { readonly isPreview: boolean }
): Pick<LatexFacts, 'stamp' | 'foot'> => ({
  stamp: stamp(facts, print, template),
  foot: (printed) => foot(facts, print, template.filled, printed)
});

function stamp(
  facts: CertificateFacts,
  print: Printer,
  { source, isPreview }: FilledTemplate & { readonly isPreview: boolean }
): readonly Block[] {
  const blocks: Block[] = [];
  if (isPreview)
    blocks.push({ kind: 'paragraph', content: plain(PREVIEW[print.language], { bold: true }), color: FAIL });
  const voided = voidNote(facts, print, LONGEST_REASON);
  if (voided) blocks.push({ kind: 'paragraph', content: voided, color: FAIL });
  // Another laboratory's results must not pass as this one's.
  if (isExternal(facts) && missingParts(source).includes('external'))
    blocks.push({ kind: 'paragraph', content: plain(print.labels.external_title, { bold: true }) });
  if (facts.copyOf) {
    const content = phrase(print.labels.copy, { date: print.date(facts.copyOf.printedAt) });
    blocks.push({ kind: 'paragraph', content });
  }
  return blocks;
}

/**
 * The address for verification, where it is not printed.
 * @param printed on the pages; null: an installed TeX has set them, and the filled source decides, wherever it puts the address
 */
function foot(
  { context }: CertificateFacts,
  { labels }: Printer,
  filled: string,
  printed: Printed | null
): readonly Block[] {
  const url = context.verify_url;
  if (printed === null ? isInSource(url, filled) : printed.codes.includes(url) || printed.text.includes(url)) return [];
  return [{ kind: 'paragraph', content: plain(`${labels.verify} ${url}`), size: 7.6, color: INK_3 }];
}

function isInSource(url: string, filled: string): boolean {
  const [body = ''] = withoutBreaks(withoutComments(filled)).split('\\end{document}');
  return HAS_QR.test(body) || body.includes(url) || body.includes(escapeTex(url));
}

const HAS_QR = /\\includegraphics *(?:\[[^\]]{0,300}\] *)?\{ *qr *\}/u;
const withoutComments = (source: string): string => source.replace(/(?<!\\)((?:\\\\)*)%.*/gu, '$1');
