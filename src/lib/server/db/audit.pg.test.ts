import { sql } from 'slonik';
import { z } from 'zod';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { v7 as uuidv7 } from 'uuid';
import { createTestDatabase, type TestDatabase } from '../../../../tests/support/database.ts';
import { organizationOf, person } from '../../../../tests/support/people.ts';
import { testServices } from '../../../../tests/support/services.ts';
import { readChain } from './audit-chain.ts';
import { withAudit, type AuditEvent } from './audit.ts';
import { transaction, type Tx } from './transaction.ts';

let database: TestDatabase;
let services: Services;
let founder: PersonActor;
let organizationId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
  const { founder: by, organization } = await organizationOf(services, await person(services, 'technician'));
  [founder, organizationId] = [by, organization.id];
});
afterAll(() => database.drop());

const renamed = (id: string): AuditEvent => ({
  action: 'organization.updated',
  resource: { type: 'organization', id, label: 'Laboratory' }
});
const rename = (tx: Tx, name: string) =>
  tx.query(sql.unsafe`UPDATE organizations SET name = ${name} WHERE id = ${organizationId}`);
const state = () =>
  transaction(services.pool, founder, async (tx) => ({
    name: await tx.oneFirst(sql.type(z.object({ name: z.string() }))`
      SELECT name FROM organizations WHERE id = ${organizationId}`),
    chain: await readChain(tx, organizationId)
  }));

test('an entry and the change it describes are written together, and the chain continues', async () => {
  const before = await state();
  const answer = await transaction(services.pool, founder, (tx) =>
    withAudit(tx, founder, organizationId, renamed(organizationId), async () => {
      await rename(tx, 'Another name');
      return 'renamed';
    })
  );
  const after = await state();
  expect(answer).toBe('renamed');
  expect(after.name).toBe('Another name');
  expect(after.chain).toMatchObject({ entries: before.chain.entries + 1, brokenAt: null });
});

test('if the change fails there is no entry, and its error is the one reported', async () => {
  const before = await state();
  const refused = transaction(services.pool, founder, (tx) =>
    withAudit(tx, founder, organizationId, renamed(organizationId), async () => {
      await rename(tx, 'Never seen');
      throw new Refusal('forbidden', 'Not today.');
    })
  );
  await expect(refused).rejects.toThrow('Not today.');
  expect(await state()).toEqual(before);
});

test('if the entry fails there is no change, and the error is that of the entry and not of what came after it', async () => {
  const before = await state();
  const failed = transaction(services.pool, founder, (tx) =>
    withAudit(tx, founder, organizationId, renamed('no id'), () => rename(tx, `Never seen ${uuidv7()}`))
  );
  await expect(failed).rejects.toThrow(/invalid input syntax for type uuid/);
  expect(await state()).toEqual(before);
});
