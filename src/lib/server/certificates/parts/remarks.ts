import type { CertificateFacts } from '../certificate-facts.ts';
import type { Block, Inline } from '../document/blocks.ts';
import { phrase, plain } from '../document/phrase.ts';
import { hasUnknown } from '../layout/shape.ts';
import type { Printer } from '../print/printer.ts';
import { paragraph, section } from '../print/style.ts';

/** Not relevant to the reader of a certificate: the laboratory's registry and its devices. */
const INTERNAL: ReadonlySet<string> = new Set([
  'asset_retired',
  'channel_archived',
  'asset_changed',
  'engine_differs',
  'abridged',
  // Printed with the reference.
  'reference_overdue',
  'reference_voided'
]);

/** The recorder's notes and the warnings of the analysis: readers must know as much as the author. */
export function remarks(facts: CertificateFacts, print: Printer): readonly Block[] {
  const notes = (facts.context.calibration.notes ?? '').split(/\r?\n/u).filter((line) => line.trim() !== '');
  const codes = new Set<string>();
  const printed = facts.warnings.filter(({ code }) => !INTERNAL.has(code) && !codes.has(code) && codes.add(code));
  const lines = [
    ...notes.map((line) => plain(line)),
    ...printed.map((warning) => wordsOf(warning, facts, print)),
    ...decisions(facts, print),
    // The reader must know that a name is not what it looks like.
    ...(hasUnknown(JSON.stringify(facts.context)) ? [plain(print.labels.unknown_letters)] : [])
  ];
  return lines.length === 0 ? [] : [section(print.labels.remarks), ...lines.map((line) => paragraph(line))];
}

/** Who accepted what is in doubt, and why. */
function decisions({ referenceReason, kept }: CertificateFacts, { labels, date }: Printer): (readonly Inline[])[] {
  return [
    ...(referenceReason ? [phrase(labels.reference_reason, { reason: plain(referenceReason) })] : []),
    ...(kept
      ? [phrase(labels.kept, { name: kept.name, date: date(new Date(kept.at)), reason: plain(kept.reason) })]
      : [])
  ];
}

/** A warning without a text here is printed in the engine's English: it is never omitted. */
function wordsOf(
  { code, message }: CertificateFacts['warnings'][number],
  { result }: CertificateFacts,
  { labels }: Printer
): readonly Inline[] {
  const outliers = result?.fit.diagnostics.outliers ?? [];
  const words = (outliers.length > 1 ? labels.warnings[`${code}_many`] : undefined) ?? labels.warnings[code];
  if (words === undefined) return plain(message);
  return phrase(words, { points: outliers.map((index) => String(index + 1)).join(', ') });
}
