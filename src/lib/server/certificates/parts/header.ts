import { isExternal, laboratoryName, type CertificateFacts } from '../certificate-facts.ts';
import type { Block } from '../document/blocks.ts';
import { phrase, plain } from '../document/phrase.ts';
import type { Printer } from '../print/printer.ts';
import { BODY, FAIL, INK_2, INK_LINE, space } from '../print/style.ts';
import { shortened, voidNote } from './void-note.ts';

/** The header is on every page, so its height is limited, whatever the input. */
const LONGEST = { name: 200, address: 300, contact: 200, reason: 400 };

/**
 * Laboratory, number and page on every page; and, if applicable, whose data these are, and that it is a copy or void.
 */
export function header(facts: CertificateFacts, print: Printer): readonly Block[] {
  const { organization, certificate_number } = facts.context;
  const { labels } = print;
  const laboratory: Block[] = [
    {
      kind: 'paragraph',
      content: plain(shortened(laboratoryName(organization), LONGEST.name), { bold: true }),
      size: BODY * 1.3,
      leading: 1.3
    }
  ];
  laboratory.push({
    kind: 'paragraph',
    content: plain(organization.address ? shortened(organization.address, LONGEST.address) : labels.no_address)
  });
  const contact = [organization.phone, organization.email, organization.website].filter(
    (line) => line !== null && line !== ''
  );
  if (contact.length > 0)
    laboratory.push({
      kind: 'paragraph',
      content: plain(shortened(contact.join('  '), LONGEST.contact)),
      color: INK_2
    });
  const [before = '', between = '', after = ''] = labels.page.split(/\{page\}|\{pages\}/u);
  const number: Block[] = [
    {
      kind: 'paragraph',
      content: plain(isExternal(facts) ? labels.record : labels.certificate),
      align: 'right',
      leading: 1.3
    },
    {
      kind: 'paragraph',
      content: plain(certificate_number, { bold: true }),
      size: BODY * 1.3,
      align: 'right',
      leading: 1.3
    },
    {
      kind: 'paragraph',
      content: [
        ...plain(before),
        { kind: 'field', field: 'page' },
        ...plain(between),
        { kind: 'field', field: 'pages' },
        ...plain(after)
      ],
      align: 'right'
    }
  ];
  const logo = facts.logo;
  return [
    {
      kind: 'columns',
      columns: [
        ...(logo ? [{ width: logo.width, blocks: [{ kind: 'image', ...logo } as const] }] : []),
        { width: { share: 3 }, blocks: laboratory },
        { width: { share: 1.3 }, blocks: number }
      ],
      gap: 14,
      align: 'top'
    },
    space(9),
    { kind: 'rule', stroke: INK_LINE },
    ...foreignData(facts, print),
    ...stamps(facts, print),
    space(10)
  ];
}

/** Whose data these are if they are not the laboratory's own (ISO/IEC 17025 7.8.2.1 p). */
function foreignData(facts: CertificateFacts, { labels }: Printer): readonly Block[] {
  if (!isExternal(facts)) return [];
  const { calibration, organization } = facts.context;
  const values = {
    laboratory: shortened(calibration.lab_name ?? labels.not_recorded, LONGEST.name),
    number: calibration.lab_certificate_number ?? labels.not_recorded,
    organization: shortened(laboratoryName(organization), LONGEST.name)
  };
  return [space(6), { kind: 'paragraph', content: phrase(labels.external_data, values) }];
}

function stamps(facts: CertificateFacts, print: Printer): readonly Block[] {
  const { labels } = print;
  const blocks: Block[] = [];
  const note = voidNote(facts, print, LONGEST.reason);
  if (note) blocks.push(space(6), { kind: 'paragraph', content: note, color: FAIL });
  if (facts.copyOf) {
    blocks.push(space(6), {
      kind: 'paragraph',
      content: phrase(labels.copy, { date: print.date(facts.copyOf.printedAt) })
    });
  }
  return blocks;
}
