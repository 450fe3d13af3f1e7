import type { CertificateContext } from '#lib/contracts/certificate-context.ts';
import type { CertificateFacts } from '../certificate-facts.ts';
import type { Block, Inline, KeyValuesBlock } from '../document/blocks.ts';
import { phrase, plain } from '../document/phrase.ts';
import type { Printer } from '../print/printer.ts';
import { HAIRLINE, INK_2, paragraph } from '../print/style.ts';

type Entry = KeyValuesBlock['entries'][number];

/** Title and the two columns that say what was calibrated, for whom, where, when and how (ISO/IEC 17025 7.8.2.1 a to j). */
export function identity(facts: CertificateFacts, print: Printer): readonly Block[] {
  const { context } = facts;
  const { labels } = print;
  const title = context.calibration.kind === 'external' ? labels.external_title : labels.title;
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

function joined(parts: readonly (string | null | undefined)[]): string {
  return parts.filter((part) => part !== null && part !== undefined && part !== '').join(', ');
}

function itemEntries(context: CertificateContext, print: Printer): readonly Entry[] {
  const { asset, channel, customer, place, measuring } = context;
  const { labels, numbers } = print;
  const serial = asset.serial_number ? textOf(phrase(labels.serial_number, { serial: asset.serial_number })) : null;
  const entries = [
    entry(labels.item, joined([asset.name, asset.description, joined([asset.manufacturer, asset.model])])),
    entry(labels.identification, joined([asset.asset_id, serial]))
  ];
  if (channel) entries.push(entry(labels.channel, channel.name));
  if (measuring.quantity) entries.push(entry(labels.quantity, measuring.quantity));
  if (measuring.range_min !== null && measuring.range_max !== null) {
    const to = numbers.withUnit(numbers.exact(measuring.range_max), measuring.unit);
    entries.push(entry(labels.range, phrase(labels.range_text, { from: numbers.exact(measuring.range_min), to })));
  }
  if (customer) entries.push(entry(labels.customer, joined([customer.name, customer.address])));
  if (place) entries.push(entry(labels.place, joined([place.name, place.address])));
  return entries;
}

function eventEntries(facts: CertificateFacts, print: Printer): readonly Entry[] {
  const { calibration, procedure, environment } = facts.context;
  const { labels } = print;
  const entries = [
    entry(labels.calibration_date, print.date(calibration.calibration_date)),
    entry(labels.issue_date, print.date(facts.issuedAt))
  ];
  if (calibration.kind === 'external') {
    if (calibration.lab_name) entries.push(entry(labels.external_laboratory, calibration.lab_name));
    if (calibration.lab_certificate_number)
      entries.push(entry(labels.external_certificate, calibration.lab_certificate_number));
  }
  if (procedure) {
    const revision = procedure.revision ? textOf(phrase(labels.revision, { revision: procedure.revision })) : null;
    entries.push(entry(labels.procedure, joined([procedure.code, procedure.name, revision])));
  }
  const conditions = environment ? environmentOf(environment, print) : [];
  if (conditions.length > 0) entries.push(entry(labels.environment, conditions));
  return entries;
}

function environmentOf(environment: NonNullable<CertificateContext['environment']>, print: Printer): readonly Inline[] {
  const { numbers, labels } = print;
  const { temperature_c: temperature, relative_humidity_percent: humidity, pressure_kpa: pressure } = environment;
  const parts: (readonly Inline[])[] = [];
  if (temperature !== undefined) parts.push(numbers.withUnit(numbers.exact(temperature), '°C'));
  if (humidity !== undefined)
    parts.push(phrase(labels.relative_humidity, { value: numbers.withUnit(numbers.exact(humidity), '%') }));
  if (pressure !== undefined) parts.push(numbers.withUnit(numbers.exact(pressure), 'kPa'));
  return parts.flatMap((part, index) => (index === 0 ? part : [...plain(', '), ...part]));
}

function textOf(runs: readonly Inline[]): string {
  return runs.map((run) => (run.kind === 'text' ? run.text : '')).join('');
}
