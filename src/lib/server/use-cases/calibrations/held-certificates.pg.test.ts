import { expect, test } from 'vitest';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { handlers } from '#lib/server/jobs/registry.ts';
import { downloadCertificate } from '#lib/server/use-cases/certificates/download-certificate.ts';
import { getCertificate } from '#lib/server/use-cases/certificates/get-certificate.ts';
import { issueCertificate } from '#lib/server/use-cases/certificates/issue-certificate.ts';
import { listNotifications } from '#lib/server/use-cases/notifications/inbox.ts';
import { listAuditLogs } from '#lib/server/use-cases/audit/list-audit-logs.ts';
import { takeOutOfService } from '#lib/server/use-cases/assets/out-of-service.ts';
import { calibratedLaboratory, internalBody } from '../../../../../tests/support/calibrated-laboratory.ts';
import { execute } from '../../../../../tests/support/database.ts';
import { bodyWithVoidedReference, heldCalibration, recordedByDevice } from '../../../../../tests/support/held.ts';
import { joined, person } from '../../../../../tests/support/people.ts';
import { recordingLaboratory } from '../../../../../tests/support/recording.ts';
import { getCalibration } from './get-calibration.ts';
import { keepCalibration } from './keep-calibration.ts';
import { restoreCalibration, voidCalibration } from './void-calibration.ts';

const at = recordingLaboratory();
const recordOf = (id: string) => getCalibration(at.laboratory.services, at.laboratory.admin, id);
const jobsOf = async (id: string) =>
  (
    await execute(
      at.database.url,
      `SELECT t.identifier FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
       WHERE j.payload ->> 'calibration_id' = $1 ORDER BY t.identifier`,
      [id]
    )
  ).rows.map(({ identifier }) => identifier as string);
const inboxOf = async (actor: PersonActor) =>
  (await listNotifications(at.laboratory.services, actor, { limit: 50 })).items.filter(
    ({ category }) => category === 'certificate_held'
  );

test('a reference voided while the device was offline: applied, its certificate held, nobody can get one', async () => {
  const { services, admin, technician } = at.laboratory;
  const id = await heldCalibration(at.laboratory);
  const record = await recordOf(id);
  expect(record.certificate).toMatchObject({ state: 'held', held_for: ['reference_voided'], kept: null, sha256: null });
  expect(record.warnings.map(({ code }) => code)).toContain('reference_voided');
  expect(await jobsOf(id)).toEqual(['notify_calibration_recorded', 'notify_certificate_held']);
  await expect(getCertificate(services, technician, id)).rejects.toMatchObject({ code: 'certificate_held' });
  await expect(downloadCertificate(services, admin, id)).rejects.toMatchObject({ code: 'certificate_held' });
  // A superfluous job leaves it unchanged and is not retried.
  await expect(issueCertificate(services, id)).rejects.toMatchObject({ code: 'certificate_held' });
  await handlers.issue_certificate(services, { calibration_id: id });
  expect((await recordOf(id)).certificate).toMatchObject({ state: 'held', error: null });
});

test('the database itself does not allow issuing a held one or deleting a decision', async () => {
  const id = await heldCalibration(at.laboratory);
  const run = (text: string) => execute(at.database.url, `${text} WHERE calibration_id = '${id}'`);
  await expect(
    run(`UPDATE certificates SET state = 'issued', object_key = 'k', sha256 = 's', issued_at = now()`)
  ).rejects.toThrow(/certificates_held_check/);
  await expect(run(`UPDATE certificates SET state = 'pending'`)).rejects.toThrow(/certificates_held_check/);
  await expect(run(`UPDATE certificates SET held_for = '[]', state = 'pending'`)).rejects.toThrow(/held for is never/);
  await keepCalibration(at.laboratory.services, at.laboratory.admin, id, 'checked');
  await expect(run(`UPDATE certificates SET kept_reason = 'other'`)).rejects.toThrow(/never changed/);
});

test('those who may decide are notified once, the others are not', async () => {
  const { services, admin, technician, organizationId } = at.laboratory;
  const manager = await joined(services, await person(services, 'technician'), organizationId, 'admin');
  const viewer = await joined(services, await person(services, 'viewer'), organizationId, 'admin');
  const id = await heldCalibration(at.laboratory);
  for (let i = 0; i < 2; i++) await handlers.notify_certificate_held(services, { calibration_id: id });
  for (const told of [admin, manager]) {
    const [notice, ...others] = await inboxOf(told);
    expect(notice).toMatchObject({
      title: 'TT-042: a certificate is waiting for your decision',
      body: expect.stringContaining('Reference REF-001: its calibration has been voided.') as unknown
    });
    expect(others).toEqual([]);
  }
  for (const untold of [technician, viewer]) expect(await inboxOf(untold)).toEqual([]);
});

