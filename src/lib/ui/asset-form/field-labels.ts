const KEYS: Readonly<Record<string, string>> = {
  asset_id: 'asset_form.asset_id',
  name: 'asset_form.name',
  organization_id: 'asset_form.organization',
  location_id: 'asset_form.location',
  quantity: 'asset_form.quantity',
  unit: 'asset_form.unit',
  measured_unit: 'asset_form.measured_unit',
  range_min: 'asset_form.range_min',
  range_max: 'asset_form.range_max',
  resolution: 'asset_form.resolution',
  cmc: 'asset_form.cmc',
  calibration_interval_days: 'asset_form.interval',
  tags: 'asset_form.tags',
  description: 'asset_form.description',
  lower: 'asset_form.tolerance.lower',
  upper: 'asset_form.tolerance.upper'
};

/** Words for the fields that a summary of errors names: `channels.1.unit` → `Channel 2: Unit`. */
export function fieldLabels(
  fields: readonly string[],
  translate: (key: string, options?: { values: Record<string, number> }) => string
): Record<string, string> {
  return Object.fromEntries(
    fields.map((field) => {
      const key = KEYS[field.split('.').at(-1) ?? ''];
      const channel = /^channels\.(\d+)\./.exec(field)?.[1];
      const words = key === undefined ? field : translate(key);
      if (channel === undefined) return [field, words];
      return [field, `${translate('asset_form.channel.unnamed', { values: { n: Number(channel) + 1 } })}: ${words}`];
    })
  );
}
