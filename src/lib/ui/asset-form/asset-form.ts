import type { z } from 'zod';
import type { Asset, Channel, createAssetBody, updateAssetBody } from '#lib/contracts/assets.ts';
import type { TolerancePart, ValueKind } from '#lib/metrology/types.ts';

export type ToleranceForm = { kind: ValueKind; lower: number | null; upper: number | null };
export type MeasuringForm = {
  quantity: string;
  unit: string;
  measured_unit: string;
  range_min: number | null;
  range_max: number | null;
  resolution: number | null;
  tolerance: ToleranceForm[];
  correction_applied: boolean;
  cmc: number | null;
};
/** `key` tells rows apart on the screen; `id` is null until the server has seen the channel. */
export type ChannelForm = { key: string; id: string | null; name: string; archived: boolean; measuring: MeasuringForm };
export type AssetForm = {
  asset_id: string;
  name: string;
  description: string;
  organization_id: string;
  location_id: string;
  manufacturer: string;
  model: string;
  serial_number: string;
  category: string;
  is_reference: boolean;
  calibration_interval_days: number | null;
  several_channels: boolean;
  measuring: MeasuringForm;
  channels: ChannelForm[];
  tags: string;
};

const YEAR = 365;

export const emptyMeasuring = (): MeasuringForm => ({
  quantity: '',
  unit: '',
  measured_unit: '',
  range_min: null,
  range_max: null,
  resolution: null,
  tolerance: [],
  correction_applied: false,
  cmc: null
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
  asset_id: '',
  name: '',
  description: '',
  organization_id,
  location_id: '',
  manufacturer: '',
  model: '',
  serial_number: '',
  category: '',
  is_reference,
  calibration_interval_days: YEAR,
  several_channels: false,
  measuring: emptyMeasuring(),
  channels: [],
  tags: ''
});

const measuringOf = (from: Channel | Asset): MeasuringForm => ({
  quantity: from.quantity ?? '',
  unit: from.unit ?? '',
  measured_unit: from.measured_unit ?? '',
  range_min: from.range_min,
  range_max: from.range_max,
  resolution: from.resolution,
  tolerance: from.tolerance.map(({ kind, lower, upper }) => ({ kind, lower, upper })),
  correction_applied: from.correction_applied,
  cmc: from.cmc
});

/** The form of an asset as it stands. */
export const formOf = (asset: Asset): AssetForm => ({
  asset_id: asset.asset_id,
  name: asset.name,
  description: asset.description ?? '',
  organization_id: asset.organization_id,
  location_id: asset.location_id ?? '',
  manufacturer: asset.manufacturer ?? '',
  model: asset.model ?? '',
  serial_number: asset.serial_number ?? '',
  category: asset.category ?? '',
  is_reference: asset.is_reference,
  calibration_interval_days: asset.calibration_interval_days,
  several_channels: asset.channels.some(({ archived_at }) => archived_at === null),
  measuring: measuringOf(asset),
  channels: asset.channels.map((channel) => ({
    key: channel.id,
    id: channel.id,
    name: channel.name,
    archived: channel.archived_at !== null,
    measuring: measuringOf(channel)
  })),
  tags: asset.tags.join(', ')
});

const orNull = (text: string) => (text.trim() === '' ? null : text.trim());
const isLimit = ({ lower, upper }: ToleranceForm) => lower !== null || upper !== null;

const measuringBody = (form: MeasuringForm) => ({
  quantity: orNull(form.quantity),
  unit: orNull(form.unit),
  measured_unit: orNull(form.measured_unit),
  range_min: form.range_min,
  range_max: form.range_max,
  resolution: form.resolution,
  tolerance: form.tolerance.filter(isLimit).map(({ kind, lower, upper }): TolerancePart => ({ kind, lower, upper })),
  correction_applied: form.correction_applied,
  cmc: form.cmc
});

/** Everything that may change; channels left out of the list are archived by the server. */
export function updateBody(form: AssetForm): z.input<typeof updateAssetBody> {
  const channels = form.several_channels ? form.channels.filter(({ archived }) => !archived) : [];
  return {
    asset_id: form.asset_id.trim(),
    name: form.name.trim(),
    description: orNull(form.description),
    manufacturer: orNull(form.manufacturer),
    model: orNull(form.model),
    serial_number: orNull(form.serial_number),
    category: orNull(form.category),
    is_reference: form.is_reference,
    location_id: form.location_id || null,
    calibration_interval_days: form.calibration_interval_days,
    ...measuringBody(form.several_channels ? emptyMeasuring() : form.measuring),
    channels: channels.map(({ id, name, measuring }) => ({
      ...(id && { id }),
      name: name.trim(),
      ...measuringBody(measuring)
    })),
    tags: [
      ...new Set(
        form.tags
          .split(',')
          .map((tag) => tag.trim())
          .filter((tag) => tag !== '')
      )
    ]
  };
}

export const createBody = (form: AssetForm): z.input<typeof createAssetBody> => {
  const { asset_id = '', name = '', ...rest } = updateBody(form);
  return { ...rest, asset_id, name, organization_id: form.organization_id };
};

/** What can be told to be missing before the network is asked: field → kind of fault. */
export function faultsOf(form: AssetForm): Record<string, 'missing' | 'asset_id' | 'limits' | 'range'> {
  const faults: Record<string, 'missing' | 'asset_id' | 'limits' | 'range'> = {};
  if (form.asset_id.trim() === '') faults['asset_id'] = 'missing';
  else if (!/^[A-Za-z0-9._-]{1,64}$/.test(form.asset_id.trim())) faults['asset_id'] = 'asset_id';
  if (form.name.trim() === '') faults['name'] = 'missing';
  if (form.organization_id === '') faults['organization_id'] = 'missing';
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

function measuringFaults(prefix: string, { range_min, range_max, tolerance }: MeasuringForm) {
  const faults: Record<string, 'limits' | 'range'> = {};
  if (range_min !== null && range_max !== null && range_min >= range_max) faults[`${prefix}range_max`] = 'range';
  tolerance.filter(isLimit).forEach(({ lower, upper }, i) => {
    if (lower !== null && upper !== null && lower > upper) faults[`${prefix}tolerance.${i}.upper`] = 'limits';
  });
  return faults;
}
