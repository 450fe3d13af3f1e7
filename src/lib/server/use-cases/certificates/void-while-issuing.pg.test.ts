import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { InHand } from '#lib/server/turns/in-hand.ts';
import { restoreCalibration, voidCalibration } from '#lib/server/use-cases/calibrations/void-calibration.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { pageTexts } from '../../../../../tests/certificates/latex/pdf-words.ts';
import {
  calibratedLaboratory,
  internalBody,
  recorded,
  type CalibratedLaboratory
} from '../../../../../tests/support/calibrated-laboratory.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { issueCertificate } from './issue-certificate.ts';
import { reissueCertificate } from './reissue-certificate.ts';

let database: TestDatabase;
let laboratory: CalibratedLaboratory;
let services: Services;
/** Called while a file is being made, with how many were made before. */
let onMaking: (before: number) => Promise<unknown>;
let makings: number;

beforeAll(async () => {
  database = await createTestDatabase();
  const plain = await testServices(database, { now: () => new Date() });
  const issue: Services['prints']['issue'] = async (order) => {
    await onMaking(makings++);
    return plain.prints.issue(order);
  };
  services = { ...plain, prints: { ...plain.prints, issuing: new InHand(), issue } };
  laboratory = await calibratedLaboratory(services);
});
afterAll(() => database.drop());

async function newCalibration(): Promise<string> {
  makings = 0;
  onMaking = () => Promise.resolve();
  return (await recorded(services, laboratory.technician, internalBody(laboratory))).id;
}
const voids = (id: string) => voidCalibration(services, laboratory.admin, id, 'wrong reference');
const restores = (id: string) => restoreCalibration(services, laboratory.admin, id);

const RECORDED = `SELECT ce.state, ce.issued_void, ce.issued_at > c.voided_at AS is_after
  FROM certificates ce JOIN calibrations c ON c.id = ce.calibration_id WHERE c.id = $1`;
const recordOf = async (id: string) => (await execute(database.url, RECORDED, [id])).rows[0];
async function saysVoid(key: string): Promise<boolean> {
  const stored = await services.store.get(key);
  const pages = stored ? await pageTexts(await buffer(stored.stream)) : [];
  expect(pages).not.toEqual([]);
  return pages.join('\n').includes('wrong reference');
}
/** Lost, it is made again as it was issued. */
async function comesBack(id: string, key: string): Promise<void> {
  onMaking = () => Promise.resolve();
  const says = await saysVoid(key);
  await services.store.delete(key);
  await reissueCertificate(services, laboratory.admin, id, 'The disk was full');
  expect(await saysVoid(key)).toBe(says);
}

test('a calibration that is voided while its certificate is made has one that says so', async () => {
  const id = await newCalibration();
  onMaking = async (before) => before === 0 && (await voids(id));
  const key = await issueCertificate(services, id);
  expect(makings).toBe(2);
  expect(await saysVoid(key)).toBe(true);
  expect(await recordOf(id)).toMatchObject({ issued_void: { reason: 'wrong reference' }, is_after: true });
  await comesBack(id, key);
});

test('one that is restored meanwhile has one that says nothing of it', async () => {
  const id = await newCalibration();
  await voids(id);
  onMaking = async (before) => before === 0 && (await restores(id));
  const key = await issueCertificate(services, id);
  expect(await saysVoid(key)).toBe(false);
  expect(await recordOf(id)).toMatchObject({ issued_void: false });
  await comesBack(id, key);
});

test('what was printed counts, whatever the clocks say', async () => {
  const id = await newCalibration();
  const key = await issueCertificate(services, id);
  await voids(id);
  // Another process, whose clock was ahead, has issued it.
  await execute(
    database.url,
    `SET LOCAL session_replication_role = replica; UPDATE calibrations SET voided_at = voided_at - interval '1 day' WHERE id = '${id}'`
  );
  expect(await recordOf(id)).toMatchObject({ issued_void: false, is_after: true });
  await comesBack(id, key);
});

test('one that is voided and restored each time is not issued; the next attempt issues it', async () => {
  const id = await newCalibration();
  onMaking = (before) => (before % 2 === 0 ? voids(id) : restores(id));
  await expect(issueCertificate(services, id)).rejects.toThrow('voided or restored each time');
  expect(makings).toBe(3);
  expect(await recordOf(id)).toMatchObject({ state: 'failed', issued_void: null });
  onMaking = () => Promise.resolve();
  expect(await saysVoid(await issueCertificate(services, id))).toBe(true);
});
