import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCalibrationBody, type CreateCalibrationBody } from '#lib/contracts/calibrations.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { RightsEnded } from '#lib/server/db/standing.ts';
import { createCalibration } from '#lib/server/use-cases/calibrations/create-calibration.ts';
import { voidCalibration } from '#lib/server/use-cases/calibrations/void-calibration.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { pushAnswer, pushRequest, type Mutation, type MutationResult } from '#sync/protocol/push.ts';
import { push } from '#sync/server/push.server.ts';
import { analysisRequest } from '../support/analysis-request.ts';
import {
  calibratedLaboratory,
  externalBody,
  internalBody,
  type CalibratedLaboratory
} from '../support/calibrated-laboratory.ts';
import { createTestDatabase, execute, type TestDatabase } from '../support/database.ts';
import { mutationOf } from '../support/mutation.ts';
import { joined, person } from '../support/people.ts';
import { testServices } from '../support/services.ts';

let database: TestDatabase;
let services: Services;
let laboratory: CalibratedLaboratory;
beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
  laboratory = await calibratedLaboratory(services);
});
afterAll(() => database.drop());

/** An entry of a device's queue. */
const entry = (body: CreateCalibrationBody, changes: Partial<Mutation> = {}): Mutation =>
  mutationOf(body, { created_at: '2026-11-20T16:00:00Z', ...changes });
const deliver = async (
  mutations: readonly Mutation[],
  actor: PersonActor = laboratory.technician,
  sent_at = services.now().toISOString(),
  known: { readonly generation?: string } = {}
): Promise<MutationResult[]> => {
  const request = pushRequest.parse({ device_id: randomUUID(), sent_at, mutations, ...known });
  const answer = await push(services, actor, request, async (text) => createCalibrationBody.parse(JSON.parse(text)));
  return pushAnswer.parse(JSON.parse(JSON.stringify(answer))).results;
};
const codeOf = (result: MutationResult | undefined) =>
  result?.status === 'rejected' ? result.errors[0]?.code : result?.status;
const versionOf = (result: MutationResult | undefined) =>
  result?.status === 'applied' || result?.status === 'duplicate' ? result.record?.version : undefined;

test('a delivery is applied in its order, each with its stored record, and again as duplicates of it', async () => {
  const own = await calibratedLaboratory(services);
  const entries = Array.from({ length: 12 }, (_, i) => entry(internalBody(own, {}, analysisRequest(i * 0.01))));
  const first = await deliver(entries, own.technician);
  expect(first.map(({ id }) => id)).toEqual(entries.map(({ id }) => id));
  expect(first.map(codeOf)).toEqual(Array(12).fill('applied'));
  expect(first.map(versionOf)).toEqual(Array.from({ length: 12 }, (_, i) => i + 1));
  const again = await deliver([...entries].reverse(), own.technician);
  expect(again.map(codeOf)).toEqual(Array(12).fill('duplicate'));
  expect(again.map((result) => ('record' in result ? result.record : null)).reverse()).toEqual(
    first.map((result) => ('record' in result ? result.record : null))
  );
});

test('two devices of one person and one of another write versions of one asset without gap or repetition', async () => {
  const own = await calibratedLaboratory(services);
  const colleague = await joined(services, await person(services, 'technician'), own.organizationId);
  const queues = [own.technician, own.technician, colleague].map((actor) => ({
    actor,
    entries: Array.from({ length: 10 }, () => entry(externalBody(own.asset)))
  }));
  const results = await Promise.all(
    queues.flatMap(({ actor, entries }) => [deliver(entries.slice(0, 5), actor), deliver(entries.slice(5), actor)])
  );
  expect(
    results
      .flat()
      .map(versionOf)
      .sort((a = 0, b = 0) => a - b)
  ).toEqual(Array.from({ length: 30 }, (_, i) => i + 1));
});

test('the same delivery by several connections at once is applied once', async () => {
  const entries = Array.from({ length: 6 }, () => entry(internalBody(laboratory)));
  const answers = await Promise.all([
    deliver(entries),
    deliver([...entries].reverse()),
    deliver(entries.slice(2)),
    ...entries.map((one) => deliver([one]))
  ]);
  const { rows } = await execute(database.url, 'SELECT count(*)::int AS n FROM calibrations WHERE id = ANY($1)', [
    entries.map(({ id }) => id)
  ]);
  expect(rows).toEqual([{ n: 6 }]);
  for (const { id } of entries) {
    const statuses = answers
      .flat()
      .filter((result) => result.id === id)
      .map(codeOf);
    expect(statuses.filter((status) => status === 'applied')).toHaveLength(1);
    expect(new Set(statuses)).toEqual(new Set(['applied', 'duplicate']));
  }
});

