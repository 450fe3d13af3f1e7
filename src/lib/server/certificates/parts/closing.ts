import { isExternal, type CertificateFacts } from '../certificate-facts.ts';
import type { Block, Inline } from '../document/blocks.ts';
import { phrase, plain } from '../document/phrase.ts';
import type { Printer } from '../print/printer.ts';
import { BODY, INK_2, INK_LINE, NOTE, reservedSpace, paragraph, space } from '../print/style.ts';

/** Who performed and who released, the place of the signature and the code that leads to the verification page, at the foot of the page. */
export function closing(facts: CertificateFacts, print: Printer): readonly Block[] {
  const { technician, calibration, verify_url } = facts.context;
  const { labels } = print;
  const small = (content: readonly Inline[]): Block => ({ kind: 'paragraph', content, size: NOTE, color: INK_2 });
  const recorder: Block[] = [
    space(12),
    small(plain(isExternal(facts) ? labels.recorded_by : labels.performed_by)),
    { kind: 'rule', stroke: INK_LINE },
    space(4),
    paragraph(named(technician, print)),
    paragraph(phrase(labels.recorded, { date: print.date(calibration.recorded_at) })),
    small(releasedBy(facts, print))
  ];
  return [
    reservedSpace(18),
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

type Person = CertificateFacts['context']['technician'];

const named = ({ full_name, role }: Person, { labels }: Printer): readonly Inline[] => [
  ...plain(full_name, { bold: true }),
  ...plain(`, ${labels.roles[role] ?? role}`)
];

/** Who authorized the release (ISO/IEC 17025 7.8.2.1 o): also if it is the same person. */
export function releasedBy({ context }: CertificateFacts, print: Printer): readonly Inline[] {
  const { technician, release } = context;
  const { labels } = print;
  if (!release?.by) return phrase(labels.release_unknown);
  if (release.at !== null) {
    return phrase(labels.release_second, { person: named(release.by, print), date: print.date(new Date(release.at)) });
  }
  const isSame = release.by.full_name === technician.full_name && release.by.role === technician.role;
  if (!isSame) return phrase(labels.release, { person: named(release.by, print) });
  return phrase(release.automatic ? labels.release_automatic : labels.release_same, { person: release.by.full_name });
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

/** The first bytes, enough to compare with the organization's page by eye. */
function shortFingerprint(sha256: string): string {
  const bytes = sha256.replaceAll(':', '').toUpperCase().match(/../gu) ?? [];
  return bytes.slice(0, 4).join(':');
}