test('kept with a reason it is issued, and record, certificate and audit log carry the reason', async () => {
  const { services, admin, technician, organizationId } = at.laboratory;
  const id = await heldCalibration(at.laboratory);
  await expect(keepCalibration(services, technician, id, 'mine')).rejects.toMatchObject({ code: 'forbidden' });
  const stranger = await person(services, 'admin');
  await expect(keepCalibration(services, stranger, id, 'mine')).rejects.toMatchObject({ code: 'not_found' });
  const kept = await keepCalibration(services, admin, id, 'The bath was checked afterwards');
  expect(kept.certificate).toMatchObject({
    state: 'pending',
    held_for: ['reference_voided'],
    kept: { by: { id: admin.userId }, reason: 'The bath was checked afterwards' }
  });
  expect(await jobsOf(id)).toContain('issue_certificate');
  await issueCertificate(services, id);
  expect((await recordOf(id)).certificate?.state).toBe('issued');
  const logs = await listAuditLogs(services, admin, { organization_id: organizationId, limit: 50 } as never);
  expect(
    logs.items.find(({ resource_id, action }) => resource_id === id && action === 'calibration.kept')
  ).toMatchObject({
    actor_id: admin.userId,
    changes: { kept_reason: { old: null, new: 'The bath was checked afterwards' } }
  });
  await expect(keepCalibration(services, admin, id, 'again')).rejects.toMatchObject({ code: 'not_held' });
});

test('of many concurrent decisions one is accepted; a voided calibration waits until it is restored', async () => {
  const { services, admin } = at.laboratory;
  const id = await heldCalibration(at.laboratory);
  const outcomes = await Promise.allSettled([1, 2, 3].map((n) => keepCalibration(services, admin, id, `reason ${n}`)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const other = await heldCalibration(at.laboratory);
  await Promise.allSettled([
    voidCalibration(services, admin, other, 'repeat'),
    keepCalibration(services, admin, other, 'fine')
  ]);
  const { voided, certificate } = await recordOf(other);
  expect(voided).not.toBeNull();
  if (certificate?.state === 'held') {
    await expect(keepCalibration(services, admin, other, 'late')).rejects.toMatchObject({ code: 'already_voided' });
    await restoreCalibration(services, admin, other);
    await keepCalibration(services, admin, other, 'counts again');
  }
  expect((await recordOf(other)).certificate?.kept).not.toBeNull();
});

test('a reason covers what its author knew; newer problems hold the certificate', async () => {
  const reason = { reference_reason: 'No other one was at hand', reference_problems: ['overdue' as const] };
  const body = await bodyWithVoidedReference(at.laboratory, reason);
  const record = await recordOf(await recordedByDevice(at.laboratory, body));
  expect(record).toMatchObject({
    reference_reason: 'No other one was at hand',
    certificate: { state: 'held', held_for: ['reference_voided'] }
  });
  const known = await bodyWithVoidedReference(at.laboratory, { ...reason, reference_problems: ['voided'] });
  expect((await recordOf(await recordedByDevice(at.laboratory, known))).certificate?.state).toBe('pending');
});

test('a device that judged with the voided calibration is not refused for another history', async () => {
  const body = await bodyWithVoidedReference(at.laboratory);
  const used = body.analysis?.request.uncertainty.reference_standard?.calibration_id ?? null;
  const judged = { correction_calibration_id: null, reference_calibration_id: used };
  const id = await recordedByDevice(
    { ...at.laboratory },
    {
      ...body,
      asset_ref: at.laboratory.multi.id,
      channel_id: at.laboratory.multi.channels[0]?.id ?? null,
      judged_with: judged
    }
  );
  const { certificate, warnings } = await recordOf(id);
  expect(certificate?.state).toBe('held');
  expect(warnings.map(({ code }) => code)).not.toContain('judged_with_other_history');
});

test('a reference that was taken out of service while its device was away holds the certificate', async () => {
  const own = await calibratedLaboratory(at.laboratory.services, { certificate_prefix: 'AWAY' });
  await takeOutOfService(own.services, own.technician, { ref: own.reference.id }, { reason: 'Dropped on the floor' });
  const id = await recordedByDevice(own, internalBody(own));
  const record = await getCalibration(own.services, own.admin, id);
  expect(record.certificate).toMatchObject({ state: 'held', held_for: ['reference_out_of_service'] });
});

test('a reference without problems holds nothing', async () => {
  const id = await recordedByDevice(at.laboratory, internalBody(at.laboratory));
  expect((await recordOf(id)).certificate).toMatchObject({ state: 'pending', held_for: [], kept: null });
});
