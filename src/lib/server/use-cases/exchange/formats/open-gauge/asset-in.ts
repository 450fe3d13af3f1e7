import type { ArchivedAsset } from '#lib/contracts/archive.ts';
import { attribute, attributesOfAsset, attributesOfChannel, attributesOfDaq, fitting } from './attributes.ts';
import { gaugeId } from './identity.ts';
import { instantOf } from './instants.ts';
import { measuringOf, NO_MEASURING } from './measuring.ts';
import { locationIdOf, procedureIdOf } from './places.ts';
import type { GaugeChannel, OpenGauge } from '#lib/contracts/open-gauge.ts';

export const SYSTEM_NAME = 'Open Gauge';
/** Ids of channels that say nothing: of an asset with one such channel, they are left out. */
const NAMELESS = /^(?:ch|chan|channel|sensor)?[-_ .#]?0*[01]?$|^(?:default|main|-)$/i;

/** Whether an asset keeps its channels. */
export function keepsChannels({ asset, sensor_channels }: OpenGauge): boolean {
  const channels = sensor_channels ?? [];
  const [only] = channels;
  if (only === undefined || channels.length > 1) return channels.length > 1;
  const name = only.channel_id ?? '';
  return !NAMELESS.test(name) && name.toLowerCase() !== asset.asset_id.toLowerCase();
}

export const channelIdOf = (assetId: string, channel: string): string => gaugeId('channel', assetId, channel);
export const channelName = (channel: GaugeChannel, position: number): string =>
  channel.channel_id?.slice(0, 200) || `Channel ${position + 1}`;

/**
 * An asset as it is here. What has no field of its own is an attribute, or a line of the description; so is its identifier there, if it
 * cannot be one here.
 */
export function assetOf(
  gauge: OpenGauge,
  identifier: string
): { readonly record: ArchivedAsset; readonly differ: boolean } {
  const { asset } = gauge;
  const sensors = gauge.sensor_channels ?? [];
  const keeps = keepsChannels(gauge);
  const history = (name: string) => (gauge.calibrations ?? []).filter((one) => !keeps || one.channel_id === name);
  const channels = sensors.map((channel, position) => {
    const name = channelName(channel, position);
    return { channel, name, position, ...measuringOf(channel, history(name)) };
  });
  const { attributes, rest } = fitting([
    ...(identifier === asset.asset_id ? [] : attribute('original_asset_ID', asset.asset_id, null)),
    ...attributesOfAsset(asset),
    ...channels.flatMap(({ channel, name, unplaced }) => attributesOfChannel(channel, keeps ? name : null, unplaced)),
    ...attributesOfDaq(gauge.daq_details)
  ]);
  const intervals = sensors.flatMap(({ is_active, calibration_interval: months }) =>
    is_active !== false && typeof months === 'number' && months >= 1 ? [Math.round(months)] : []
  );
  const created = instantOf(asset.created_at) ?? instantOf(gauge.exported_at) ?? '2000-01-01T00:00:00.000Z';
  const updated = instantOf(asset.updated_at) ?? created;
  const isRetired = asset.is_active === false || Boolean(asset.retired_at);
  const description = [asset.description, asset.notes, ...rest].filter(Boolean).join('\n\n').slice(0, 5000);
  const record: ArchivedAsset = {
    ...NO_MEASURING,
    ...(keeps ? {} : channels[0]?.measuring),
    id: gaugeId('asset', asset.asset_id),
    asset_id: identifier,
    name: (asset.name || asset.asset_id).slice(0, 200),
    description: description || null,
    manufacturer: asset.manufacturer?.slice(0, 200) ?? null,
    model: asset.model?.slice(0, 200) ?? null,
    serial_number: asset.serial_number?.slice(0, 200) ?? null,
    category: asset.asset_type?.slice(0, 100) ?? null,
    is_reference: sensors.some(({ calibration_role }) => calibration_role === 'reference'),
    status: isRetired ? 'retired' : 'active',
    location_id: locationIdOf(asset.site_name, asset.location_name),
    procedure_id: procedureIdOf(sensors.find((one) => one.calibration_method_name)?.calibration_method_name),
    calibration_interval_days: null,
    calibration_interval_months: intervals.length > 0 ? Math.min(...intervals, 1200) : null,
    in_use_since: null,
    photo_file_id: null,
    out_of_service_since: null,
    out_of_service_reason: null,
    out_of_service_until: null,
    retired_at: isRetired ? (instantOf(asset.retired_at) ?? updated) : null,
    retired_reason: isRetired ? (asset.retired_reason?.slice(0, 1000) ?? null) : null,
    retired_by: null,
    tags: [],
    attributes: [...attributes],
    created_at: created,
    updated_at: updated,
    created_by: null,
    people: {},
    system: SYSTEM_NAME,
    channels: !keeps
      ? []
      : channels.map(({ channel, name, position, measuring }) => ({
          ...measuring,
          id: channelIdOf(asset.asset_id, name),
          name,
          position,
          archived_at: channel.is_active === false ? updated : null
        })),
    tasks: [],
    moves: []
  };
  return { record, differ: new Set(intervals).size > 1 };
}