describe('refused with the code that the device knows', () => {
  const refusals: [string, () => Mutation, string][] = [
    ['bytes that are not those of their hash', () => entry(internalBody(laboratory), { payload_sha256: 'a'.repeat(64) }), 'payload_damaged'],
    ['an id that is not the payload’s', () => entry(internalBody(laboratory, { id: randomUUID() })), 'id_mismatch'],
    ['a payload of tomorrow', () => entry(internalBody(laboratory), { payload_version: 2 }), 'payload_version_unknown'],
    ['an asset that is gone', () => entry(internalBody(laboratory, { asset_ref: randomUUID() })), 'not_found'],
    ['another unit', () => entry(internalBody(laboratory, {}, analysisRequest(0, { unit: 'K' }))), 'validation']
  ]; // prettier-ignore
  test.each(refusals)('%s', async (_name, make, code) => {
    const [bad, good] = await deliver([make(), entry(internalBody(laboratory))]);
    expect(codeOf(bad)).toBe(code);
    expect(codeOf(good)).toBe('applied');
  });

  test('another result, with both values in the context', async () => {
    const body = internalBody(laboratory);
    const U = body.analysis?.result.expanded_uncertainty ?? 0;
    if (body.analysis) body.analysis.result.expanded_uncertainty = 2 * U;
    const [result] = await deliver([entry(body)]);
    expect(result).toMatchObject({
      status: 'rejected',
      errors: [
        {
          code: 'result_mismatch',
          issues: [{ loc: ['body', 'analysis', 'result', 'expanded_uncertainty'], type: 'result_mismatch' }],
          context: { differences: [{ path: ['expanded_uncertainty'], device: 2 * U, server: U }] }
        }
      ]
    });
  });

  test('an id that another person has used, without telling of the record', async () => {
    const one = entry(internalBody(laboratory));
    await deliver([one]);
    const [result] = await deliver([one], laboratory.admin);
    expect(codeOf(result)).toBe('id_reused');
    expect(JSON.stringify(result)).not.toContain('TT-042');
  });

  test('a membership that was lost, and a viewer', async () => {
    const gone = await joined(services, await person(services, 'technician'), laboratory.organizationId);
    const set = (statement: string) => execute(database.url, statement, [gone.userId]);
    const one = entry(internalBody(laboratory));
    await set(`DELETE FROM memberships WHERE user_id = $1`);
    expect(codeOf((await deliver([one], gone))[0])).toBe('not_found');
    await joined(services, gone, laboratory.organizationId);
    await set(`UPDATE users SET role = 'viewer' WHERE id = $1`);
    expect(codeOf((await deliver([one], gone))[0])).toBe('forbidden');
    await set(`UPDATE users SET role = 'technician', is_active = false WHERE id = $1`);
    // Nothing is wrong with the entry: it is the delivery that is refused, and nothing is remembered.
    await expect(deliver([one], gone)).rejects.toBeInstanceOf(RightsEnded);
    await set(`UPDATE users SET is_active = true WHERE id = $1`);
    expect(codeOf((await deliver([one], gone))[0])).toBe('applied');
  });
});

test('a duplicate is reported without its record to an author who may no longer read it', async () => {
  const gone = await joined(services, await person(services, 'technician'), laboratory.organizationId);
  const one = entry(internalBody(laboratory));
  await deliver([one], gone);
  await execute(database.url, 'DELETE FROM memberships WHERE user_id = $1', [gone.userId]);
  expect(await deliver([one], gone)).toEqual([{ id: one.id, status: 'duplicate' }]);
});

test('what was applied is a duplicate even when it arrives damaged or voided', async () => {
  const one = entry(internalBody(laboratory));
  const [first] = await deliver([one]);
  await voidCalibration(services, laboratory.admin, one.id, null);
  const [again] = await deliver([{ ...one, payload: `${one.payload} ` }]);
  expect(codeOf(again)).toBe('duplicate');
  expect(versionOf(again)).toBe(versionOf(first));
});

test('the API and a device cannot both use an id', async () => {
  const one = entry(internalBody(laboratory));
  await deliver([one]);
  const posted = createCalibration(
    services,
    laboratory.technician,
    internalBody(laboratory, { id: one.id, notes: 'x' })
  );
  await expect(posted).rejects.toMatchObject({ code: 'id_reused' });
});

