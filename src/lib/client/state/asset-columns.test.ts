import { expect, test } from 'vitest';
import { anAsset } from '#lib/contracts/asset-fixture.ts';
import type { Asset } from '#lib/contracts/assets.ts';
import { toColumns } from '../database/columns.ts';
import { openSavedAssets } from './asset-columns.ts';

const ASSETS = Array.from({ length: 200 }, (_, i) =>
  anAsset(`TT-${i}`, {
    serial_number: i % 3 === 0 ? null : `SN ${i}`,
    calibration_status: i % 2 === 0 ? 'overdue' : 'calibrated',
    due_date: i % 5 === 0 ? null : `2026-01-${10 + (i % 20)}`,
    tags: i % 7 === 0 ? ['line 2', 'Größe'] : []
  })
);

test('a saved list is read back unchanged', () => {
  expect(openSavedAssets(toColumns(ASSETS)).read()).toEqual(ASSETS);
});

test('a view has every field of its asset, without reading the others', () => {
  const { views } = openSavedAssets(toColumns(ASSETS));
  const keys = Object.keys(ASSETS[0] ?? {}) as (keyof Asset)[];
  expect(views.map((view) => Object.fromEntries(keys.map((key) => [key, view[key]])))).toEqual(ASSETS);
});

test('an empty list has no view and no record', () => {
  const { views, read } = openSavedAssets(toColumns([]));
  expect([views, read()]).toEqual([[], []]);
});
