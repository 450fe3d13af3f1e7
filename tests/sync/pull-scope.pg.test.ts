import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PersonActor } from '#lib/laboratory/actor.ts';
import { voidCalibration } from '#lib/server/use-cases/calibrations/void-calibration.ts';
import { createLocation } from '#lib/server/use-cases/locations/create-location.ts';
import { deleteLocation } from '#lib/server/use-cases/locations/delete-location.ts';
import { deleteNotification, listNotifications, readNotification } from '#lib/server/use-cases/notifications/inbox.ts';
import { updateMe } from '#lib/server/use-cases/people/update-me.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { notify } from '#lib/server/use-cases/notifications-sending/notify.ts';
import { asStored } from '#lib/metrology/as-stored.ts';
import type { Point } from '#lib/metrology/types.ts';
import { getCalibration } from '#lib/server/use-cases/calibrations/get-calibration.ts';
import { decodeCheckpoint, encodeCheckpoint } from '#sync/protocol/checkpoint.ts';
import { NO_ORGANIZATION } from '#sync/protocol/collections.ts';
import { calibrationDetailDocument } from '#sync/protocol/documents.ts';
import { analysisRequest } from '../support/analysis-request.ts';
import {
  calibratedLaboratory,
  externalBody,
  internalBody,
  recorded,
  type CalibratedLaboratory
} from '../support/calibrated-laboratory.ts';
import { createTestDatabase, execute, type TestDatabase } from '../support/database.ts';
import { joined, person, refreshed, superadmin } from '../support/people.ts';
import { pulled } from '../support/pulled.ts';
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

/** Two cycles, up and down, with what each point adds to its uncertainty. */
const cycles = (shift = 0): Point[] =>
  [0, 25, 50, 75, 100].flatMap((reference, nominal) =>
    (['up', 'down'] as const).flatMap((direction) => ({
      reference,
      measured: reference + shift + 1e-7 * nominal,
      u_reference: 0.01,
      u_measured: 0.002 * (nominal + 1),
      nominal: reference,
      group: 1,
      direction
    }))
  );

/** What nobody can do today: past all triggers. */
const asSuperuser = (statement: string) =>
  execute(database.url, `SET LOCAL session_replication_role = replica; ${statement}`);
