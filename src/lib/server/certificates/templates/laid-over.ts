import { isExternal, type CertificateFacts } from '../certificate-facts.ts';
import type { Block } from '../document/blocks.ts';
import { phrase, plain } from '../document/phrase.ts';
import type { LaidOver } from '../layout/stamp.ts';
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

/** What the server lays over every page, so that no template can leave it out. */
export const laidOver = (
  facts: CertificateFacts,
  print: Printer,
  template: FilledTemplate & { readonly isPreview: boolean }
): LaidOver => ({ stamp: stamp(facts, print, template), foot: foot(facts, print, template) });

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

/** The address for verification, unless the filled source prints it. */
function foot({ context }: CertificateFacts, { labels }: Printer, { filled }: FilledTemplate): readonly Block[] {
  const url = context.verify_url;
  const read = withoutBreaks(withoutComments(filled));
  if (HAS_QR.test(read) || read.includes(url) || read.includes(escapeTex(url))) return [];
  return [{ kind: 'paragraph', content: plain(`${labels.verify} ${url}`), size: 7.6, color: INK_3 }];
}

const HAS_QR = /\\includegraphics\s*(?:\[[^\]]*\])?\s*\{\s*qr\s*\}/u;
const withoutComments = (source: string): string => source.replace(/(?<!\\)((?:\\\\)*)%.*/gu, '$1');
