/** A device that waited with engine 3.6.1 pushes its queue: what it sent then is frozen here, and taken, judged or refused today. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCalibrationBody } from '#lib/contracts/calibrations.ts';
import type { AnalysisRequest, AnalysisResult } from '#lib/metrology/types.ts';
import { ENGINE } from '#lib/metrology/engine.ts';
import { getCalibration } from '#lib/server/use-cases/calibrations/get-calibration.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { pushRequest } from '#sync/protocol/push.ts';
import { push } from '#sync/server/push.server.ts';
import { calibratedLaboratory, internalBody, type CalibratedLaboratory } from '../support/calibrated-laboratory.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { mutationOf } from '../support/mutation.ts';
import { testServices } from '../support/services.ts';

type Waiting = { readonly name: string; readonly request: AnalysisRequest; readonly result: AnalysisResult };
const queue = JSON.parse(
  readFileSync(resolve(import.meta.dirname, 'queue-of-engine-3.6.1.json'), 'utf8')
) as readonly Waiting[];

let database: TestDatabase;
let services: Services;
let laboratory: CalibratedLaboratory;
beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
  laboratory = await calibratedLaboratory(services);
});
afterAll(() => database.drop());

/** Pushes one entry of the frozen queue, as that device sends it: no format, nothing of what it judged with. */
async function pushed(name: string) {
  const { request, result } = queue.find((entry) => entry.name === name) ?? {};
  if (!request || !result) throw new Error(`The frozen queue lacks "${name}".`);
  const body = { ...internalBody(laboratory), analysis: { request, result } };
  const entry = mutationOf(body, { created_at: '2026-11-20T16:00:00Z' });
  const asked = pushRequest.parse({
    device_id: randomUUID(),
    sent_at: services.now().toISOString(),
    mutations: [entry]
  });
  const { results } = await push(services, laboratory.technician, asked, (text) =>
    Promise.resolve(createCalibrationBody.parse(JSON.parse(text)))
  );
  return { outcome: results[0], stored: () => getCalibration(services, laboratory.technician, entry.id), result };
}

test('the frozen queue is of the engine before formats had numbers', () => {
  expect(queue.map(({ result }) => result.engine)).toEqual(['3.6.1', '3.6.1', '3.6.1']);
  expect(queue.every(({ request }) => request.format === undefined)).toBe(true);
});

test('what today judges alike is taken, computed anew and kept beside what the device found', async () => {
  const { outcome, stored, result } = await pushed('plain');
  expect(outcome?.status).toBe('applied');
  const calibration = await stored();
  expect(calibration).toMatchObject({ engine: ENGINE, conforms: true, analysis_request: { format: 1 } });
  expect(calibration.device_result?.engine).toBe('3.6.1');
  expect(calibration.result?.expanded_uncertainty_rounded.text).toBe(result.expanded_uncertainty_rounded.text);
  const codes = calibration.warnings.map(({ code }) => code);
  expect(codes).toContain('engine_differs');
  expect(codes).not.toContain('older_format');
});

test('points that repeat by their value alone keep the meaning that they had, and the record says that today’s is another', async () => {
  const { outcome, stored, result } = await pushed('repeated');
  expect(outcome?.status).toBe('applied');
  const calibration = await stored();
  expect(calibration.result?.expanded_uncertainty_rounded.text).toBe(result.expanded_uncertainty_rounded.text);
  expect(calibration.warnings.map(({ code }) => code)).toEqual(
    expect.arrayContaining(['older_format', 'engine_differs'])
  );
});

test('an uncertainty that today is another is refused with both, and its author decides', async () => {
  const { outcome } = await pushed('straight');
  expect(outcome).toMatchObject({ status: 'rejected', errors: [{ code: 'result_changed' }] });
});
