import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { issueCertificate } from '#lib/server/use-cases/certificates/issue-certificate.ts';
import { SYSTEM } from '#lib/laboratory/actor.ts';
import { noteUnkeptObjects } from '#lib/server/db/attachments.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { folderStore } from '#lib/server/storage/folder-store.ts';
import { calibratedLaboratory, internalBody, recorded } from '../../../../../tests/support/calibrated-laboratory.ts';
import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/database.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { removeLeftovers } from './remove-leftovers.ts';

let database: TestDatabase;
let services: Services;
let folder: string;
const now = () => new Date();
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'plumbline-leftovers-'));
  const secretKey = Buffer.alloc(32, 7);
  services = await testServices(database, {
    now,
    store: folderStore({ folder, origin: 'http://localhost', secretKey, now })
  });
});
afterAll(() => database.drop());

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
async function lay(path: string, written: Date): Promise<void> {
  await mkdir(join(folder, path, '..'), { recursive: true });
  await writeFile(join(folder, path), 'half');
  await utimes(join(folder, path), written, written);
}

test('what broke off goes after a day; what was issued, what may be, and what is not ours stays', async () => {
  const laboratory = await calibratedLaboratory(services);
  const { id } = await recorded(services, laboratory.technician, internalBody(laboratory));
  const { id: pending } = await recorded(services, laboratory.technician, internalBody(laboratory));
  const issued = await issueCertificate(services, id);
  await utimes(join(folder, issued), daysAgo(2), daysAgo(2));
  const hash = 'a'.repeat(64);
  const going = [
    `certificates/${id}/${hash}.pdf`,
    `certificates/${id}/.${randomUUID()}.part`,
    `.check-${randomUUID()}`
  ];
  const staying = [
    `certificates/${pending}/${hash}.pdf`,
    `certificates/${randomUUID()}/${hash}.pdf`,
    `certificates/${id}/notes.pdf`,
    '.keep'
  ];
  for (const path of [...going, ...staying]) await lay(path, daysAgo(2));
  const fresh = [`certificates/${id}/${'b'.repeat(64)}.pdf`, `.${randomUUID()}.part`];
  for (const path of fresh) await lay(path, new Date());

  await removeLeftovers(services);

  const left = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));
  expect(left.sort()).toEqual([issued, ...staying, ...fresh].sort());
});

test('of what was given up a day ago, what a record has stays; whoever stores the rest again waits until it is removed', async () => {
  const laboratory = await calibratedLaboratory(services);
  const { id } = await recorded(services, laboratory.technician, internalBody(laboratory));
  const issued = await issueCertificate(services, id);
  const going = `files/${randomUUID()}`;
  await lay(going, new Date());
  const note = () => transaction(services.pool, SYSTEM, (tx) => noteUnkeptObjects(tx, [issued, going]));
  await note();
  const there = async (key: string) => (await services.store.head(key)) !== null;
  await removeLeftovers(services);
  expect([await there(issued), await there(going)]).toEqual([true, true]);

  const order: string[] = [];
  let again: Promise<unknown> = Promise.resolve();
  const store = Object.assign(Object.create(services.store), {
    delete: async (key: string) => {
      // Two days from now, what is noted again is a day old at once, and may be found by the same sweep.
      if (key !== going || order.length > 0) return services.store.delete(key);
      again = note().then(() => order.push('noted again'));
      await new Promise((resolve) => setTimeout(resolve, 300));
      await services.store.delete(key);
      order.push(`removed ${key}`);
    }
  }) as Services['store'];
  await removeLeftovers({ ...services, store, now: () => new Date(Date.now() + 2 * 86_400_000) });
  await again;
  expect(order).toEqual([`removed ${going}`, 'noted again']);
  expect([await there(issued), await there(going)]).toEqual([true, false]);
});
