import type { CertificateFacts } from './certificate-facts.ts';
import { A4, type Block, type PagedDocument } from './document/blocks.ts';
import type { PaintedDocument } from './layout/paint.ts';
import { setDocument } from './layout/set-document.ts';
import { budget } from './parts/budget.ts';
import { closing, remarks } from './parts/closing.ts';
import { conformity, curveUncertainty } from './parts/conformity.ts';
import { curve } from './parts/curve.ts';
import { footer } from './parts/footer.ts';
import { header } from './parts/header.ts';
import { identity } from './parts/identity.ts';
import { resultsPlace, resultTables } from './parts/results.ts';
import { traceability } from './parts/traceability.ts';
import { phrase } from './document/phrase.ts';
import { certificatePrinter, type Printer } from './print/printer.ts';
import { BODY, INK, LEADING, MARGINS, paragraph, section } from './print/style.ts';

/** The default certificate of a calibration as an unsigned PDF, with the place for the visible signature. Deterministic. */
export function renderCertificate(facts: CertificateFacts): PaintedDocument {
  return setDocument(certificateDocument(facts));
}

/** The default certificate in blocks (contents of ISO/IEC 17025 7.8.2 and 7.8.4). It does not print the due date. */
export function certificateDocument(facts: CertificateFacts): PagedDocument {
  const print = certificatePrinter(facts);
  const { context } = facts;
  return {
    title: `${print.labels.title} ${context.certificate_number}`,
    author: context.organization.full_name ?? context.organization.name,
    subject: `${context.asset.asset_id}, ${context.asset.name}`,
    creator: 'Plumbline',
    language: print.language,
    createdAt: facts.copyOf?.printedAt ?? facts.issuedAt,
    page: { ...A4, ...MARGINS },
    text: { size: BODY, leading: LEADING, color: INK },
    header: header(facts, print),
    footer: footer(facts, print),
    body: body(facts, print)
  };
}

function body(facts: CertificateFacts, print: Printer): readonly Block[] {
  const opening = identity(facts, print);
  const ending = [...traceability(facts, print), ...remarks(facts, print)];
  if (!facts.result) {
    return [...opening, ...curveUncertainty(facts, print), ...curve(facts, print), ...ending, ...closing(facts, print)];
  }
  const tables = resultTables(facts, print);
  const found = [...conformity(facts, print), ...ending];
  const method = [...curve(facts, print), ...budget(facts, print), ...closing(facts, print)];
  if (resultsPlace(facts) === 'inside') return [...opening, ...tables, ...found, ...method];
  const count = facts.result.points.length;
  const pointer = [
    section(print.labels.results),
    paragraph(phrase(print.labels.results_follow, { count: String(count) }))
  ];
  return [...opening, ...pointer, ...found, ...method, { kind: 'page_break' }, ...tables];
}
