import type { GaugeAsset, GaugeChannel } from '#lib/contracts/open-gauge.ts';

export type Attribute = { readonly key: string; readonly value: string; readonly unit: string | null };

/** Fields that an asset here has no column for, with their units. */
const OF_ASSET = {
  manufacturer_part_number: null,
  datasheet_url: null,
  firmware_version: null,
  version: null,
  power_supply: null,
  power_consumption_w: 'W',
  dimensions: null,
  weight_kg: 'kg',
  mounting_type: null,
  connection_type: null,
  displays_readings: null,
  ip_rating: null,
  hazardous_area_rating: null,
  operating_temperature_min: '°C',
  operating_temperature_max: '°C',
  operating_humidity_min: '%',
  operating_humidity_max: '%',
  health_score: null,
  price_eur: 'EUR',
  purchase_date: null,
  warranty_expiry_date: null
} as const;

const OF_CHANNEL = {
  measurement_type: null,
  technology: null,
  measurement_uncertainty: 'uncertainty_unit',
  confidence_level: null,
  coverage_factor: null,
  drift_rate: 'drift_unit',
  sensitivity: 'sensitivity_unit',
  response_time_ms: null,
  bandwidth_hz: null,
  output_type: null,
  calibration_role: null,
  criticality: null,
  calibration_interval: null,
  calibration_method_name: null
} as const satisfies Partial<Record<keyof GaugeChannel, keyof GaugeChannel | null>>;
const UNITS = { response_time_ms: 'ms', bandwidth_hz: 'Hz', calibration_interval: 'months' } as const;

const MOST = 100;
const LONGEST = 500;

/** None of what is empty. @param key as they name it */
export const attribute = (key: string, value: unknown, unit: string | null): readonly Attribute[] => {
  const text =
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
  return text === '' ? [] : [{ key: words(key), value: text.slice(0, LONGEST), unit: unit === '' ? null : unit }];
};
const words = (key: string): string => {
  const plain = key.replace(/_(w|kg|ms|hz|eur)$/, '').replaceAll('_', ' ');
  return (plain.slice(0, 1).toUpperCase() + plain.slice(1)).slice(0, 100);
};

export const attributesOfAsset = (asset: GaugeAsset): readonly Attribute[] => [
  ...Object.entries(OF_ASSET).flatMap(([key, unit]) => attribute(key, asset[key as keyof typeof OF_ASSET], unit)),
  ...(asset.pinout_table ?? []).flatMap((row, i) => attribute(`Pin ${i + 1}`, pairs(row), null))
];

/** @param name of the channel, if the asset has several */
export const attributesOfChannel = (
  channel: GaugeChannel,
  name: string | null,
  unplaced: readonly (keyof GaugeChannel)[]
): readonly Attribute[] =>
  [...Object.keys(OF_CHANNEL), ...unplaced].flatMap((key) => {
    const field = key as keyof GaugeChannel;
    const unitField = (OF_CHANNEL as Partial<Record<string, keyof GaugeChannel | null>>)[key] ?? UNIT_FIELDS[key];
    const unit = unitField ? channel[unitField] : (UNITS as Partial<Record<string, string>>)[key];
    const label = name === null ? key : `${name}: ${words(key)}`;
    return attribute(label, channel[field], typeof unit === 'string' ? unit.slice(0, 32) : null);
  });
const UNIT_FIELDS: Partial<Record<string, keyof GaugeChannel>> = {
  accuracy_value: 'accuracy_unit',
  resolution: 'resolution_unit',
  output_signal_min: 'output_signal_unit',
  output_signal_max: 'output_signal_unit'
};

export const attributesOfDaq = (details: Readonly<Record<string, unknown>> | null | undefined): readonly Attribute[] =>
  Object.entries(details ?? {}).flatMap(([key, value]) =>
    attribute(key, typeof value === 'object' && value !== null ? JSON.stringify(value) : value, null)
  );

/** As many as an asset can have, each key once; the others as lines of text. */
export function fitting(attributes: readonly Attribute[]): {
  readonly attributes: readonly Attribute[];
  readonly rest: readonly string[];
} {
  const byKey = new Map<string, Attribute>();
  for (const one of attributes) {
    let key = one.key;
    for (let n = 2; byKey.has(key.toLowerCase()); n++) key = `${one.key.slice(0, 95)} ${n}`;
    byKey.set(key.toLowerCase(), { ...one, key });
  }
  const all = [...byKey.values()];
  const rest = all.slice(MOST).map(({ key, value, unit }) => `${key}: ${value}${unit === null ? '' : ` ${unit}`}`);
  return { attributes: all.slice(0, MOST), rest };
}

const pairs = (row: Readonly<Record<string, unknown>>): string =>
  Object.entries(row)
    .flatMap(([key, value]) => (value === null || typeof value === 'object' ? [] : [`${key}: ${String(value)}`]))
    .join(', ');