test('a wrong clock is noted with the record, a small difference is not', async () => {
  const skewed = entry(internalBody(laboratory));
  const right = entry(internalBody(laboratory));
  await deliver([skewed], laboratory.technician, '2026-11-19T09:30:00Z');
  await deliver([right], laboratory.technician, '2026-11-21T09:27:00Z');
  const skewOf = async ({ id }: Mutation) =>
    (await execute(database.url, 'SELECT clock_skew_seconds AS s FROM calibrations WHERE id = $1', [id])).rows[0]?.s;
  expect(await skewOf(skewed)).toBe(2 * 86_400);
  expect(await skewOf(right)).toBeNull();
});

test.each(['0001-01-02T00:00:00Z', '1900-01-01T00:00:00Z', '9999-12-30T00:00:00Z', '+010026-11-21T09:30:00.000Z', '?'])(
  'a clock that stands at %s holds nothing up',
  async (sentAt) => {
    const one = entry(internalBody(laboratory));
    expect((await deliver([one], laboratory.technician, sentAt))[0]?.status).toBe('applied');
  }
);

test('an asset that changed since the device last saw it is noted, and does not stop the entry', async () => {
  const at = (asset_updated_at: string) => entry(internalBody(laboratory), { base: { asset_updated_at } });
  const [same, changed] = await deliver([at(laboratory.asset.updated_at), at('2026-01-01T00:00:00Z')]);
  const codes = (result: MutationResult | undefined) =>
    result?.status === 'applied' ? (result.warnings ?? []).map(({ code }) => code) : null;
  expect(codes(same)).not.toContain('asset_changed');
  expect(codes(changed)).toContain('asset_changed');
});

test('the same calibration from a device and from the API is one, however it was spelled', async () => {
  const body = internalBody(laboratory);
  const pushed = entry(body);
  await deliver([pushed]);
  const posted = await createCalibration(services, laboratory.technician, { id: pushed.id, ...body });
  expect(posted).toMatchObject({ created: false, calibration: { id: pushed.id } });
  const id = randomUUID();
  await createCalibration(services, laboratory.technician, { ...body, id });
  const [result] = await deliver([entry(body, { id, payload: JSON.stringify({ id, ...body }, null, 1) })]);
  expect(codeOf(result)).toBe('duplicate');
});

test('a delivery whose clock has no valid date is applied and noted as wrong', async () => {
  const [one, other] = [entry(internalBody(laboratory)), entry(internalBody(laboratory), { created_at: 'last week' })];
  const results = await deliver([one, other], laboratory.technician, 'half past nine');
  expect(results.map(codeOf)).toEqual(['applied', 'applied']);
  const { rows } = await execute(database.url, 'SELECT clock_skew_seconds AS s FROM calibrations WHERE id = ANY ($1)', [
    [one.id, other.id]
  ]);
  expect(rows).toEqual([{ s: 2 ** 31 - 1 }, { s: 2 ** 31 - 1 }]);
});

test('what was on its way for long is not applied after a later attempt was refused', async () => {
  const old = entry(internalBody(laboratory, { asset_ref: laboratory.multi.id }), { attempt: 2 });
  expect(codeOf((await deliver([old]))[0])).toBe('validation');
  const late = await deliver([entry(internalBody(laboratory), { id: old.id, attempt: 1 })]);
  expect(late).toMatchObject([{ errors: [{ code: 'overtaken', context: { attempt: 2 } }] }]);
  const corrected = entry(internalBody(laboratory), { id: old.id, attempt: 3 });
  expect(codeOf((await deliver([corrected]))[0])).toBe('applied');
  expect(codeOf((await deliver([{ ...corrected, attempt: 1 }]))[0])).toBe('duplicate');
});

test('an attempt that comes through while a later one is being refused is what became of the entry', async () => {
  const own = await calibratedLaboratory(services);
  const one = entry(internalBody(own), { attempt: 1 });
  const [first, second] = await Promise.all([
    deliver([one], own.technician),
    deliver([{ ...one, attempt: 2, payload_sha256: 'a'.repeat(64) }], own.technician)
  ]);
  const { rows } = await execute(database.url, 'SELECT count(*)::int AS n FROM applied_ids WHERE id = $1', [one.id]);
  const outcomes = [codeOf(first[0]), codeOf(second[0])];
  // Either it was there in time, and the other attempt hears so, or it was too late for good.
  expect(rows[0]?.n === 1 ? 'applied, id_reused' : 'overtaken, payload_damaged').toBe(outcomes.join(', '));
});
