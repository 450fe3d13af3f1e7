import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'slonik';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SYSTEM, type PersonActor } from '#lib/laboratory/actor.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { voidCalibration } from '#lib/server/use-cases/calibrations/void-calibration.ts';
import { issueCertificate } from '#lib/server/use-cases/certificates/issue-certificate.ts';
import { createLocation } from '#lib/server/use-cases/locations/create-location.ts';
import { createProcedure } from '#lib/server/use-cases/procedures/create-procedure.ts';
import { deleteLocation } from '#lib/server/use-cases/locations/delete-location.ts';
import { updateLocation } from '#lib/server/use-cases/locations/update-location.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { notify } from '#lib/server/use-cases/notifications-sending/notify.ts';
import { COLLECTIONS } from '#sync/protocol/collections.ts';
import { calibratedLaboratory, internalBody, recorded } from '../support/calibrated-laboratory.ts';
import { createTestDatabase, execute, type TestDatabase } from '../support/database.ts';
import { joined, person, superadmin } from '../support/people.ts';
import { testServices } from '../support/services.ts';
import { device } from './device.ts';

let database: TestDatabase;
let services: Services;
beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
  await superadmin(services);
});
afterAll(() => database.drop());

const laboratory = () => calibratedLaboratory(services);
const place = (actor: PersonActor, organization_id: string | null, name = 'Room') =>
  createLocation(services, actor, { name, organization_id, is_calibration_lab: false });
const rows = async (statement: string, values: unknown[] = []) =>
  (await execute(database.url, statement, values)).rows as Record<string, unknown>[];

describe('a first pull', () => {
  test('brings every collection as the protocol describes it, and the next one nothing', async () => {
    const own = await laboratory();
    const { id } = await recorded(services, own.technician, internalBody(own));
    await issueCertificate(services, id);
    await notify(services, 'calibration_recorded', { calibration_id: id });
    await place(own.admin, own.organizationId);
    const procedure = { code: 'P-1', name: 'Comparison', body: 'Wait.', organization_id: own.organizationId };
    await createProcedure(services, own.admin, procedure);
    for (const collection of COLLECTIONS) {
      const one = device(services, own.admin, collection);
      const first = await one.once();
      expect(first, collection).toMatchObject({
        total: first.documents.length,
        more: false,
        scope: [own.organizationId]
      });
      expect(first.documents.length > 0, collection).toBe(true);
      const next = await one.once();
      expect(next, collection).toMatchObject({ documents: [], more: false, removed: [] });
      expect(next.total).toBeUndefined();
    }
  });

  test('comes in pages that together are everything, over several organizations and what belongs to none', async () => {
    const founder = await superadmin(services);
    const one = await laboratory();
    const two = await laboratory();
    const technician = await joined(services, one.technician, two.organizationId);
    for (let i = 0; i < 5; i++) {
      for (const [actor, organizationId] of [
        [one.admin, one.organizationId],
        [two.admin, two.organizationId],
        [founder, null]
      ] as const) {
        await place(actor, organizationId, `Room ${i}`);
      }
    }
    const expected = await rows(
      `SELECT id FROM locations WHERE organization_id IS NULL OR organization_id IN ($1, $2) ORDER BY id::text`,
      [one.organizationId, two.organizationId]
    );
    for (const limit of [1, 2, 3, 7, 500]) {
      const pulled = device(services, technician, 'locations', limit);
      const came = await pulled.all();
      expect(came).toHaveLength(expected.length);
      expect(pulled.ids()).toEqual(expected.map(({ id }) => id));
    }
  });

  test('shows nothing of other organizations, not even of public ones', async () => {
    const own = await laboratory();
    await calibratedLaboratory(services, { private: false });
    for (const collection of ['organizations', 'assets', 'calibrations', 'certificates', 'memberships'] as const) {
      const came = await device(services, own.technician, collection).all();
      expect(new Set(came.map((document) => document._stream)), collection).toEqual(new Set([own.organizationId]));
    }
  });
});

