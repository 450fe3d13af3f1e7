/** Stored records of other versions of the product. */
import { expect, test } from 'vitest';
import { problem } from '#lib/server/http/problem.ts';
import { internalBody, recorded } from '../../../../../tests/support/calibrated-laboratory.ts';
import { execute } from '../../../../../tests/support/database.ts';
import { recordingLaboratory } from '../../../../../tests/support/recording.ts';
import { getCalibration } from './get-calibration.ts';

const at = recordingLaboratory();

/** Records a calibration, changes the stored result, and returns a function that reads the record. */
async function storedAs(change: string) {
  const { services } = at.laboratory;
  const { id } = await recorded(services, at.technician, internalBody(at.laboratory));
  const before = await getCalibration(services, at.technician, id);
  await execute(
    at.database.url,
    `BEGIN; ALTER TABLE calibrations DISABLE TRIGGER immutable;
     UPDATE calibrations SET result = ${change} WHERE id = '${id}';
     ALTER TABLE calibrations ENABLE TRIGGER immutable; COMMIT`
  );
  return { before, read: () => getCalibration(services, at.technician, id) };
}

test('a result without a number has the first format, and is read unchanged', async () => {
  const { before, read } = await storedAs(`result - 'format'`);
  expect(before.result?.format).toBe(1);
  expect(await read()).toEqual(before);
});

test('a result in a newer format is not interpreted: the answer says what to do, and a later attempt may succeed', async () => {
  const { read } = await storedAs(`result || '{"format": 2}'`);
  const thrown = await read().catch((error: unknown) => error);
  const answer = problem(thrown, 'r-1');
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({
    code: 'unavailable',
    detail: 'This result has format 2, and this version reads formats up to 1. Nothing was changed; update to read it.'
  });
});
