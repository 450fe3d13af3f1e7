import { isExternal, type CertificateFacts } from '../certificate-facts.ts';
import { phrase } from '../document/phrase.ts';
import { uncertaintyDecimals } from '../print/numbers.ts';
import type { Printer } from '../print/printer.ts';
import { differenceUnit, RELATIVE_HUMIDITY, unitSymbol } from '../print/units.ts';
import { fitCertificate, type ComposedCertificate, type FittedCertificate } from '../render-certificate.ts';
import { contextResults } from './context-results.ts';
import { latexOfRuns, type LatexText } from './latex-text.ts';
import { printedSections, type PrintedSection } from './printed-sections.ts';
import type { TemplateContext } from './template-context.ts';

/**
 * The values of a certificate for templates. Equal facts give equal values. Space is that of the built-in certificate, so that a
 * template can fill its pages in the same way.
 */
export async function templateContext(facts: CertificateFacts): Promise<TemplateContext> {
  return contextOf(facts, await fitCertificate(facts));
}

/** The same, of a certificate that was composed before. */
export function contextOf(facts: CertificateFacts, fitted: FittedCertificate): TemplateContext {
  const { print, headHeight, footHeight } = fitted;
  const sections = allSections(fitted);
  const hasChart = sections.curve.some(({ parts }) => parts.some(({ kind }) => kind === 'chart'));
  return {
    ...identityValues(facts, print),
    ...contextResults(facts, print, sections),
    certificate: certificateValues(facts, print, sections.head),
    laboratory: laboratoryOf(sections.head),
    printed: { ...sections, head_height: pointsOf(headHeight), foot_height: pointsOf(footHeight) },
    labels: labelsOf(print),
    pictures: {
      logo: facts.logo ? 'logo' : null,
      chart: hasChart ? 'chart' : null,
      low_chart: hasChart ? 'low-chart' : null,
      qr: 'qr',
      signature: 'signature'
    }
  } as TemplateContext;
}

const pointsOf = (height: number): number => Number(height.toFixed(2));

function allSections({ parts, document }: ComposedCertificate) {
  const [foot] = printedSections(document.footer).flatMap(({ paragraphs }) => paragraphs);
  return {
    head: printedSections(document.header),
    identity: printedSections(parts.identity),
    results: printedSections(parts.results),
    further_values: printedSections(parts.further),
    conformity: printedSections(parts.conformity),
    curve: printedSections(parts.curve),
    budget: printedSections(parts.budget),
    traceability: printedSections(parts.traceability),
    remarks: printedSections(parts.remarks),
    closing: printedSections(parts.closing),
    body: printedSections(document.body),
    foot: foot ?? latexOfRuns('')
  };
}
export type Sections = ReturnType<typeof allSections>;

function certificateValues(facts: CertificateFacts, print: Printer, head: readonly PrintedSection[]) {
  const { context } = facts;
  const external = isExternal(facts);
  return {
    title: latexOfRuns(external ? print.labels.external_title : print.labels.title),
    number: context.certificate_number,
    issue_date: latexOfRuns(print.date(facts.issuedAt)),
    verify_url: context.verify_url,
    is_external: external,
    is_copy: facts.copyOf !== null,
    is_void: facts.voided !== null,
    notes: head.flatMap(({ paragraphs }) => paragraphs),
    replaces: context.replaces
  };
}

/** The head has it in its second column if there is a logo, else in its first. */
function laboratoryOf(head: readonly PrintedSection[]) {
  const columns = head.flatMap(({ columns: all }) => all).filter(({ paragraphs }) => paragraphs.length > 0);
  const [name, address, contact] = columns[0]?.paragraphs ?? [];
  return { name: name ?? latexOfRuns(''), address: address ?? latexOfRuns(''), contact: contact ?? null };
}