describe('nothing is missed', () => {
  test('while twelve writers commit late and out of order, and a transaction stays open', async () => {
    const labs = await Promise.all([laboratory(), laboratory(), laboratory()]);
    let reader = await person(services, 'technician');
    for (const lab of labs) reader = await joined(services, reader, lab.organizationId);
    const pulled = device(services, reader, 'locations', 7);
    let writing = true;
    const insertSlowly = (organizationId: string, pauseMs: number) =>
      transaction(services.pool, SYSTEM, async (tx) => {
        await tx.query(
          sql.unsafe`INSERT INTO locations (id, organization_id, name) VALUES (${uuidv7()}, ${organizationId}, 'Late')`
        );
        await sleep(pauseMs);
      });
    const lastOpen = insertSlowly(labs[0]?.organizationId ?? '', 1500);
    const writers = Array.from({ length: 12 }, async (_, w) => {
      for (let i = 0; i < 15; i++) {
        const lab = labs[(w + i) % 3];
        await insertSlowly(lab?.organizationId ?? '', ((w * 7 + i * 13) % 11) + 1);
      }
    });
    const reading = (async () => {
      while (writing) await pulled.once();
    })();
    await Promise.all([...writers, lastOpen]);
    writing = false;
    await reading;
    await pulled.all();
    const expected = await rows(
      'SELECT id FROM locations WHERE organization_id = ANY($1) OR organization_id IS NULL ORDER BY id::text',
      [labs.map((lab) => lab.organizationId)]
    );
    expect(expected.length).toBeGreaterThan(180);
    expect(pulled.ids()).toEqual(expected.map(({ id }) => id));
  });

  test('of calibrations that are recorded in batches and one by one meanwhile', async () => {
    const own = await laboratory();
    const pulled = device(services, own.technician, 'calibrations', 3);
    let writing = true;
    const reading = (async () => {
      while (writing) await pulled.once();
    })();
    await Promise.all(Array.from({ length: 24 }, () => recorded(services, own.admin, internalBody(own))));
    writing = false;
    await reading;
    await pulled.all();
    expect(pulled.ids()).toHaveLength(25);
  });
});

describe('changes and deletions', () => {
  test('arrive once, and a deleted record leaves the device', async () => {
    const own = await laboratory();
    const room = await place(own.admin, own.organizationId, 'Before');
    const pulled = device(services, own.technician, 'locations');
    await pulled.all();
    await updateLocation(services, own.admin, room.id, { name: 'After' }, null);
    expect((await pulled.all()).map((document) => document.id)).toEqual([room.id]);
    expect(pulled.row(room.id)).toMatchObject({ name: 'After' });
    await deleteLocation(services, own.admin, room.id);
    expect(await pulled.all()).toMatchObject([{ id: room.id, _deleted: true }]);
    expect(pulled.row(room.id)).toBeUndefined();
  });

  test('of a person reach the rosters of their organizations', async () => {
    const own = await laboratory();
    const pulled = device(services, own.admin, 'memberships');
    await pulled.all();
    await execute(database.url, `UPDATE users SET full_name = 'Tess Renamed' WHERE id = $1`, [own.technician.userId]);
    const id = `${own.organizationId}:${own.technician.userId}`;
    expect((await pulled.all()).map((document) => document.id)).toEqual([id]);
    expect(pulled.row(id)).toMatchObject({ user: { full_name: 'Tess Renamed' }, role: 'member' });
    await execute(database.url, `UPDATE users SET language = 'de' WHERE id = $1`, [own.technician.userId]);
    expect(await pulled.all()).toEqual([]);
  });

  test('of a certificate and of voiding come with their own numbers', async () => {
    const own = await laboratory();
    const { id } = await recorded(services, own.technician, internalBody(own));
    const certificates = device(services, own.admin, 'certificates');
    const calibrations = device(services, own.admin, 'calibrations');
    await certificates.all();
    await calibrations.all();
    await issueCertificate(services, id);
    expect(await certificates.all()).toMatchObject([{ id, state: 'issued' }]);
    expect(await calibrations.all()).toEqual([]);
    await voidCalibration(services, own.admin, id, 'wrong');
    expect(await calibrations.all()).toMatchObject([{ id, voided: { reason: 'wrong' } }]);
  });
});