const laboratory = () => calibratedLaboratory(services);
const place = (actor: PersonActor, organization_id: string | null, name = 'Room') =>
  createLocation(services, actor, { name, organization_id, is_calibration_lab: false });

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

  test.each([
    ['one run', (own: CalibratedLaboratory) => internalBody(own)],
    [
      'three runs, with uncertainties, cycles and directions',
      (own: CalibratedLaboratory) =>
        internalBody(
          own,
          {},
          analysisRequest(0, {
            points: cycles(),
            fit: { model: 'linear', method: 'wls' },
            as_found_points: cycles(0.2),
            verification_points: cycles()
          })
        )
    ],
    ['a curve alone', (own: CalibratedLaboratory) => externalBody(own.asset)]
  ])('carry request and results as the API has them: %s', async (_what, bodyOf) => {
    const own = await laboratory();
    const { id } = await recorded(services, own.admin, bodyOf(own));
    const { analysis_request, result, device_result, points } = await getCalibration(services, own.technician, id);
    const pulled = device(services, own.technician, 'calibration_details', 1);
    await pulled.all();
    const detail = calibrationDetailDocument.parse(pulled.row(id));
    expect(detail).toEqual({ id, organization_id: own.organizationId, analysis_request, result, device_result });
    expect(detail.result?.points ?? []).toEqual(points);
  });

  test('have their points beside the result, too, for apps of earlier protocols', async () => {
    const own = await laboratory();
    const { id } = await recorded(services, own.admin, internalBody(own));
    const stated = await recorded(services, own.technician, externalBody(own.asset));
    const { points } = await getCalibration(services, own.technician, id);
    const query = { collection: 'calibration_details', limit: 100 } as const;
    const { documents } = await pulled(services, own.technician, query, 2);
    const pointsOf = (of: string) => documents.find((one) => one.id === of);
    expect(pointsOf(id)).toMatchObject({ points, result: { points } });
    expect(pointsOf(stated.id)).toMatchObject({ points: [], result: null });
    for (const document of (await pulled(services, own.technician, query)).documents)
      expect(document).not.toHaveProperty('points');
  });

  test('of many points come few in a page, with what was deleted in its place', async () => {
    const own = await laboratory();
    const few = await recorded(services, own.technician, internalBody(own));
    const many: string[] = [];
    for (let count = 0; count < 3; count++) {
      const { id } = await recorded(services, own.technician, internalBody(own));
      many.push(id);
      await asSuperuser(`INSERT INTO calibration_points
        SELECT (p).* FROM (
          SELECT jsonb_populate_record(p, jsonb_build_object('position', 1000 + n)) AS p
          FROM calibration_points p, generate_series(1, 6000) n WHERE p.calibration_id = '${id}' AND p.position = 0) copied`);
    }
    const pulling = device(services, own.technician, 'calibration_details', 100);
    await pulling.all();
    const changedAgain = (id: string) =>
      asSuperuser(`UPDATE calibrations SET seq = take_change_numbers(organization_id, 1) WHERE id = '${id}'`);
    for (const id of many) await changedAgain(id);
    const gone = uuidv7();
    await asSuperuser(`INSERT INTO tombstones (organization_id, seq, collection, document_id)
      VALUES ('${own.organizationId}', take_change_numbers('${own.organizationId}', 1), 'calibrations', '${gone}')`);
    await changedAgain(few.id);
    const pages: string[][] = [];
    for (let more = true; more;) {
      const answer = await pulling.once();
      pages.push(answer.documents.map(({ id }) => id));
      more = answer.more;
    }
    expect(pages).toEqual([[many[0]], [many[1]], [many[2], gone, few.id]]);
  });

  test('are as stored where they have the format of earlier', async () => {
    const own = await laboratory();
    const { id } = await recorded(services, own.admin, internalBody(own));
    // Versions before formats had numbers wrote it so.
    await asSuperuser(
      `UPDATE calibrations SET analysis_request = analysis_request - 'format', result = result - 'format'
       WHERE id = '${id}'`
    );
    const { analysis_request, result } = await getCalibration(services, own.technician, id);
    const pulled = device(services, own.technician, 'calibration_details');
    await pulled.all();
    const detail = calibrationDetailDocument.parse(pulled.row(id));
    expect(detail.result).not.toHaveProperty('format');
    expect(asStored(detail)).toMatchObject({ analysis_request, result });
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
      [NO_ORGANIZATION, own.organizationId].sort()
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
    await execute(database.url, `UPDATE users SET language = 'de' WHERE id = $1`, [reader.userId]);
    const pulled = device(services, reader, 'notifications');
    await pulled.all();
    for (let i = 0; i < 2; i++) {
      await notify(services, 'calibration_recorded', {
        calibration_id: (await recorded(services, own.technician, internalBody(own))).id
      });
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

  test('come again in the new language when their reader changes it, read ones as read', async () => {
    const own = await laboratory();
    const pulled = device(services, own.admin, 'notifications');
    for (let i = 0; i < 2; i++) {
      await notify(services, 'calibration_recorded', {
        calibration_id: (await recorded(services, own.technician, internalBody(own))).id
      });
    }
    const [read, gone] = (await listNotifications(services, own.admin, { limit: 2 })).items;
    await readNotification(services, own.admin, read?.id ?? '');
    await deleteNotification(services, own.admin, gone?.id ?? '');
    await pulled.all();
    await updateMe(services, own.admin, 'no session', { full_name: 'Ada Other' }, null);
    expect(await pulled.all()).toEqual([]);
    await updateMe(services, own.admin, 'no session', { language: 'fr' }, null);
    pulled.as({ ...own.admin, language: 'fr' });
    expect(await pulled.all()).toMatchObject([{ id: read?.id, title: 'TT-042 a été étalonné' }]);
    expect(pulled.row(read?.id ?? '')?.['read_at']).not.toBeNull();
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

  test('below the oldest remembered deletion', async () => {
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
