import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SYSTEM } from '#lib/laboratory/actor.ts';
import { addRevision } from '#lib/server/db/certificate-revisions.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { newFile, storeFile } from '#lib/server/use-cases/certificates/stored-file.ts';
import { removeLeftovers } from '#lib/server/use-cases/housekeeping/remove-leftovers.ts';
import { execute } from '../../../../../tests/support/database.ts';
import {
  calibratedSide,
  exportFrom,
  importTo,
  side,
  type Side
} from '../../../../../tests/support/installation-sides.ts';

const DAY_MS = 86_400_000;
const now = () => new Date();
let from: Side;
let to: Side;
beforeAll(async () => {
  [from, to] = await Promise.all([calibratedSide({ now }), side({ now })]);
});
afterAll(async () => {
  for (const { database } of [from, to]) await database.drop();
});

/** Two later files of a certificate, of which the second is recorded and not stored. */
async function withLostProofs({ services, database }: Side): Promise<string> {
  const { rows } = await execute(
    database.url,
    'SELECT calibration_id, object_key FROM certificates WHERE object_key IS NOT NULL LIMIT 1'
  );
  const [{ calibration_id: id, object_key: key }] = rows as [{ calibration_id: string; object_key: string }];
  const stored = await services.store.get(key);
  const issued = stored ? await buffer(stored.stream) : Buffer.alloc(0);
  const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  const proofs = Buffer.concat([issued, Buffer.from('\nproofs')]);
  const renewed = Buffer.concat([proofs, Buffer.from('\nmore proofs')]);
  const first = newFile(id, hash(proofs), proofs.byteLength);
  const second = newFile(id, hash(renewed), renewed.byteLength);
  await storeFile(services.store, first, proofs);
  const level = 'B-LTA';
  await transaction(services.pool, SYSTEM, async (tx) => {
    await addRevision(tx, id, { ...first, number: 1, level, madeAt: now(), continues: hash(issued) });
    await addRevision(tx, id, { ...second, number: 2, level, madeAt: now(), continues: first.sha256 });
  });
  return first.object_key;
}

test('where proofs of a certificate are missing, an archive brings those before them, and they stay', async () => {
  const before = await withLostProofs(from);
  const { archive, exported } = await exportFrom(from);
  expect(exported).toMatchObject({ objects: 3, missing: 1 });
  expect(await importTo(to, archive, true)).toMatchObject({ state: 'done', result: { objects: 3, missing: 1 } });
  await importTo(to, archive);
  await removeLeftovers({ ...to.services, now: () => new Date(Date.now() + 5 * DAY_MS) });
  expect(await to.services.store.head(before)).not.toBeNull();
});
