import type { CustomerDatum } from '#lib/contracts/customer-data.ts';
import type { CertificateContext } from '#lib/contracts/certificate-context.ts';
import { procedureParts } from '#lib/laboratory/procedure-title.ts';
import { isExternal, type CertificateFacts } from '../certificate-facts.ts';
import type { Block, Inline, KeyValuesBlock } from '../document/blocks.ts';
import { phrase, plain } from '../document/phrase.ts';
import { namedOrWithUnit, type Printer } from '../print/printer.ts';
import { CUSTOMER_MARK, HAIRLINE, INK_2, NOTE, paragraph } from '../print/style.ts';
import { nameBeforeNumber, RELATIVE_HUMIDITY, unitSymbol } from '../print/units.ts';

type Entry = KeyValuesBlock['entries'][number];

/** Title and the two columns with what was calibrated, for whom, where, when and how (ISO/IEC 17025 7.8.2.1 a to j). */
export function identity(facts: CertificateFacts, print: Printer): readonly Block[] {
  const { context } = facts;
  const { labels } = print;
  const title = isExternal(facts) ? labels.external_title : labels.title;
  const blocks: Block[] = [
    { kind: 'paragraph', content: plain(title, { bold: true }), size: 19, leading: 1.15 },
    { kind: 'spacer', height: 9 },
    {
      kind: 'columns',
      gap: 22,
      align: 'top',
      columns: [
        { width: { share: 1 }, blocks: [keyValues(itemEntries(context, print))] },
        { width: { share: 1 }, blocks: [keyValues(eventEntries(facts, print))] }
      ]
    }
  ];
  if (context.calibration.customer_data?.length) {
    const note = [...CUSTOMER_MARK, ...plain(` ${labels.customer_data}`)];
    blocks.push({ kind: 'spacer', height: 6 }, { kind: 'paragraph', content: note, size: NOTE, color: INK_2 });
  }
  if (context.replaces) {
    const values = { number: context.replaces.certificate_number ?? '–', version: String(context.replaces.version) };
    blocks.push({ kind: 'spacer', height: 9 }, paragraph(phrase(labels.replaces, values)));
  }
  return blocks;
}

const keyValues = (entries: readonly Entry[]): KeyValuesBlock => ({
  kind: 'key_values',
  entries,
  keyWidth: 92,
  keyColor: INK_2,
  rule: HAIRLINE,
  padding: 3.6
});

const entry = (key: string, value: string | readonly Inline[]): Entry => ({
  key: plain(key),
  value: typeof value === 'string' ? plain(value) : value
});

/** Data provided by the customer are marked (ISO/IEC 17025 7.8.2.1 p). */
const marked = (datum: CustomerDatum, { calibration }: CertificateContext, { key, value }: Entry): Entry =>
  calibration.customer_data?.includes(datum) ? { key, value: [...value, ...CUSTOMER_MARK] } : { key, value };

function joined(parts: readonly (string | null | undefined)[]): string {
  return parts.filter((part) => part !== null && part !== undefined && part !== '').join(', ');
}

function itemEntries(context: CertificateContext, print: Printer): readonly Entry[] {
  const { asset, channel, customer, measuring } = context;
  const { labels, numbers } = print;
  const serial = asset.serial_number ? textOf(phrase(labels.serial_number, { serial: asset.serial_number })) : null;
  const entries = [
    entry(labels.item, joined([asset.name, asset.description, joined([asset.manufacturer, asset.model])])),
    marked('item', context, entry(labels.identification, joined([asset.asset_id, serial])))
  ];
  if (channel) entries.push(entry(labels.channel, channel.name));
  if (measuring.quantity) entries.push(entry(labels.quantity, measuring.quantity));
  if (measuring.range_min !== null && measuring.range_max !== null) {
    // A name before the number precedes both numbers.
    const name = nameBeforeNumber(measuring.unit);
    const [from, to] = [numbers.exact(measuring.range_min), numbers.exact(measuring.range_max)];
    const range = phrase(labels.range_text, {
      from: name === null ? from : namedOrWithUnit(from, name, numbers),
      to: name === null ? numbers.withUnit(to, unitSymbol(measuring.unit)) : to
    });
    entries.push(entry(labels.range, range));
  }
  const { item_condition: condition } = context.calibration;
  if (condition) entries.push(marked('condition', context, entry(labels.condition, condition)));
  if (customer) entries.push(entry(labels.customer, joined([customer.name, customer.address])));
  return entries;
}

function eventEntries(facts: CertificateFacts, print: Printer): readonly Entry[] {
  const { calibration, environment, place } = facts.context;
  const { labels } = print;
  const own = !isExternal(facts);
  const entries: Entry[] = [];
  if (!own) {
    const accreditation = calibration.lab_accreditation;
    entries.push(
      entry(labels.external_laboratory, calibration.lab_name ?? labels.not_recorded),
      entry(labels.external_certificate, calibration.lab_certificate_number ?? labels.not_recorded),
      ...(accreditation ? [entry(labels.external_accreditation, accreditation)] : [])
    );
  }
  if (calibration.received_on) entries.push(entry(labels.received, print.date(calibration.received_on)));
  entries.push(
    entry(labels.calibration_date, print.date(calibration.calibration_date)),
    entry(labels.issue_date, print.date(facts.issuedAt))
  );
  if (place) entries.push(entry(labels.place, joined([place.name, place.address])));
  else if (own) entries.push(entry(labels.place, labels.not_recorded));
  entries.push(...methodEntry(facts, print));
  const conditions = environment ? environmentOf(environment, print) : [];
  if (conditions.length > 0) entries.push(entry(labels.environment, conditions));
  else if (own) entries.push(entry(labels.environment, labels.not_recorded));
  return entries;
}

/** The method with its revision; our own certificates say if none is recorded (ISO/IEC 17025 7.8.2.1 f). */
function methodEntry(facts: CertificateFacts, { labels }: Printer): readonly Entry[] {
  const { procedure } = facts.context;
  if (!procedure) return isExternal(facts) ? [] : [entry(labels.procedure, labels.not_recorded)];
  const revision = procedure.revision
    ? textOf(phrase(labels.revision, { revision: procedure.revision }))
    : labels.no_revision;
  return [entry(labels.procedure, joined([...procedureParts(procedure), revision]))];
}

function environmentOf(environment: NonNullable<CertificateContext['environment']>, print: Printer): readonly Inline[] {
  const { numbers } = print;
  const { temperature_c: temperature, relative_humidity_percent: humidity, pressure_kpa: pressure } = environment;
  const parts: (readonly Inline[])[] = [];
  if (temperature !== undefined) parts.push(numbers.withUnit(numbers.exact(temperature), '°C'));
  if (humidity !== undefined) parts.push(numbers.withUnit(numbers.exact(humidity), RELATIVE_HUMIDITY));
  if (pressure !== undefined) parts.push(numbers.withUnit(numbers.exact(pressure), 'kPa'));
  return parts.flatMap((part, index) => (index === 0 ? part : [...plain(', '), ...part]));
}

function textOf(runs: readonly Inline[]): string {
  return runs.map((run) => (run.kind === 'text' ? run.text : '')).join('');
}
