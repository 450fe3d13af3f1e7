/** Whose name a calibration bears, by statements that the application never makes: the database knows who asks. */
import { randomUUID } from 'node:crypto';
import { sql } from 'slonik';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/database.ts';
import {
  calibratedLaboratory,
  internalBody,
  recorded,
  type CalibratedLaboratory
} from '../../../../../tests/support/calibrated-laboratory.ts';
import { person } from '../../../../../tests/support/people.ts';
import { testServices } from '../../../../../tests/support/services.ts';

let database: TestDatabase;
let services: Services;
let at: CalibratedLaboratory;
let calibration: string;
beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
  at = await calibratedLaboratory(services);
  calibration = (await recorded(services, at.technician, internalBody(at))).id;
});
afterAll(() => database.drop());

/** A copy of a calibration, written by the technician. */
const copied = (changes: object) =>
  transaction(services.pool, at.technician, async (tx) => {
    const names = await tx.anyFirst(sql.type(z.object({ attname: z.string() }))`
      SELECT attname FROM pg_attribute
      WHERE attrelid = 'calibrations'::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`);
    const columns = sql.join(
      names.map((name) => sql.identifier([name])),
      sql.fragment`, `
    );
    const id = randomUUID();
    const own = JSON.stringify({ id, version: 50, seq: 1_000_000, certificate_number: id, ...changes });
    await tx.query(sql.unsafe`
      INSERT INTO calibrations (${columns})
      SELECT ${columns} FROM (SELECT r.* FROM calibrations c, jsonb_populate_record(c, ${own}::jsonb) r WHERE c.id = ${calibration}) r`);
    // Nothing of it stays.
    throw new Error('it was written');
  });

test('a calibration is recorded in one’s own name; an imported one may be a member’s', async () => {
  const stranger = await person(services, 'technician');
  const imported = { system: null, people: {}, statistics: null };
  const refused = /row-level security/;
  const cause = (promise: Promise<unknown>) =>
    promise.catch((thrown: unknown) => `${String(thrown)} ${String((thrown as { cause?: unknown }).cause)}`);
  expect(await cause(copied({ recorded_by: at.admin.userId }))).toMatch(refused);
  expect(await cause(copied({ recorded_by: stranger.userId, imported }))).toMatch(refused);
  expect(await cause(copied({ recorded_by: at.technician.userId }))).toMatch(/it was written/);
  expect(await cause(copied({ recorded_by: at.admin.userId, imported }))).toMatch(/it was written/);
});
