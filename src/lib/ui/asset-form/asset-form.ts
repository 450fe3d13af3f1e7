import type { z } from 'zod';
import type { Asset, Channel, createAssetBody, updateAssetBody } from '#lib/contracts/assets.ts';
import { ASSET } from '#lib/records/asset.ts';
import { without, type Attribute } from '#lib/records/field.ts';
import { MEASURING } from '#lib/records/measuring.ts';
import { capabilityOf, capabilityRecord } from '#lib/laboratory/capability.ts';
import type { TolerancePart, ValueKind } from '#lib/metrology/types.ts';
import { missingInNamedValues, namedValuesOf, type NamedValue } from '../form/named-values.ts';
import { bodyOfForm, emptyForm, formOfRecord, inputFields, type FormOf } from '../form/record-form.ts';

export type ToleranceForm = { kind: ValueKind; lower: number | null; upper: number | null };
export type MeasuringForm = FormOf<typeof MEASURING> & {
  tolerance: ToleranceForm[];
  /** Capability a + b·|x|: a, and b in the next. */
  cmc: number | null;
  cmc_share: number | null;
};
/** `key` tells rows apart on the screen; `id` is null until the server has seen the channel. */
export type ChannelForm = { key: string; id: string | null; name: string; archived: boolean; measuring: MeasuringForm };
/** Without what is measured, which a part of the form shows for the whole asset or for each channel. */
export const OWN = without(ASSET, MEASURING);
/** What an ordinary input is enough for, in the last part of the form; the others have their places in it. */
export const DETAILS = inputFields(OWN, [
  'asset_id',
  'name',
  'organization_id',
  'location_id',
  'procedure_id',
  'is_reference',
  'calibration_interval_days',
  'calibration_interval_months'
]);
export type AssetForm = FormOf<typeof OWN> & {
  attributes: NamedValue[];
  several_channels: boolean;
  measuring: MeasuringForm;
  channels: ChannelForm[];
};

const YEAR = 12;

export const emptyMeasuring = (): MeasuringForm => ({
  ...emptyForm(MEASURING),
  tolerance: [],
  cmc: null,
  cmc_share: null
});

export const emptyChannel = (key: string): ChannelForm => ({
  key,
  id: null,
  name: '',
  archived: false,
  measuring: emptyMeasuring()
});

/** A new asset: calibrated once a year until somebody says otherwise. */
export const emptyAsset = (organization_id: string, is_reference: boolean): AssetForm => ({
  ...emptyForm(OWN),
  organization_id,
  is_reference,
  calibration_interval_months: YEAR,
  attributes: [],
  several_channels: false,
  measuring: emptyMeasuring(),
  channels: []
});

/** Begins with what another asset measures: quantity, units and range. */
export const withUnitsOf = (form: AssetForm, example: Asset | undefined): AssetForm =>
  example === undefined
    ? form
    : {
        ...form,
        measuring: {
          ...form.measuring,
          quantity: example.quantity ?? '',
          unit: example.unit ?? '',
          measured_unit: example.measured_unit ?? '',
          range_min: example.range_min,
          range_max: example.range_max
        }
      };

const measuringOf = (from: Channel | Asset): MeasuringForm => ({
  ...formOfRecord(MEASURING, from),
  tolerance: from.tolerance.map(({ kind, lower, upper }) => ({ kind, lower, upper })),
  ...capabilityForm(from)
});

function capabilityForm(from: Channel | Asset): Pick<MeasuringForm, 'cmc' | 'cmc_share'> {
  const { a, b } = capabilityRecord(capabilityOf(from)) ?? { a: null, b: null };
  return { cmc: a, cmc_share: b === 0 ? null : b };
}

/** What a device holds from before there were attributes has none. */
const attributesOf = ({ attributes }: { readonly attributes?: readonly Attribute[] }) => attributes ?? [];

/** The form of an asset, filled in with its record. */
export const formOf = (asset: Asset): AssetForm => ({
  ...formOfRecord(OWN, asset),
  attributes: attributesOf(asset).map(({ key, value, unit }) => ({ key, value, unit: unit ?? '' })),
  several_channels: asset.channels.some(({ archived_at }) => archived_at === null),
  measuring: measuringOf(asset),
  channels: asset.channels.map((channel) => ({
    key: channel.id,
    id: channel.id,
    name: channel.name,
    archived: channel.archived_at !== null,
    measuring: measuringOf(channel)
  }))
});

const isLimit = ({ lower, upper }: ToleranceForm) => lower !== null || upper !== null;

const measuringBody = (form: MeasuringForm) => ({
  ...bodyOfForm(MEASURING, form),
  tolerance: form.tolerance.filter(isLimit).map(({ kind, lower, upper }): TolerancePart => ({ kind, lower, upper })),
  cmc: form.cmc === null && form.cmc_share === null ? null : { a: form.cmc ?? 0, b: form.cmc_share ?? 0 }
});

