import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Calibration } from '#lib/contracts/calibrations.ts';
import type { ValidationError } from '#lib/contracts/errors.ts';
import { calibrationBody, foundLaboratory, type Laboratory } from '../support/laboratory.ts';

let laboratory: Laboratory;
beforeAll(async () => {
  laboratory = await foundLaboratory();
});
const newKey = () => ({ 'Idempotency-Key': randomUUID() });
const versions = async () =>
  (await laboratory.technician<Calibration[]>('GET', `/assets/${laboratory.asset.id}/calibrations`)).body.map(
    ({ version }) => version
  );

describe('a calibration without an id of its own, under an Idempotency-Key', () => {
  test('is recorded once, however often and however much at once it is sent', async () => {
    const body = await calibrationBody(laboratory);
    const key = newKey();
    const before = await versions();
    const send = () => laboratory.technician<Calibration>('POST', '/calibrations', body, key);
    const answers = await Promise.all(Array.from({ length: 5 }, send));
    answers.push(await send());
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    expect((await versions()).length).toBe(before.length + 1);
  });

  test('is refused where the key came with another body, and nothing is written', async () => {
    const body = await calibrationBody(laboratory);
    const key = newKey();
    await laboratory.technician('POST', '/calibrations', body, key);
    const before = await versions();
    const other = await laboratory.technician<ValidationError>('POST', '/calibrations', { ...body, notes: 'x' }, key);
    expect(other.status).toBe(422);
    expect(other.body.detail[0]?.type).toBe('idempotency_mismatch');
    expect(await versions()).toEqual(before);
  });

  test('may be corrected under the same key after a refusal', async () => {
    const body = await calibrationBody(laboratory);
    const key = newKey();
    const wrong = { ...body, reference_asset_id: randomUUID() };
    expect((await laboratory.technician('POST', '/calibrations', wrong, key)).status).toBe(422);
    expect((await laboratory.technician('POST', '/calibrations', body, key)).status).toBe(201);
  });
});
