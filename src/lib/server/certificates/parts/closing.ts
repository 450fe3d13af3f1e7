import type { CertificateFacts } from '../certificate-facts.ts';
import type { Block } from '../document/blocks.ts';
import { phrase, plain } from '../document/phrase.ts';
import type { Printer } from '../print/printer.ts';
import { BODY, INK_2, INK_LINE, NOTE, heldSpace, paragraph, section, space } from '../print/style.ts';

export function remarks(facts: CertificateFacts, print: Printer): readonly Block[] {
  const { notes } = facts.context.calibration;
  if (!notes) return [];
  const lines = notes.split(/\r?\n/u).filter((line) => line.trim() !== '');
  return [section(print.labels.remarks), ...lines.map((line) => paragraph(plain(line)))];
}

/** Who recorded, the place of the signature and the code that leads to the verification page, at the foot of the page. */
export function closing(facts: CertificateFacts, print: Printer): readonly Block[] {
  const { technician, calibration, verify_url } = facts.context;
  const { labels } = print;
  const role = labels.roles[technician.role] ?? technician.role;
  const recorder: Block[] = [
    space(26),
    { kind: 'rule', stroke: INK_LINE },
    space(4),
    paragraph([...plain(technician.full_name, { bold: true }), ...plain(`, ${role}`)]),
    paragraph(phrase(labels.recorded, { date: print.date(calibration.recorded_at) }))
  ];
  return [
    heldSpace(18),
    { kind: 'fill' },
    {
      kind: 'columns',
      gap: 22,
      align: 'bottom',
      columns: [
        { width: { share: 1 }, blocks: recorder },
        { width: { share: 1 }, blocks: [{ kind: 'signature', appearance: appearance(facts, print) }] },
        {
          width: 64,
          blocks: [
            { kind: 'qr', text: verify_url, width: 64 },
            space(3),
            { kind: 'paragraph', content: plain(labels.verify), size: NOTE, align: 'center' }
          ]
        }
      ]
    }
  ];
}

function appearance(facts: CertificateFacts, print: Printer): readonly Block[] {
  const { signing } = facts;
  const { labels } = print;
  const values = {
    fingerprint: shortFingerprint(signing.fingerprintSha256),
    year: String(signing.notAfter.getUTCFullYear())
  };
  return [
    space(12),
    { kind: 'paragraph', content: plain(labels.signed_electronically, { italic: true }), color: INK_2, size: BODY },
    { kind: 'rule', stroke: INK_LINE },
    space(4),
    paragraph(plain(signing.name, { bold: true })),
    paragraph(phrase(labels.signature_text, values))
  ];
}

/** The first bytes, enough for the eye to compare with the organization's page. */
function shortFingerprint(sha256: string): string {
  const bytes = sha256.replaceAll(':', '').toUpperCase().match(/../gu) ?? [];
  return bytes.slice(0, 4).join(':');
}
