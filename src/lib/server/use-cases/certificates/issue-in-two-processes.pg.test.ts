/** Two processes on one database that issue the same certificate: each knows only what it has in hand itself. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SYSTEM } from '#lib/laboratory/actor.ts';
import { claimCertificate, releaseCertificate } from '#lib/server/db/certificate-claims.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { getCalibration } from '#lib/server/use-cases/calibrations/get-calibration.ts';
import { InHand } from '#lib/server/turns/in-hand.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { eventually } from '../../../../../tests/support/api.ts';
import {
  calibratedLaboratory,
  internalBody,
  recorded,
  type CalibratedLaboratory
} from '../../../../../tests/support/calibrated-laboratory.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { issueCertificate } from './issue-certificate.ts';

/** A process that claims and never comes back. */
const DEAD = '00000000-0000-7000-8000-000000000001';

let database: TestDatabase;
let laboratory: CalibratedLaboratory;
let one: Services;
let two: Services;
/** Which process made a file, and how many transactions the second has begun. */
let rendered: string[];
let asked: number;
/** Called while a file is being made. */
let onRender: () => Promise<unknown>;

beforeAll(async () => {
  database = await createTestDatabase();
  const services = await testServices(database);
  const watched = (name: string): Services['prints'] => ({
    ...services.prints,
    issuing: new InHand(),
    issue: async (order) => {
      rendered.push(name);
      await onRender();
      return services.prints.issue(order);
    }
  });
  one = { ...services, prints: watched('one') };
  const pool: TestDatabase['pool'] = {
    ...database.pool,
    connect: (work) => {
      asked += 1;
      return database.pool.connect(work);
    }
  };
  two = { ...services, prints: watched('two'), pool };
  laboratory = await calibratedLaboratory(one);
});
afterAll(() => database.drop());

async function newCalibration(): Promise<string> {
  rendered = [];
  asked = 0;
  onRender = async () => undefined;
  return (await recorded(one, laboratory.technician, internalBody(laboratory))).id;
}
const stateOf = async (id: string) => (await getCalibration(one, laboratory.technician, id)).certificate?.state;
const claimsOf = async (id: string) =>
  (await execute(database.url, 'SELECT claimant FROM certificate_claims WHERE calibration_id = $1', [id])).rows;
const claim = (id: string, claimant: string) =>
  transaction(one.pool, SYSTEM, (tx) => claimCertificate(tx, id, claimant));
/** Only who was refused a claim asks a third time before anything is made. */
const isWaiting = () => eventually(async () => asked >= 3);

test('while one makes the file, the other waits for it and makes none', async () => {
  const id = await newCalibration();
  let second: Promise<string> | undefined;
  onRender = async () => {
    second = issueCertificate(two, id);
    await isWaiting();
  };
  const first = await issueCertificate(one, id);
  expect(await second).toBe(first);
  expect(rendered).toEqual(['one']);
  expect(await stateOf(id)).toBe('issued');
  expect(await claimsOf(id)).toEqual([]);
});

test('where the one that claimed it has died, the other takes over once the claim has expired', async () => {
  const id = await newCalibration();
  expect(await claim(id, DEAD)).toBe(true);
  const second = issueCertificate(two, id);
  await isWaiting();
  expect(rendered).toEqual([]);
  await execute(database.url, `UPDATE certificate_claims SET expires_at = now() - interval '1 second'`);
  await second;
  expect(rendered).toEqual(['two']);
  expect(await stateOf(id)).toBe('issued');
  expect(await claimsOf(id)).toEqual([]);
});

test('where the one that claimed it fails, the other tries at once', async () => {
  const id = await newCalibration();
  let second: Promise<string> | undefined;
  onRender = async () => {
    onRender = async () => undefined;
    second = issueCertificate(two, id);
    await isWaiting();
    throw new Error('ENOSPC: no space left on device');
  };
  await expect(issueCertificate(one, id)).rejects.toThrow('no space left');
  await second;
  expect(rendered).toEqual(['one', 'two']);
  expect(await stateOf(id)).toBe('issued');
  expect(await claimsOf(id)).toEqual([]);
});

test('a claim that has expired while its process stood still is not taken back, and the certificate is issued once', async () => {
  const id = await newCalibration();
  let second: string | undefined;
  onRender = async () => {
    onRender = async () => undefined;
    await execute(database.url, `UPDATE certificate_claims SET expires_at = now() - interval '1 second'`);
    second = await issueCertificate(two, id);
  };
  const first = await issueCertificate(one, id);
  expect(rendered).toEqual(['one', 'two']);
  expect(second).toBe(first);
  expect(await stateOf(id)).toBe('issued');
});

test('a claim is renewed by its holder alone, and released by it alone', async () => {
  const id = await newCalibration();
  const other = '00000000-0000-7000-8000-000000000002';
  expect(await claim(id, DEAD)).toBe(true);
  expect(await claim(id, other)).toBe(false);
  const expiry = `SELECT expires_at FROM certificate_claims WHERE calibration_id = '${id}'`;
  const [before] = (await execute(database.url, expiry)).rows as { expires_at: Date }[];
  expect(await claim(id, DEAD)).toBe(true);
  const [after] = (await execute(database.url, expiry)).rows as { expires_at: Date }[];
  expect(after?.expires_at.getTime()).toBeGreaterThanOrEqual(before?.expires_at.getTime() ?? Infinity);
  await transaction(one.pool, SYSTEM, (tx) => releaseCertificate(tx, id, other));
  expect(await claimsOf(id)).toEqual([{ claimant: DEAD }]);
});
