import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { handlers } from '#lib/server/jobs/registry.ts';
import { removeLeftovers } from '#lib/server/use-cases/housekeeping/remove-leftovers.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { writeInstallation } from '#lib/server/use-cases/whole-installation/export-installation.ts';
import { startProofAuthority, type ProofAuthority } from '../../../../../tests/certificates/proof-authority.ts';
import { calibratedLaboratory, internalBody, recorded } from '../../../../../tests/support/calibrated-laboratory.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { issueCertificate } from './issue-certificate.ts';
import { requireIssuedFile } from './issued-file.ts';
import { reissueCertificate } from './reissue-certificate.ts';

const DAY_MS = 86_400_000;
let database: TestDatabase;
let authority: ProofAuthority;
let services: Services;
let laboratory: Awaited<ReturnType<typeof calibratedLaboratory>>;

beforeAll(async () => {
  [database, authority] = await Promise.all([createTestDatabase(), startProofAuthority()]);
  await authority.stampWith('stamps');
  services = await testServices(database, { now: () => new Date(), timeStamps: authority.timeStamps });
  laboratory = await calibratedLaboratory(services);
}, 120_000);
afterAll(async () => {
  await authority.stop();
  await database.drop();
});

/** Issued, and with proofs. */
async function proved(): Promise<{ readonly id: string; readonly key: string }> {
  const { id } = await recorded(services, laboratory.technician, internalBody(laboratory));
  const key = await issueCertificate(services, id);
  await prove(id);
  return { id, key };
}
async function prove(id: string, having = services): Promise<void> {
  // The database counts microseconds, the app milliseconds.
  const due = "UPDATE certificate_proofs SET due_at = now() - interval '1 second' WHERE calibration_id = $1";
  await execute(database.url, due, [id]);
  await handlers.prove_certificate(having, { calibration_id: id });
}
const again = (having: Services, id: string) => reissueCertificate(having, laboratory.admin, id, 'The disk was full');
const LATER_FILES = 'SELECT object_key FROM certificate_revisions WHERE calibration_id = $1 ORDER BY number';
const laterFiles = async (id: string) =>
  (await execute(database.url, LATER_FILES, [id])).rows.map((row) => (row as { object_key: string }).object_key);
const areThere = (keys: readonly string[]) =>
  Promise.all(keys.map(async (key) => (await services.store.head(key)) !== null));
const contentsOf = async (key: string) => {
  const stored = await services.store.get(key);
  if (stored === null) throw new Error(`${key} is missing`);
  return buffer(stored.stream);
};
const keepHouse = () => removeLeftovers({ ...services, now: () => new Date(Date.now() + 5 * DAY_MS) });

/** What a backup says. */
async function backUp() {
  const path = join(tmpdir(), `kept-files-${String(process.pid)}.zip`);
  try {
    const { missing, objects } = await writeInstallation(services, path, () => Promise.resolve());
    return { missing, objects: objects.rows };
  } finally {
    await rm(path, { force: true });
  }
}

test('a backup misses nothing of a certificate whose proofs were renewed', async () => {
  const { id, key } = await proved();
  await prove(id);
  const before = await backUp();
  expect(before.missing).toBe(0);
  await keepHouse();
  expect(await areThere([key, ...(await laterFiles(id))])).toEqual([true, false, true]);
  expect(await backUp()).toEqual(before);
}, 60_000);

test('nor of one that was lost and issued again; what is lost after that, it misses', async () => {
  const { id, key } = await proved();
  for (const lost of [key, ...(await laterFiles(id))]) await services.store.delete(lost);
  expect((await backUp()).missing).toBe(2);
  await again(services, id);
  expect((await backUp()).missing).toBe(0);
  await prove(id);
  await keepHouse();
  const files = await laterFiles(id);
  expect(await areThere([key, ...files])).toEqual([false, false, false, true]);
  expect((await backUp()).missing).toBe(0);
  await services.store.delete(files.at(-1) ?? '');
  expect((await backUp()).missing).toBe(1);
  await again(services, id);
  expect((await backUp()).missing).toBe(0);
}, 60_000);

test('issued again while the store was only away, the original keeps its proofs, and backups have both', async () => {
  const { id, key } = await proved();
  const before = await backUp();
  const away = new Set([key, ...(await laterFiles(id))]);
  const get = (wanted: string) => (away.has(wanted) ? Promise.resolve(null) : services.store.get(wanted));
  await again({ ...services, store: { ...services.store, get } }, id);
  await prove(id);
  await keepHouse();
  expect(await areThere([key, ...(await laterFiles(id))])).toEqual([true, true, false, true]);
  expect(await backUp()).toEqual({ missing: 0, objects: before.objects + 1 });
}, 60_000);

test('proofs that were away while others were made from the original stay, too', async () => {
  const { id, key } = await proved();
  const first = await laterFiles(id);
  const get = (wanted: string) => (first.includes(wanted) ? Promise.resolve(null) : services.store.get(wanted));
  const without = { ...services, store: { ...services.store, get } };
  for (let attempt = 0; attempt < 2; attempt += 1) await prove(id, without);
  await keepHouse();
  const files = await laterFiles(id);
  expect(files).toHaveLength(2);
  expect(await areThere([key, ...files])).toEqual([true, true, true]);
}, 60_000);

test('the proofs before those that were lost stay, and come along in a backup, until later ones are there', async () => {
  const { id, key } = await proved();
  await prove(id);
  const [first = '', second = ''] = await laterFiles(id);
  const lost = await contentsOf(second);
  const whole = await backUp();
  for (const gone of [key, second]) await services.store.delete(gone);
  await keepHouse();
  expect(await areThere([key, first, second])).toEqual([false, true, false]);
  expect((await requireIssuedFile(services, id)).key).toBe(first);
  expect(await backUp()).toEqual({ missing: 2, objects: whole.objects - 1 });
  await services.store.put(second, lost.subarray(0, -1), { contentType: 'application/pdf' });
  await keepHouse();
  expect(await areThere([first])).toEqual([true]);
  await services.store.put(second, lost, { contentType: 'application/pdf' });
  await keepHouse();
  expect(await areThere([first, second])).toEqual([false, true]);
  expect(await backUp()).toEqual({ missing: 1, objects: whole.objects - 1 });
}, 60_000);

test('those of three that were renewed go once the newest is intact, and stay where only it is lost', async () => {
  const { id, key } = await proved();
  for (let renewal = 0; renewal < 2; renewal += 1) await prove(id);
  const [first = '', second = '', third = ''] = await laterFiles(id);
  const newest = await contentsOf(third);
  await services.store.delete(third);
  await keepHouse();
  // What is inside the second is of no use as long as that one is there.
  expect(await areThere([key, first, second])).toEqual([true, false, true]);
  await services.store.put(third, newest, { contentType: 'application/pdf' });
  await keepHouse();
  expect(await areThere([key, second, third])).toEqual([true, false, true]);
}, 60_000);
