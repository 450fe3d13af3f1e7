import { isExternal, type CertificateFacts } from './certificate-facts.ts';
import { A4, type Block, type PagedDocument } from './document/blocks.ts';
import { paint, type PaintedDocument } from './layout/paint.ts';
import { setDocument } from './layout/set-document.ts';
import { takeTurns } from '#lib/server/turns/take-turns.ts';
import { budget } from './parts/budget.ts';
import { closing } from './parts/closing.ts';
import { conformity, curveUncertainty } from './parts/conformity.ts';
import { curve } from './parts/curve.ts';
import { footer } from './parts/footer.ts';
import { furtherValues } from './parts/further-values.ts';
import { header } from './parts/header.ts';
import { identity } from './parts/identity.ts';
import { remarks } from './parts/remarks.ts';
import { resultsPlace, resultTables } from './parts/results.ts';
import { traceability } from './parts/traceability.ts';
import { phrase } from './document/phrase.ts';
import { certificatePrinter, type Density, type Printer } from './print/printer.ts';
import { BODY, INK, LEADING, MARGINS, paragraph, section } from './print/style.ts';

/** Below this a page of a short certificate counts as nearly empty. */
const THIN_PAGE = 0.4;

/**
 * The default certificate of a calibration as an unsigned PDF, with the place for the visible signature. Deterministic.
 * If slightly less space saves a nearly empty page, it is set tighter. Ten thousand points take seconds, during which
 * it yields to other work.
 */
export async function renderCertificate(facts: CertificateFacts): Promise<PaintedDocument> {
  const pause = takeTurns();
  const document = certificateDocument(facts, 'comfortable');
  await pause();
  const comfortable = setDocument(document);
  const thin =
    comfortable.pages.length > 1 && comfortable.pages.length < 5 && (comfortable.filled.at(-1) ?? 1) < THIN_PAGE;
  const compact = thin ? setDocument(certificateDocument(facts, 'compact')) : comfortable;
  return paint((compact.pages.length < comfortable.pages.length ? compact : comfortable).pages, document);
}

/** The default certificate in blocks (contents of ISO/IEC 17025 7.8.2 and 7.8.4). It does not print the due date. */
export function certificateDocument(facts: CertificateFacts, density: Density): PagedDocument {
  const print = certificatePrinter(facts, density);
  const { context } = facts;
  return {
    title: `${isExternal(facts) ? print.labels.external_title : print.labels.title} ${context.certificate_number}`,
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
  const further = furtherValues(facts, print);
  const method = (stated: readonly Block[]) => [
    ...curve(facts, print),
    ...stated,
    ...budget(facts, print),
    ...closing(facts, print)
  ];
  if (resultsPlace(facts) === 'inside') return [...opening, ...tables, ...found, ...method(further)];
  const count = facts.result.points.length;
  const pointer = [
    section(print.labels.results),
    paragraph(phrase(print.labels.results_follow, { count: String(count) }))
  ];
  return [...opening, ...pointer, ...found, ...method([]), { kind: 'page_break' }, ...tables, ...further];
}
