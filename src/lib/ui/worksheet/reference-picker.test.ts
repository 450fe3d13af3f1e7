import { addMessages, init } from 'svelte-i18n';
import { render } from 'svelte/server';
import { beforeAll, expect, test } from 'vitest';
import { aCalibration, aTransmitter, REFERENCE } from '#lib/worksheet/form/form-fixture.ts';
import { referenceOptions } from '#lib/worksheet/references/reference-choice.ts';
import { readWords } from '../../../../tests/support/dictionaries.ts';
import ReferencePicker from './ReferencePicker.svelte';

beforeAll(async () => {
  addMessages('en', {
    calibrate: readWords('src/lib/i18n/en/calibrate.json'),
    common: readWords('src/lib/i18n/en/first/common.json')
  });
  await init({ fallbackLocale: 'en', initialLocale: 'en' });
});

const older = aCalibration(REFERENCE);
const newer = aCalibration(REFERENCE, {
  id: '018f0000-0000-7000-8000-0000000000c2',
  version: 2,
  calibration_date: '2026-10-01',
  due_date: '2027-10-01'
});
const optionsOf = (calibrations: readonly (typeof older)[]) =>
  referenceOptions({
    assets: [aTransmitter(), REFERENCE],
    calibrations,
    assetId: aTransmitter().id,
    unit: '°C',
    date: '2026-11-20'
  });
const shown = (chosenOf: readonly (typeof older)[], now: readonly (typeof older)[]) =>
  render(ReferencePicker, {
    props: {
      chosen: optionsOf(chosenOf)[0]?.chosen ?? null,
      options: optionsOf(now),
      problems: [],
      doubts: [],
      reason: '',
      onchoose: () => undefined,
      onreason: () => undefined
    }
  }).body;

test('a newer calibration of the reference is called newer', () => {
  expect(shown([older], [older, newer])).toContain('A newer calibration of it');
});

test('what remains once the chosen one is voided is not called newer', () => {
  const voided = { ...newer, voided: { at: '2026-10-02T00:00:00Z', by: newer.recorded_by, reason: null } };
  const body = shown([older, newer], [older, voided]);
  expect(body).toContain('Its last valid calibration is that of');
  expect(body).not.toContain('newer');
});
