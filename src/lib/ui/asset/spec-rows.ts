import type { Asset } from '#lib/contracts/assets.ts';
import type { Translate } from '#lib/i18n/translate.ts';
import { capabilityOf, capabilityRecord } from '#lib/laboratory/capability.ts';
import { intervalOf } from '#lib/laboratory/interval.ts';
import { ASSET } from '#lib/records/asset.ts';
import { changeableKeys } from '#lib/records/field.ts';
import { MEASURING } from '#lib/records/measuring.ts';
import { rangeText } from '../text/range-text.ts';
import { formatDay } from '../dates/format-date.ts';
import { fieldWord } from '../form/field-word.ts';
import { formatPlain } from '../number-input/format-number.ts';
import { intervalText } from './interval-text.ts';
import { toleranceText } from '../text/tolerance-text.ts';

type Row = readonly [label: string, text: string | null];

/** Fields that the rows below show in their own words, or that the head of the page shows. */
const TOLD = new Set<string>([
  ...Object.keys(MEASURING),
  'asset_id',
  'name',
  'is_reference',
  'location_id',
  'procedure_id',
  'manufacturer',
  'model',
  'calibration_interval_days',
  'calibration_interval_months',
  'in_use_since',
  'attributes',
  'tags',
  'description'
]);
/** All others are shown as they are. */
const OTHERS = changeableKeys(ASSET).filter((key) => !TOLD.has(key));

/** What is known about an asset, as a list of names and texts; what is not known is left out. */
export function specRows(asset: Asset, translate: Translate, language: string): readonly (readonly [string, string])[] {
  const word = (field: string) => fieldWord(translate, field, 'asset');
  const number = (value: number) => formatPlain(value, language);
  const interval = intervalOf(asset);
  const rows: readonly Row[] = [
    [word('organization_id'), asset.organization_name],
    [word('location_id'), asset.location_name],
    ...(asset.channels.length === 0 ? measuringRows(asset, translate, language) : []),
    [translate('asset.spec.manufacturer'), [asset.manufacturer, asset.model].filter(Boolean).join(' ')],
    ...OTHERS.map((key): Row => [word(key), plainText(asset[key], translate, number)]),
    ...(asset.attributes ?? []).map(({ key, value, unit }): Row => [key, unit ? `${value}\u202f${unit}` : value]),
    [word('calibration_interval_days'), interval && intervalText(interval, translate)],
    ...(asset.channels.length === 0 ? [correctionRow(asset, translate)] : []),
    [word('in_use_since'), asset.in_use_since === null ? null : formatDay(asset.in_use_since, language)],
    [word('tags'), asset.tags.join(', ')],
    [word('description'), asset.description]
  ];
  return rows.filter((row): row is readonly [string, string] => Boolean(row[1]));
}

function measuringRows(asset: Asset, translate: Translate, language: string): readonly Row[] {
  const word = (field: string) => fieldWord(translate, field, 'asset');
  const withUnit = (value: number, unit = asset.unit) =>
    `${formatPlain(value, language)}${unit ? `\u202f${unit}` : ''}`;
  const { signal_min: from, signal_max: to } = asset;
  const capability = capabilityRecord(capabilityOf(asset));
  const share = capability === null || capability.b === 0 ? '' : formatPlain(capability.b, language);
  return [
    [word('quantity'), asset.quantity],
    [translate('asset.spec.range'), rangeText(asset, language, translate('assets.range_to'))],
    [word('measured_unit'), asset.measured_unit !== asset.unit ? asset.measured_unit : null],
    [word('tolerance'), toleranceText(asset.tolerance, asset, language, translate)],
    [word('specification'), asset.specification],
    [word('resolution'), asset.resolution === null ? null : withUnit(asset.resolution)],
    [
      word('cmc'),
      capability === null ? null : `${withUnit(capability.a)}${share === '' ? '' : ` + ${share}\u202f·\u202f|x|`}`
    ],
    [
      translate('asset.spec.signal'),
      typeof from === 'number' && typeof to === 'number'
        ? `${formatPlain(from, language)} ${translate('assets.range_to')} ${withUnit(to, asset.measured_unit ?? '')}`
        : null
    ]
  ];
}

const correctionRow = ({ correction_applied }: Asset, translate: Translate): Row => [
  translate('asset.spec.correction'),
  translate(correction_applied ? 'asset.spec.applied' : 'asset.spec.not_applied')
];

/** A value as it is; a value with its own shape has its own row. */
function plainText(value: unknown, translate: Translate, number: (value: number) => string): string | null {
  if (typeof value === 'boolean') return translate(value ? 'audit.value.yes' : 'audit.value.no');
  if (typeof value === 'number') return number(value);
  return Array.isArray(value) ? value.join(', ') : typeof value === 'string' ? value : null;
}
