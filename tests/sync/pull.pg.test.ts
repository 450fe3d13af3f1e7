import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'slonik';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SYSTEM, type PersonActor } from '#lib/laboratory/actor.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { voidCalibration } from '#lib/server/use-cases/calibrations/void-calibration.ts';
import { issueCertificate } from '#lib/server/use-cases/certificates/issue-certificate.ts';
import { createLocation } from '#lib/server/use-cases/locations/create-location.ts';
import { deleteLocation } from '#lib/server/use-cases/locations/delete-location.ts';
import { updateLocation } from '#lib/server/use-cases/locations/update-location.ts';
import { deleteNotification, listNotifications } from '#lib/server/use-cases/notifications/inbox.ts';
import { notifyCalibrationRecorded } from '#lib/server/use-cases/notifications-sending/notify-calibration-recorded.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { decodeCheckpoint, encodeCheckpoint } from '#sync/protocol/checkpoint.ts';
import { COLLECTIONS, NOBODY } from '#sync/protocol/collections.ts';
import { calibratedLaboratory, externalBody, internalBody, recorded } from '../support/calibrated-laboratory.ts';
import { createTestDatabase, execute, type TestDatabase } from '../support/database.ts';
import { joined, person, refreshed, superadmin } from '../support/people.ts';
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
    await notifyCalibrationRecorded(services, id);
    await place(own.admin, own.organizationId);
    for (const collection of COLLECTIONS) {
      const one = device(services, own.admin, collection);
      const first = await one.once();
      expect(first, collection).toMatchObject({
        total: first.documents.length,
        more: false,
        scope: [own.organizationId]
      });
      expect(collection === 'procedures' || first.documents.length > 0, collection).toBe(true);
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

describe('whole calibrations', () => {
  test('are held of the latest of each channel and of one’s own; voiding the latest brings the one before', async () => {
    const own = await laboratory();
    const of = (actor: PersonActor, calibration_date: string) =>
      recorded(services, actor, externalBody(own.asset, { calibration_date }));
    const older = await of(own.admin, '2026-05-01');
    const newer = await of(own.admin, '2026-06-01');
    const pulled = device(services, own.technician, 'calibration_details');
    await pulled.all();
    expect(pulled.row(newer.id)).toBeDefined();
    expect(pulled.row(older.id)).toBeUndefined();
    const mine = await of(own.technician, '2026-01-01');
    expect((await pulled.all()).map(({ id }) => id)).toEqual([mine.id]);
    await voidCalibration(services, own.admin, newer.id, null);
    expect((await pulled.all()).map(({ id }) => id)).toEqual([older.id]);
  });

  test('carry points, request and result', async () => {
    const own = await laboratory();
    const body = internalBody(own);
    const { id } = await recorded(services, own.admin, body);
    const pulled = device(services, own.technician, 'calibration_details', 1);
    await pulled.all();
    expect(pulled.row(id)).toMatchObject({ result: body.analysis?.result, analysis_request: body.analysis?.request });
  });
});

describe('the scope', () => {
  test('loses an organization with its membership and starts anew when it is regained', async () => {
    const own = await laboratory();
    const other = await laboratory();
    const both = await joined(services, own.technician, other.organizationId);
    const pulled = device(services, both, 'assets');
    await pulled.all();
    const held = pulled.ids().length;
    await execute(database.url, 'DELETE FROM memberships WHERE organization_id = $1 AND user_id = $2', [
      other.organizationId,
      both.userId
    ]);
    // The request began with the old memberships; those of the moment count.
    const answer = await pulled.once();
    expect(answer).toMatchObject({ scope: [own.organizationId], removed: [other.organizationId] });
    expect(pulled.ids()).toHaveLength(held - 3);
    expect(Object.keys(decodeCheckpoint(answer.checkpoint)?.seq ?? {}).sort()).toEqual(
      [NOBODY, own.organizationId].sort()
    );
    const again = await joined(services, await refreshed(services, both), other.organizationId);
    pulled.as(again);
    await pulled.all();
    expect(pulled.ids()).toHaveLength(held);
  });

  test('that grew since the request began hides nothing behind the checkpoint', async () => {
    const own = await laboratory();
    const late = await person(services, 'technician');
    const pulled = device(services, late, 'assets');
    await pulled.all();
    await joined(services, late, own.organizationId);
    // Still the actor of before: the request's beginning knew of no membership.
    await pulled.all();
    expect(pulled.ids()).toHaveLength(3);
  });
});

describe('notifications', () => {
  test('are one’s own, in one’s language, and leave when they are removed or the organization is left', async () => {
    const own = await laboratory();
    const reader: PersonActor = { ...own.admin, language: 'de' };
    const pulled = device(services, reader, 'notifications');
    await pulled.all();
    for (let i = 0; i < 2; i++) {
      await notifyCalibrationRecorded(services, (await recorded(services, own.technician, internalBody(own))).id);
    }
    expect(await pulled.all()).toMatchObject([{ title: 'TT-042 wurde kalibriert', _stream: reader.userId }, {}]);
    expect(await device(services, own.technician, 'notifications').all()).toEqual([]);
    const [first] = (await listNotifications(services, reader, { limit: 1 })).items;
    await deleteNotification(services, reader, first?.id ?? '');
    expect(await pulled.all()).toMatchObject([{ id: first?.id, _deleted: true }]);
    await execute(database.url, 'DELETE FROM memberships WHERE user_id = $1', [reader.userId]);
    await pulled.all();
    expect(pulled.ids()).toEqual([]);
  });
});

describe('a checkpoint cannot be continued from', () => {
  const refused = { code: 'checkpoint_expired' };
  const pulledOnce = async () => {
    const own = await laboratory();
    const pulled = device(services, own.technician, 'assets');
    const { checkpoint } = await pulled.once();
    const inside = decodeCheckpoint(checkpoint);
    if (inside === null) throw new Error('no checkpoint');
    return { own, pulled, inside };
  };

  test('that nobody wrote, of another database, or ahead of this one', async () => {
    const { own, pulled, inside } = await pulledOnce();
    const reached = inside.seq[own.organizationId] ?? 0;
    for (const text of [
      'nonsense',
      encodeCheckpoint({ ...inside, generation: uuidv7() }),
      encodeCheckpoint({ ...inside, seq: { ...inside.seq, [own.organizationId]: reached + 1 } })
    ]) {
      pulled.continueFrom(text);
      await expect(pulled.once()).rejects.toMatchObject(refused);
    }
    pulled.continueFrom(encodeCheckpoint(inside));
    expect(await pulled.once()).toMatchObject({ documents: [] });
  });

  test('that lies under the deletions which are remembered', async () => {
    const { own, pulled } = await pulledOnce();
    const room = await place(own.admin, own.organizationId);
    await deleteLocation(services, own.admin, room.id);
    await execute(database.url, `SELECT remove_tombstones(now() + interval '1 day')`);
    await expect(pulled.once()).rejects.toMatchObject(refused);
    const anew = device(services, own.technician, 'assets');
    await anew.all();
    expect(anew.ids()).toHaveLength(3);
    expect(await anew.once()).toMatchObject({ documents: [] });
  });

  test('of notifications ahead of this database', async () => {
    const own = await laboratory();
    const pulled = device(services, own.technician, 'notifications');
    const { checkpoint } = await pulled.once();
    const inside = decodeCheckpoint(checkpoint);
    if (inside !== null) pulled.continueFrom(encodeCheckpoint({ ...inside, user: 99 }));
    await expect(pulled.once()).rejects.toMatchObject(refused);
  });
});
