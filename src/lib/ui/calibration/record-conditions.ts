/** What a record says beside its numbers, as terms and words; the same for what is recorded and what still waits. */
import type { CreateCalibrationBody } from '#lib/contracts/calibrations.ts';
import type { Translate } from '#lib/i18n/translate.ts';
import { procedureTitle } from '#lib/laboratory/procedure-title.ts';
import type { AnalysisRequest } from '#lib/metrology/types.ts';
import { formatDay } from '../dates/format-date.ts';
import { formatFixed, formatPlain } from '../number-input/format-number.ts';
import { withUnit } from '../text/quantity-text.ts';

export type Condition = {
  readonly term: string;
  readonly text: string;
  readonly note?: string | undefined;
  readonly href?: string | undefined;
};

/** Fields that a queued body and a record share. */
export type RecordFacts = Pick<
  CreateCalibrationBody,
  | 'kind'
  | 'calibration_date'
  | 'due_date'
  | 'environment'
  | 'customer'
  | 'lab_name'
  | 'lab_certificate_number'
  | 'lab_accreditation'
  | 'specification'
  | 'received_on'
  | 'item_condition'
  | 'customer_data'
  | 'notes'
  | 'reference_reason'
>;

export type Resolved = {
  readonly reference: { readonly label: string; readonly name: string; readonly href: string } | null;
  readonly location: string | null;
  /** The procedure that was followed, as far as this device knows it, and which revision of it. */
  readonly procedure: { readonly label: string; readonly href: string; readonly revision: number | null } | null;
  readonly request: AnalysisRequest | null;
  readonly engine: string | null;
};

/** The procedure that a calibration followed, for its conditions; null where none was, or the device does not know it. */
export function followed(
  { procedure_id, procedure_revision }: Pick<CreateCalibrationBody, 'procedure_id' | 'procedure_revision'>,
  procedures: readonly { readonly id: string; readonly code: string; readonly name: string }[]
): Resolved['procedure'] {
  const known = procedures.find(({ id }) => id === procedure_id);
  if (known === undefined) return null;
  return {
    label: procedureTitle(known),
    href: `/procedures/${known.id}`,
    revision: procedure_revision ?? null
  };
}

/** The list of conditions in the reader's language; what was not stated is left out. */
export function conditionsOf(
  facts: RecordFacts,
  resolved: Resolved,
  language: string,
  translate: Translate
): readonly Condition[] {
  const term = (name: string) => translate(`calibration.condition.${name}`);
  const standard = resolved.request?.uncertainty.reference_standard;
  const unit = resolved.request?.unit ?? '';
  const traced =
    standard &&
    `U = ${withUnit(formatPlain(standard.expanded_uncertainty, language), unit)}, k = ${formatFixed(standard.coverage_factor, 2, language)}`;
  const stated = (
    name: string,
    text: string | null | undefined,
    more: Partial<Condition> = {}
  ): readonly Condition[] =>
    text === null || text === undefined || text === '' ? [] : [{ term: term(name), text, ...more }];
  const accredited =
    facts.lab_accreditation &&
    translate('calibration.condition.accreditation', { values: { number: facts.lab_accreditation } });
  const { reference, procedure } = resolved;
  const inForce = resolved.request?.correction_in_force;
  return [
    ...stated('kind', term(facts.kind)),
    ...stated('date', formatDay(facts.calibration_date, language)),
    ...stated('due', facts.due_date && formatDay(facts.due_date, language)),
    ...stated('reference', reference && `${reference.label} ${reference.name}`, {
      note: traced,
      href: reference?.href
    }),
    ...stated('reference_reason', facts.reference_reason),
    ...stated('lab', facts.lab_name, {
      note: [facts.lab_certificate_number, accredited, traced].filter(Boolean).join(', ')
    }),
    ...stated('environment', air(facts.environment, language)),
    ...stated('received', facts.received_on && formatDay(facts.received_on, language)),
    ...stated('item_condition', facts.item_condition),
    ...stated('location', resolved.location),
    ...stated('customer', facts.customer?.name, { note: facts.customer?.address ?? undefined }),
    ...stated('procedure', procedure?.label, {
      href: procedure?.href,
      note:
        procedure?.revision == null
          ? undefined
          : translate('calibration.condition.procedure_revision', { values: { n: procedure.revision } })
    }),
    ...stated('specification', facts.specification),
    ...stated('in_force', inForce && term(inForce.calibration_id === undefined ? 'in_force_typed' : 'in_force_yes')),
    ...stated(
      'customer_data',
      facts.customer_data?.map((datum) => translate(`calibrate.record.data.${datum}`)).join(', ')
    ),
    ...stated('notes', facts.notes),
    ...stated('engine', resolved.engine)
  ];
}

function air(environment: RecordFacts['environment'], language: string): string {
  if (!environment) return '';
  const parts = [
    [environment.temperature_c, '°C'],
    [environment.relative_humidity_percent, '%rh'],
    [environment.pressure_kpa, 'kPa']
  ] as const;
  return parts
    .flatMap(([value, unit]) => (value === undefined ? [] : [withUnit(formatPlain(value, language), unit)]))
    .join(', ');
}
