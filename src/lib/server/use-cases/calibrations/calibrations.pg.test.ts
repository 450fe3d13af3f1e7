import { describe, expect, test } from 'vitest';
import type { CalibrationHeader } from '#lib/contracts/calibrations.ts';
import { SYSTEM } from '#lib/laboratory/actor.ts';
import { findBrokenLink } from '#lib/server/db/audit-chain.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { getAsset } from '#lib/server/use-cases/assets/read-assets.ts';
import {
  calibratedLaboratory,
  externalBody,
  internalBody,
  recorded
} from '../../../../../tests/support/calibrated-laboratory.ts';
import { execute } from '../../../../../tests/support/database.ts';
import { joined, person, superadmin } from '../../../../../tests/support/people.ts';
import { recordingLaboratory } from '../../../../../tests/support/recording.ts';
import { getCalibration } from './get-calibration.ts';
import { listCalibrations, listCalibrationsOfAsset } from './list-calibrations.ts';
import { restoreCalibration, voidCalibration } from './void-calibration.ts';

const at = recordingLaboratory();

const seqOf = async (id: string) =>
  Number((await execute(at.database.url, 'SELECT seq FROM calibrations WHERE id = $1', [id])).rows[0]?.seq);

describe('voiding', () => {
  test('keeps the record and its reason, takes it out of status and history, and restoring puts it back', async () => {
    const { services, admin, asset } = at.laboratory;
    const { id, version } = await recorded(services, admin, internalBody(at.laboratory));
    const voided = await voidCalibration(services, admin, id, 'wrong reference');
    expect(voided.voided).toMatchObject({
      reason: 'wrong reference',
      by: { id: admin.userId, full_name: 'Olga Admin' }
    });
    expect(voided.points).toHaveLength(20);
    expect((await getAsset(services, admin, { ref: asset.id })).calibration_status).toBe('never');
    const listed = (include_voided: boolean) =>
      listCalibrationsOfAsset(services, admin, asset.id, { limit: 50, include_voided });
    expect((await listed(false)).items).toEqual([]);
    expect((await listed(true)).items.map((item) => item.id)).toEqual([id]);
    const next = await recorded(services, admin, internalBody(at.laboratory));
    expect(next.version).toBe(version + 1);
    await voidCalibration(services, admin, next.id, null);
    const restored = await restoreCalibration(services, admin, id);
    expect(restored).toMatchObject({ voided: null, version });
    expect((await getAsset(services, admin, { ref: asset.id })).due_date).toBe('2027-11-20');
    expect(
      await transaction(at.database.pool, SYSTEM, (tx) => findBrokenLink(tx, at.laboratory.organizationId))
    ).toBeNull();
  });

  test('twice, or restoring what is valid, is a conflict that leaves no trace', async () => {
    const { services, admin } = at.laboratory;
    const { id } = await recorded(services, admin, internalBody(at.laboratory));
    await expect(restoreCalibration(services, admin, id)).rejects.toMatchObject({ code: 'not_voided' });
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => voidCalibration(services, admin, id, null)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(voidCalibration(services, admin, id, null)).rejects.toMatchObject({ code: 'already_voided' });
    const { rows } = await execute(at.database.url, 'SELECT action FROM audit_log WHERE resource_id = $1', [id]);
    expect(rows.map(({ action }) => action as string).sort()).toEqual(['calibration.created', 'calibration.voided']);
  });

  test('is for admins who are members, and for superadmins', async () => {
    const { services, admin } = at.laboratory;
    const { id } = await recorded(services, admin, internalBody(at.laboratory));
    const stranger = await person(services, 'admin');
    await expect(voidCalibration(services, at.technician, id, null)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(voidCalibration(services, stranger, id, null)).rejects.toMatchObject({ code: 'not_found' });
    expect((await voidCalibration(services, await superadmin(services), id, null)).voided).not.toBeNull();
  });

  test('stamps the calibration that becomes the latest, so that devices store it completely', async () => {
    const { services, admin } = at.laboratory;
    const older = await recorded(services, admin, internalBody(at.laboratory, { calibration_date: '2026-11-20' }));
    const newer = await recorded(services, admin, internalBody(at.laboratory, { calibration_date: '2026-11-21' }));
    const before = await seqOf(older.id);
    await voidCalibration(services, admin, newer.id, null);
    expect(await seqOf(older.id)).toBeGreaterThan(before);
  });
});

describe('lists', () => {
  test('are paged without gap or repetition, newest first, and filtered', async () => {
    const own = await calibratedLaboratory(at.laboratory.services, { certificate_prefix: 'LIST' });
    const dates = ['2026-05-01', '2026-07-01', '2026-06-01', '2026-07-01', '2026-08-01'];
    for (const calibration_date of dates) {
      await recorded(own.services, own.technician, internalBody(own, { calibration_date }));
    }
    const found: CalibrationHeader[] = [];
    let cursor: string | undefined;
    do {
      const page = await listCalibrations(own.services, own.technician, {
        limit: 2,
        cursor,
        asset: 'TT-042',
        organization_id: own.organizationId
      });
      expect(page.total).toBe(5);
      found.push(...page.items);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(found.map((item) => item.calibration_date)).toEqual([...dates].sort().reverse());
    expect(new Set(found.map((item) => item.id)).size).toBe(5);
    const summer = { limit: 50, organization_id: own.organizationId, from: '2026-06-01', to: '2026-07-31' };
    expect((await listCalibrations(own.services, own.technician, summer)).items).toHaveLength(3);
  });

  test('separate channels, and show strangers nothing of a private organization', async () => {
    const { services, multi } = at.laboratory;
    const [one] = multi.channels;
    await recorded(services, at.technician, externalBody(multi, { channel_id: one?.id ?? null }));
    const of = (channel_id?: string) =>
      listCalibrationsOfAsset(services, at.technician, multi.id, { limit: 50, channel_id });
    expect((await of(one?.id)).total).toBe(1);
    expect((await of(multi.channels[1]?.id)).total).toBe(0);
    const stranger = await person(services, 'technician');
    const all = await listCalibrations(services, stranger, { limit: 500 });
    expect(all.items.filter((item) => item.organization_id === at.laboratory.organizationId)).toEqual([]);
    const viewer = await joined(services, await person(services, 'viewer'), at.laboratory.organizationId);
    const [first] = (await listCalibrations(services, viewer, { limit: 1 })).items;
    expect((await getCalibration(services, viewer, first?.id ?? '')).id).toBe(first?.id);
  });
});
