import { addMessages, init } from 'svelte-i18n';
import { render } from 'svelte/server';
import { beforeAll, expect, test } from 'vitest';
import { anAsset } from '#lib/contracts/asset-fixture.ts';
import { ASSET } from '#lib/records/asset.ts';
import { changeableKeys } from '#lib/records/field.ts';
import { specRows } from '../asset/spec-rows.ts';
import { NO_PROBLEM } from '../form/explain-error.ts';
import { emptyAsset, formOf, updateBody } from './asset-form.ts';
import AssetForm from './AssetForm.svelte';

beforeAll(async () => {
  addMessages('en', {});
  await init({ fallbackLocale: 'en', initialLocale: 'en', handleMissingMessage: ({ id }) => id });
});

/** The inputs of a tolerance and of an attribute appear with its parts, those of an interval by its unit. */
const IN_PARTS = new Set(['tolerance', 'attributes', 'calibration_interval_days']);

test('every field that people change has an input in the form', () => {
  const { body } = render(AssetForm, {
    props: {
      initial: emptyAsset('o', false),
      isNew: false,
      organizations: [],
      locationsOf: () => [],
      proceduresOf: () => [],
      online: true,
      busy: false,
      problem: NO_PROBLEM,
      cancelHref: '/',
      onsubmit: () => undefined
    }
  });
  const inputs = new Set([...body.matchAll(/ name="([a-z_]+)"/g)].map(([, name]) => name));
  expect(changeableKeys(ASSET).filter((key) => !inputs.has(key) && !IN_PARTS.has(key))).toEqual([]);
});

test('a form that nobody has touched sends every field as it is', () => {
  const asset = anAsset('TT-1', {
    description: 'by the door',
    manufacturer: 'Maker',
    category: 'thermometer',
    unit: '°C',
    range_min: -20,
    range_max: 120,
    resolution: 0.1,
    tolerance: [{ kind: 'absolute', lower: -0.3, upper: 0.3 }],
    cmc: { a: 0.02, b: 0.001 },
    tags: ['line 2', 'hot'],
    attributes: [
      { key: 'Cable', value: '3', unit: 'm' },
      { key: 'Colour', value: 'red', unit: null }
    ]
  });
  const sent: Record<string, unknown> = updateBody(formOf(asset));
  expect(Object.fromEntries(changeableKeys(ASSET).map((key) => [key, sent[key]]))).toEqual(
    Object.fromEntries(changeableKeys(ASSET).map((key) => [key, asset[key]]))
  );
});

test('every field that people change is shown among the details of an asset if it has a value', () => {
  const told = (asset: ReturnType<typeof anAsset>) =>
    specRows(asset, (key, options) => `${key}${JSON.stringify(options?.values ?? '')}`, 'en');
  const asset = anAsset('TT-1', {
    unit: 'bar',
    range_min: 0,
    range_max: 1,
    measured_unit: 'V',
    signal_min: 1,
    signal_max: 5
  });
  /** What the head of the page, the list's filter and the calibrate screen show. */
  const elsewhere = new Set(['asset_id', 'name', 'is_reference', 'location_id', 'procedure_id']);
  const other = {
    text: 'something else',
    day: '2019-05-04',
    number: 0.75,
    count: 77,
    flag: !asset.correction_applied,
    texts: ['else'],
    attributes: [{ key: 'Cable', value: '3', unit: 'm' }]
  };
  const silent = changeableKeys(ASSET).filter((key) => {
    const { kind } = ASSET[key];
    const changed =
      kind === 'tolerance'
        ? [{ kind: 'absolute', lower: -9, upper: 9 }]
        : kind === 'capability'
          ? { a: 9, b: 0 }
          : other[kind as keyof typeof other];
    return JSON.stringify(told({ ...asset, [key]: changed })) === JSON.stringify(told(asset));
  });
  expect(silent.filter((key) => !elsewhere.has(key))).toEqual([]);
});
