import { expect, it } from 'vitest';
import type { Location } from '#lib/contracts/locations.ts';
import { aForm } from '../form/form-fixture.ts';
import { isBlank } from '../rows/form-rows.ts';
import { withOnlyLaboratory } from './only-laboratory.ts';
import { fillSample, isUntouched } from './sample-readings.ts';

const lab = (id: string, organization_id: string | null = 'o'): Location => ({
  id,
  name: id,
  address: null,
  description: null,
  parent_id: null,
  is_calibration_lab: true,
  organization_id,
  created_at: '2026-11-21T09:00:00Z',
  updated_at: '2026-11-21T09:00:00Z'
});

it('names the only laboratory of the organization as the place, and none where there are two or one is chosen', () => {
  const form = { ...aForm([]), location_id: '' };
  expect(withOnlyLaboratory(form, 'o', [lab('a'), lab('b', 'another')]).location_id).toBe('a');
  expect(withOnlyLaboratory(form, 'o', [lab('a'), lab('b')]).location_id).toBe('');
  expect(withOnlyLaboratory(form, 'o', [{ ...lab('a'), is_calibration_lab: false }]).location_id).toBe('');
  expect(withOnlyLaboratory({ ...form, location_id: 'c' }, 'o', [lab('a')]).location_id).toBe('c');
});

it('fills sample readings at every planned point, says so in the remarks, and leaves remarks that were typed', () => {
  const blank = fillSample('Sample')({ ...aForm([]), rows: [], notes: '' });
  expect(blank.rows).toHaveLength(5);
  expect(blank.notes).toBe('Sample');
  expect(blank.rows.every((row) => !isBlank(row.left))).toBe(true);
  expect(new Set(blank.rows.map(({ left }) => Number(left.measured) - Number(left.reference))).size).toBeGreaterThan(1);
  expect(isUntouched(blank)).toBe(false);
  expect(isUntouched({ ...blank, rows: [] })).toBe(true);
  expect(fillSample('Sample')({ ...aForm([]), notes: 'mine' }).notes).toBe('mine');
});
