import { isExternal, type CertificateFacts } from '../certificate-facts.ts';
import type { Block, Inline } from '../document/blocks.ts';
import { phrase } from '../document/phrase.ts';
import { uncertaintyDecimals } from '../print/numbers.ts';
import type { Printer } from '../print/printer.ts';
import { paragraph, section } from '../print/style.ts';
import { differenceUnit, unitSymbol } from '../print/units.ts';

type Reference = NonNullable<CertificateFacts['context']['reference']>;

/**
 * The reference with its own certificate: the link of the chain (ISO/IEC 17025 6.5, 7.8.4.1 c). Traceability is stated
 * only for a reference whose calibration was valid and whose laboratory and certificate are known; else what is known,
 * and the reason.
 */
export function traceability(facts: CertificateFacts, print: Printer): readonly Block[] {
  const { reference } = facts.context;
  const { labels } = print;
  if (!reference) {
    const text = isExternal(facts) ? labels.traceable_external : `${labels.no_reference} ${labels.not_traceable}`;
    return [section(labels.traceability), paragraph(phrase(text))];
  }
  const doubts = doubtsAbout(reference, facts, print);
  const claim = doubts.length === 0 ? phrase(` ${labels.traceable}`) : phrase(` ${labels.not_traceable}`);
  const words = [
    ...referenceSentence(reference, print),
    ...doubts.flatMap((doubt) => [...phrase(' '), ...doubt]),
    ...claim
  ];
  return [section(labels.traceability), paragraph(words)];
}

function referenceSentence(reference: Reference, { labels, numbers, date }: Printer): readonly Inline[] {
  const identity = [
    reference.asset_id,
    reference.name,
    reference.serial_number && labels.serial_number.replace('{serial}', () => reference.serial_number ?? '')
  ];
  const { certificate_number: number, calibrated_by: laboratory, accreditation } = reference;
  const parts = [
    number ? phrase(labels.reference_certificate, { number }) : [],
    phrase(labels.reference_date, { date: date(reference.calibration_date) }),
    laboratory ? phrase(labels.calibrated_by, { laboratory }) : [],
    accreditation ? phrase(labels.accreditation, { accreditation }) : []
  ];
  const words = parts
    .filter((part) => part.length > 0)
    .flatMap((part, index) => (index === 0 ? part : [...phrase(' '), ...part]));
  const { expanded_uncertainty: u, coverage_factor: k, unit } = reference;
  return phrase(labels.reference_text, {
    reference: [...phrase('{identity}, ', { identity: identity.filter(Boolean).join(', ') }), ...words],
    uncertainty: numbers.withUnit(numbers.fixed(u, uncertaintyDecimals(u)), differenceUnit(unitSymbol(unit))),
    k: numbers.fixed(k, 2)
  });
}

/** The reasons against the claim, in words. */
function doubtsAbout(reference: Reference, { context, warnings }: CertificateFacts, { labels, date }: Printer) {
  const doubts: (readonly Inline[])[] = [];
  const { due_date: due, certificate_number: number, calibrated_by: laboratory } = reference;
  if (due !== null && due < context.calibration.calibration_date) {
    doubts.push(phrase(labels.reference_overdue, { date: date(due) }));
  }
  if (warnings.some(({ code }) => code === 'reference_voided')) doubts.push(phrase(labels.reference_voided));
  if (!number || !laboratory) doubts.push(phrase(labels.reference_unknown));
  return doubts;
}