function identityValues(facts: CertificateFacts, print: Printer) {
  const { context } = facts;
  const { calibration, measuring, organization, reference, environment } = context;
  const { numbers, labels } = print;
  const date = (day: string): LatexText => latexOfRuns(print.date(day));
  const optional = (day: string | null): LatexText | null => (day === null ? null : date(day));
  const unit = unitSymbol(measuring.unit);
  const number = (value: number | null, own: string | null): LatexText | null =>
    value === null ? null : latexOfRuns(numbers.withUnit(numbers.exact(value), own));
  const person = (of: { readonly full_name: string; readonly role: string }) => ({
    full_name: of.full_name,
    role: latexOfRuns(labels.roles[of.role] ?? of.role)
  });
  const measured = (value: number | undefined, own: string): LatexText | null =>
    value === undefined ? null : number(value, own);
  const { asset_id, name, description, manufacturer, model, serial_number, location_name } = context.asset;
  return {
    language: context.language,
    calibration: {
      id: calibration.id,
      version: calibration.version,
      kind: calibration.kind,
      calibration_date: date(calibration.calibration_date),
      due_date: optional(calibration.due_date),
      recorded_at: date(calibration.recorded_at),
      received_on: optional(calibration.received_on),
      issue_date: latexOfRuns(print.date(facts.issuedAt)),
      days: {
        calibration_date: calibration.calibration_date,
        due_date: calibration.due_date,
        received_on: calibration.received_on
      },
      lab_name: calibration.lab_name,
      lab_certificate_number: calibration.lab_certificate_number,
      lab_accreditation: calibration.lab_accreditation,
      specification: calibration.specification,
      item_condition: calibration.item_condition,
      notes: calibration.notes
    },
    asset: { asset_id, name, description, manufacturer, model, serial_number, location_name },
    channel: context.channel && { name: context.channel.name },
    measuring: {
      quantity: measuring.quantity,
      unit: print.unit,
      measured_unit: print.measuredUnit,
      difference_unit: print.differenceUnit,
      range_min: number(measuring.range_min, unit),
      range_max: number(measuring.range_max, unit),
      resolution: number(measuring.resolution, unitSymbol(measuring.measured_unit) ?? unit)
    },
    organization: {
      name: organization.name,
      full_name: organization.full_name,
      address: organization.address,
      email: organization.email,
      phone: organization.phone,
      website: organization.website
    },
    place: context.place,
    customer: context.customer,
    procedure: context.procedure && {
      code: context.procedure.code,
      name: context.procedure.name,
      revision: context.procedure.revision
    },
    reference: reference && {
      asset_id: reference.asset_id,
      name: reference.name,
      serial_number: reference.serial_number,
      certificate_number: reference.certificate_number,
      calibrated_by: reference.calibrated_by,
      accreditation: reference.accreditation,
      calibration_date: date(reference.calibration_date),
      due_date: optional(reference.due_date),
      expanded_uncertainty: latexOfRuns(
        numbers.withUnit(
          numbers.fixed(reference.expanded_uncertainty, uncertaintyDecimals(reference.expanded_uncertainty)),
          differenceUnit(unitSymbol(reference.unit))
        )
      ),
      coverage_factor: latexOfRuns(numbers.fixed(reference.coverage_factor, 2))
    },
    technician: person(context.technician),
    authorizer: context.release?.by ? person(context.release.by) : null,
    environment: environment && {
      temperature: measured(environment.temperature_c, '°C'),
      humidity: measured(environment.relative_humidity_percent, RELATIVE_HUMIDITY),
      pressure: measured(environment.pressure_kpa, 'kPa')
    }
  };
}

/** The words of the built-in certificate that stand alone; sentences with values are in `printed`. */
function labelsOf({ labels }: Printer): Record<string, LatexText> {
  const words: Record<string, LatexText> = {};
  for (const [name, value] of Object.entries(labels)) {
    if (typeof value === 'string' && !/\{[a-z_]+\}/u.test(value.replace(/[_^]\{[^}]*\}/gu, ''))) {
      words[name] = latexOfRuns(phrase(value));
    }
  }
  return words;
}
