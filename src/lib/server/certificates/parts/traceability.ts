import type { CertificateFacts } from '../certificate-facts.ts';
import type { Block } from '../document/blocks.ts';
import { phrase } from '../document/phrase.ts';
import { uncertaintyDecimals } from '../print/numbers.ts';
import type { Printer } from '../print/printer.ts';
import { paragraph, section } from '../print/style.ts';

/** The reference with its own certificate: the link of the chain (ISO/IEC 17025 6.5, 7.8.4.1 c). */
export function traceability(facts: CertificateFacts, print: Printer): readonly Block[] {
  const { reference, calibration } = facts.context;
  const { labels, numbers } = print;
  if (!reference) {
    const text = calibration.kind === 'external' ? labels.traceable_external : labels.no_reference;
    return [section(labels.traceability), paragraph(phrase(text))];
  }
  const certificate = [
    reference.certificate_number ? phrase(labels.reference_certificate, { number: reference.certificate_number }) : [],
    phrase(labels.reference_date, { date: print.date(reference.calibration_date) }),
    reference.calibrated_by ? phrase(labels.calibrated_by, { laboratory: reference.calibrated_by }) : []
  ];
  const identity = [
    reference.asset_id,
    reference.name,
    reference.serial_number && textWith(labels.serial_number, reference.serial_number)
  ];
  const named = phrase('{identity}, ', { identity: identity.filter(Boolean).join(', ') });
  const words = certificate
    .filter((part) => part.length > 0)
    .flatMap((part, index) => (index === 0 ? part : [...phrase(' '), ...part]));
  const { expanded_uncertainty: u, coverage_factor: k, unit } = reference;
  const uncertainty = numbers.withUnit(numbers.fixed(u, uncertaintyDecimals(u)), unit);
  const sentence = phrase(labels.reference_text, {
    reference: [...named, ...words],
    uncertainty,
    k: numbers.fixed(k, 2)
  });
  return [section(labels.traceability), paragraph([...sentence, ...phrase(` ${labels.traceable}`)])];
}

const textWith = (label: string, serial: string): string => label.replace('{serial}', () => serial);
