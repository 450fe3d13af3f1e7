import type { Traceability } from '#lib/contracts/traceability.ts';
import type { Translate } from '#lib/i18n/translate.ts';
import { csvTable } from '#lib/laboratory/csv.ts';

const HEADS = [
  ...[
    'depth',
    'asset',
    'name',
    'channel',
    'version',
    'date',
    'due',
    'kind',
    'organization',
    'certificate',
    'laboratory'
  ],
  ...['laboratory_certificate', 'accreditation', 'u', 'k', 'unit', 'conforms', 'voided', 'rests_on', 'hidden']
] as const;

/** A table for spreadsheets: each calibration with the certificate that it rests on. */
export function traceabilityCsv({ calibrations }: Traceability, say: Translate, language: string): string {
  const numbers = new Map(calibrations.map(({ id, certificate_number }) => [id, certificate_number]));
  const yesNo = (flag: boolean | null) => (flag === null ? null : say(`traceability.${flag ? 'yes' : 'no'}`));
  const rows = calibrations.map((of) => [
    ...[of.depth, of.asset.asset_id, of.asset.name, of.channel_name, of.version, of.calibration_date, of.due_date],
    ...[say(`calibration.condition.${of.kind}`), of.organization_name, of.certificate_number, of.lab_name],
    ...[of.lab_certificate_number, of.lab_accreditation, of.expanded_uncertainty, of.coverage_factor, of.unit],
    ...[yesNo(of.conforms), yesNo(of.voided), numbers.get(of.rests_on_id ?? '') ?? null, of.hidden_between]
  ]);
  const decimalSign = new Intl.NumberFormat(language).format(1.5).includes(',') ? ',' : '.';
  return csvTable(
    HEADS.map((head) => say(`traceability.column.${head}`)),
    rows,
    decimalSign
  );
}