/** Everything that may change; channels left out of the list are archived by the server. */
export function updateBody(form: AssetForm): z.input<typeof updateAssetBody> {
  const channels = form.several_channels ? form.channels.filter(({ archived }) => !archived) : [];
  return {
    ...bodyOfForm(OWN, form),
    attributes: namedValuesOf(form.attributes),
    ...measuringBody(form.several_channels ? emptyMeasuring() : form.measuring),
    channels: channels.map(({ id, name, measuring }) => ({
      ...(id && { id }),
      name: name.trim(),
      ...measuringBody(measuring)
    }))
  };
}

export const createBody = (form: AssetForm): z.input<typeof createAssetBody> => {
  const { asset_id = '', name = '', ...rest } = updateBody(form);
  return { ...rest, asset_id, name, organization_id: form.organization_id };
};

type Fault =
  | 'attribute_twice'
  | 'missing'
  | 'asset_id'
  | 'limits'
  | 'range'
  | 'negative'
  | 'signal_end'
  | 'signal_width'
  | 'signal_needs';

export const isIdentifier = (text: string): boolean => /^[A-Za-z0-9._-]{1,64}$/.test(text.trim());

/** Faults that can be found before a request is sent: field → kind of fault. */
export function faultsOf(form: AssetForm): Record<string, Fault> {
  const faults: Record<string, Fault> = {};
  if (form.asset_id.trim() === '') faults['asset_id'] = 'missing';
  else if (!isIdentifier(form.asset_id)) faults['asset_id'] = 'asset_id';
  if (form.name.trim() === '') faults['name'] = 'missing';
  if (form.organization_id === '') faults['organization_id'] = 'missing';
  Object.assign(faults, attributeFaults(form.attributes));
  const parts = form.several_channels
    ? form.channels
        .filter(({ archived }) => !archived)
        .map(({ measuring }, i) => [`channels.${i}.`, measuring] as const)
    : [['', form.measuring] as const];
  for (const [prefix, measuring] of parts) Object.assign(faults, measuringFaults(prefix, measuring));
  if (form.several_channels) {
    form.channels
      .filter(({ archived }) => !archived)
      .forEach(({ name }, i) => {
        if (name.trim() === '') faults[`channels.${i}.name`] = 'missing';
      });
  }
  return faults;
}

function measuringFaults(prefix: string, measuring: MeasuringForm): Record<string, Fault> {
  const { range_min, range_max, tolerance, cmc, cmc_share } = measuring;
  const faults: Record<string, Fault> = {};
  if (range_min !== null && range_max !== null && range_min >= range_max) faults[`${prefix}range_max`] = 'range';
  if (cmc !== null && cmc < 0) faults[`${prefix}cmc`] = 'negative';
  if (cmc_share !== null && cmc_share < 0) faults[`${prefix}cmc_share`] = 'negative';
  tolerance.filter(isLimit).forEach(({ lower, upper }, i) => {
    if (lower !== null && upper !== null && lower > upper) faults[`${prefix}tolerance.${i}.upper`] = 'limits';
  });
  for (const [field, fault] of signalFaults(measuring)) faults[prefix + field] ??= fault;
  return faults;
}

/** An attribute has a name, which no other has, and a value. */
function attributeFaults(attributes: readonly NamedValue[]): Record<string, Fault> {
  const faults: Record<string, Fault> = {};
  for (const field of missingInNamedValues(attributes, 'attributes')) faults[field] = 'missing';
  const seen = new Set<string>();
  attributes.forEach(({ key }, i) => {
    const name = key.trim().toLowerCase();
    if (name !== '' && seen.has(name)) faults[`attributes.${i}.key`] = 'attribute_twice';
    seen.add(name);
  });
  return faults;
}

/** An output signal has two ends, and stands for the ends of the range in a unit of its own. */
function signalFaults({ signal_min, signal_max, range_min, range_max, measured_unit }: MeasuringForm) {
  const faults: [string, Fault][] = [];
  if (signal_min === null && signal_max === null) return faults;
  if (signal_min === null) faults.push(['signal_min', 'signal_end']);
  if (signal_max === null) faults.push(['signal_max', 'signal_end']);
  if (signal_min !== null && signal_min === signal_max) faults.push(['signal_max', 'signal_width']);
  if (range_min === null) faults.push(['range_min', 'signal_needs']);
  if (range_max === null) faults.push(['range_max', 'signal_needs']);
  if (measured_unit.trim() === '') faults.push(['measured_unit', 'signal_needs']);
  return faults;
}

/** What is done to the state of an asset, apart from its fields. */
export type StateChange =
  | { readonly name: 'putAssetBackIntoService' }
  | { readonly name: 'retireAsset' | 'restoreAsset'; readonly reason: string }
  | { readonly name: 'takeAssetOutOfService'; readonly reason: string; readonly until: string | null };
