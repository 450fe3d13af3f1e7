import { certificateParts, inOrder, type CertificateParts } from './certificate-body.ts';
import { isExternal, laboratoryName, type CertificateFacts } from './certificate-facts.ts';
import { A4, type PagedDocument } from './document/blocks.ts';
import { paint, type PaintedDocument } from './layout/paint.ts';
import { settingSteps, type SetDocument } from './layout/set-document.ts';
import { inTurns, takeTurns } from '#lib/server/turns/take-turns.ts';
import { footer } from './parts/footer.ts';
import { header } from './parts/header.ts';
import { certificatePrinter, type Density, type Printer } from './print/printer.ts';
import { BODY, INK, LEADING, MARGINS } from './print/style.ts';

/** Below this a page of a short certificate counts as nearly empty. */
const THIN_PAGE = 0.4;

/** The default certificate of a calibration as an unsigned PDF, with the place for the visible signature. Deterministic. */
export async function renderCertificate(facts: CertificateFacts): Promise<PaintedDocument> {
  const { document, pages } = await fitCertificate(facts);
  return paint(pages, document);
}

/** The built-in certificate in blocks, and what they were made with. */
export type ComposedCertificate = {
  readonly print: Printer;
  readonly parts: CertificateParts;
  readonly document: PagedDocument;
};
export type FittedCertificate = SetDocument & ComposedCertificate;

/**
 * The default certificate on its pages, set tighter if slightly less space saves a nearly empty page. Ten thousand points take seconds,
 * during which it yields to other work.
 */
export async function fitCertificate(facts: CertificateFacts): Promise<FittedCertificate> {
  const pause = takeTurns();
  const set = async (density: Density): Promise<FittedCertificate> => {
    const composed = composeCertificate(facts, density);
    return { ...composed, ...(await inTurns(settingSteps(composed.document), pause)).result };
  };
  const comfortable = await set('comfortable');
  const { pages, filled } = comfortable;
  const isThin = pages.length > 1 && pages.length < 5 && (filled.at(-1) ?? 1) < THIN_PAGE;
  if (!isThin) return comfortable;
  const compact = await set('compact');
  return compact.pages.length < pages.length ? compact : comfortable;
}

/** The default certificate in blocks (contents of ISO/IEC 17025 7.8.2 and 7.8.4). It does not print the due date. */
export const certificateDocument = (facts: CertificateFacts, density: Density): PagedDocument =>
  composeCertificate(facts, density).document;

function composeCertificate(facts: CertificateFacts, density: Density): ComposedCertificate {
  const print = certificatePrinter(facts, density);
  const parts = certificateParts(facts, print);
  const { context } = facts;
  const document: PagedDocument = {
    title: `${isExternal(facts) ? print.labels.external_title : print.labels.title} ${context.certificate_number}`,
    author: laboratoryName(context.organization),
    subject: `${context.asset.asset_id}, ${context.asset.name}`,
    creator: 'Plumbline',
    language: print.language,
    createdAt: facts.copyOf?.printedAt ?? facts.issuedAt,
    page: { ...A4, ...MARGINS },
    text: { size: BODY, leading: LEADING, color: INK },
    header: header(facts, print),
    footer: footer(facts, print),
    body: inOrder(parts, facts, print)
  };
  return { print, parts, document };
}
