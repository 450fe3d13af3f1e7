import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { readCertificateContext } from '#lib/contracts/certificate-context.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { downloadDcc } from '#lib/server/use-cases/certificates/download-dcc.ts';
import { findCertifiable } from '#lib/server/db/certificates.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { handlers } from '#lib/server/jobs/registry.ts';
import { listAuditLogs } from '#lib/server/use-cases/audit/list-audit-logs.ts';
import { downloadCertificate } from '#lib/server/use-cases/certificates/download-certificate.ts';
import { getCertificate } from '#lib/server/use-cases/certificates/get-certificate.ts';
import { issueCertificate } from '#lib/server/use-cases/certificates/issue-certificate.ts';
import { listNotifications } from '#lib/server/use-cases/notifications/inbox.ts';
import { changeMember } from '#lib/server/use-cases/organizations/change-member.ts';
import { removeMember } from '#lib/server/use-cases/organizations/end-membership.ts';
import { updateOrganization } from '#lib/server/use-cases/organizations/update-organization.ts';
import { pdfText } from '../../../../../tests/certificates/outside-validators.ts';
import {
  calibratedLaboratory,
  externalBody,
  internalBody,
  recorded
} from '../../../../../tests/support/calibrated-laboratory.ts';
import { execute } from '../../../../../tests/support/database.ts';
import { heldCalibration } from '../../../../../tests/support/held.ts';
import { signedIn } from '../../../../../tests/support/installation-sides.ts';
import { joined, PASSWORD, person } from '../../../../../tests/support/people.ts';
import { recordingLaboratory } from '../../../../../tests/support/recording.ts';
import { getCalibration } from './get-calibration.ts';
import { keepCalibration } from './keep-calibration.ts';
import { releaseCalibration } from './release-calibration.ts';
import { answerReturn, returnCalibration } from './return-calibration.ts';
import { restoreCalibration, voidCalibration } from './void-calibration.ts';

const at = recordingLaboratory();
const recordOf = (id: string) => getCalibration(at.laboratory.services, at.laboratory.admin, id);
const stateOf = async (id: string) => (await recordOf(id)).certificate?.state;
const says = (release: 'automatic' | 'second_person') =>
  updateOrganization(at.laboratory.services, at.laboratory.admin, at.laboratory.organizationId, { release }, null);
const give = (actor: PersonActor, may_release: boolean) =>
  changeMember(
    at.laboratory.services,
    at.laboratory.admin,
    { organizationId: at.laboratory.organizationId, userId: actor.userId },
    { may_release }
  );
const refused = (code: string) => expect.objectContaining({ code }) as unknown;
const inboxOf = async (actor: PersonActor, category: string) =>
  (await listNotifications(at.laboratory.services, actor, { limit: 50 })).items.filter(
    (item) => item.category === category
  );
const jobsOf = async (id: string) =>
  (
    await execute(
      at.database.url,
      `SELECT t.identifier FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
       WHERE j.payload ->> 'calibration_id' = $1 ORDER BY t.identifier`,
      [id]
    )
  ).rows.map(({ identifier }) => identifier as string);

/** A colleague who may release, and a calibration by the technician that waits for them. */
async function waiting(): Promise<{ readonly reviewer: PersonActor; readonly id: string }> {
  const { services, organizationId } = at.laboratory;
  await says('second_person');
  const reviewer = await joined(services, await person(services, 'technician', 'Rita Reviewer'), organizationId);
  await give(reviewer, true);
  return { reviewer, id: (await recorded(services, at.technician, internalBody(at.laboratory))).id };
}

describe('a certificate that a second person releases', () => {
  test('counts from when it was recorded; its certificate waits, and nobody can get one', async () => {
    const { reviewer, id } = await waiting();
    const { services } = at.laboratory;
    const record = await recordOf(id);
    expect(record).toMatchObject({ voided: null, reviewed: null });
    expect(record.certificate).toMatchObject({ state: 'waiting_for_release', release: 'second_person', review: [] });
    expect(await jobsOf(id)).toEqual(['notify_calibration_recorded', 'notify_release_waiting']);
    for (const ask of [getCertificate, downloadCertificate]) {
      await expect(ask(services, reviewer, id)).rejects.toEqual(refused('certificate_in_review'));
    }
    // A superfluous job changes nothing, and is not retried.
    await handlers.issue_certificate(services, { calibration_id: id });
    expect((await recordOf(id)).certificate).toMatchObject({ state: 'waiting_for_release', error: null });
  });

  test('by somebody who has neither a password nor a second factor: with a proof of their session, which one release uses up', async () => {
    const { reviewer, id } = await waiting();
    const next = (await recorded(at.laboratory.services, at.technician, internalBody(at.laboratory))).id;
    const { services } = at.laboratory;
    await execute(at.database.url, 'DELETE FROM passwords WHERE user_id = $1', [reviewer.userId]);
    const proved = await signedIn(at.database, reviewer);
    // Another session proves nothing, nor does an access token, which is none.
    await expect(releaseCalibration(services, reviewer, id, {})).rejects.toEqual(refused('proof_required'));
    expect((await releaseCalibration(services, proved, id, {})).reviewed).toMatchObject({
      by: { id: reviewer.userId }
    });
    await expect(releaseCalibration(services, proved, next, {})).rejects.toEqual(refused('proof_required'));
    expect(await stateOf(next)).toBe('waiting_for_release');
  });

  test('released by another with the right and their password: record, certificate, DCC and audit name both', async () => {
    const { reviewer, id } = await waiting();
    const { services, admin, organizationId } = at.laboratory;
    await expect(releaseCalibration(services, reviewer, id, { password: 'a guess' })).rejects.toEqual(
      refused('invalid_credentials')
    );
    const released = await releaseCalibration(services, reviewer, id, { password: PASSWORD });
    expect(released.reviewed).toMatchObject({ by: { id: reviewer.userId, full_name: 'Rita Reviewer' } });
    expect(released.recorded_by.full_name).toBe('Tess Technician');
    expect(released.certificate?.state).toBe('pending');
    expect(await jobsOf(id)).toContain('issue_certificate');
    // The job may be lost with its process and come again, and a reader may ask at the same time: one original.
    const keys = await Promise.all([issueCertificate(services, id), issueCertificate(services, id)]);
    expect(new Set(keys).size).toBe(1);
    const stored = await services.store.get(keys[0]);
    const words = await pdfText(await buffer(stored?.stream ?? Readable.from([])));
    expect(words).toMatch(/Calibrated by\s+Tess Technician, technician/u);
    expect(words).toMatch(/Reviewed and authorized by Rita Reviewer,.*\s+technician on \d+ \w+ \d{4}\./u);
    const { xml } = await downloadDcc(services, reviewer, id);
    expect(xml).toMatch(/<dcc:name>.*Rita Reviewer/u);
    expect(xml).toContain('Reviewed and authorized by Rita Reviewer, technician on ');
    const certifiable = await transaction(services.pool, admin, (tx) => findCertifiable(tx, id));
    expect(certifiable?.context.release).toMatchObject({ by: { full_name: 'Rita Reviewer' }, automatic: false });
    const logs = await listAuditLogs(services, admin, { organization_id: organizationId, limit: 50 } as never);
    expect(
      logs.items.find(({ action, resource_id }) => action === 'calibration.released' && resource_id === id)
    ).toMatchObject({
      actor_id: reviewer.userId
    });
    await expect(releaseCalibration(services, reviewer, id, { password: PASSWORD })).rejects.toEqual(
      refused('already_released')
    );
    await expect(returnCalibration(services, reviewer, id, 'late')).rejects.toEqual(refused('already_released'));
  });

  test('nobody releases what they recorded, administrators included, and nobody without the right', async () => {
    const { reviewer, id } = await waiting();
    const { services, admin, organizationId } = at.laboratory;
    await give(at.technician, true);
    await expect(releaseCalibration(services, at.technician, id, { password: PASSWORD })).rejects.toEqual(
      refused('own_work')
    );
    await give(at.technician, false);
    await expect(releaseCalibration(services, at.technician, id, { password: PASSWORD })).rejects.toEqual(
      refused('forbidden')
    );
    await expect(releaseCalibration(services, admin, id, { password: PASSWORD })).rejects.toEqual(refused('forbidden'));
    await give(admin, true);
    const own = (await recorded(services, admin, internalBody(at.laboratory))).id;
    await expect(releaseCalibration(services, admin, own, { password: PASSWORD })).rejects.toEqual(refused('own_work'));
    const viewer = await joined(services, await person(services, 'viewer'), organizationId);
    await give(viewer, true);
    await expect(releaseCalibration(services, viewer, id, { password: PASSWORD })).rejects.toEqual(
      refused('forbidden')
    );
    const stranger = await person(services, 'admin');
    await expect(releaseCalibration(services, stranger, id, { password: PASSWORD })).rejects.toEqual(
      refused('not_found')
    );
    await give(reviewer, false);
    await expect(releaseCalibration(services, reviewer, id, { password: PASSWORD })).rejects.toEqual(
      refused('forbidden')
    );
    await give(reviewer, true);
    await removeMember(services, admin, { organizationId, userId: reviewer.userId });
    await expect(releaseCalibration(services, reviewer, id, { password: PASSWORD })).rejects.toMatchObject({
      code: expect.stringMatching(/forbidden|not_found/u) as unknown
    });
    expect(await stateOf(id)).toBe('waiting_for_release');
    await give(admin, false);
  });

  test('of many reviewers at the same time, and of a release and a return, one decides', async () => {
    const { reviewer, id } = await waiting();
    const { services } = at.laboratory;
    const release = () => releaseCalibration(services, reviewer, id, { password: PASSWORD });
    const outcomes = await Promise.allSettled([
      release(),
      release(),
      returnCalibration(services, reviewer, id, 'why?')
    ]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { certificate, reviewed } = await recordOf(id);
    expect(certificate?.state).toBe(reviewed === null ? 'returned' : 'pending');
    const { rows } = await execute(
      at.database.url,
      `SELECT action FROM audit_log WHERE resource_id = $1 AND action IN ('calibration.released', 'calibration.returned')`,
      [id]
    );
    expect(rows).toHaveLength(1);
  });

  test('voided while it waits: no certificate; restored, it waits again', async () => {
    const { reviewer, id } = await waiting();
    const { services, admin } = at.laboratory;
    await voidCalibration(services, admin, id, 'wrong sensor');
    await expect(releaseCalibration(services, reviewer, id, { password: PASSWORD })).rejects.toEqual(
      refused('already_voided')
    );
    await expect(getCertificate(services, admin, id)).rejects.toEqual(refused('certificate_in_review'));
    await restoreCalibration(services, admin, id);
    expect(await stateOf(id)).toBe('waiting_for_release');
    await releaseCalibration(services, reviewer, id, { password: PASSWORD });
    expect(await stateOf(id)).toBe('pending');
  });

  test('the setting applies to what is recorded from then on: what waits keeps waiting', async () => {
    const { reviewer, id } = await waiting();
    const { services } = at.laboratory;
    await says('automatic');
    const free = (await recorded(services, at.technician, internalBody(at.laboratory))).id;
    expect((await recordOf(free)).certificate).toMatchObject({ state: 'pending', release: 'automatic' });
    await expect(releaseCalibration(services, reviewer, free, { password: PASSWORD })).rejects.toEqual(
      refused('not_waiting')
    );
    expect(await stateOf(id)).toBe('waiting_for_release');
    await releaseCalibration(services, reviewer, id, { password: PASSWORD });
    expect(await stateOf(id)).toBe('pending');
  });

  test('the record of an external calibration waits too; one that was held waits after it was kept', async () => {
    const { reviewer } = await waiting();
    const { services, admin, reference } = at.laboratory;
    const external = (await recorded(services, at.technician, externalBody(reference))).id;
    expect(await stateOf(external)).toBe('waiting_for_release');
    const own = await calibratedLaboratory(services, { certificate_prefix: 'HELD' });
    await updateOrganization(services, own.admin, own.organizationId, { release: 'second_person' }, null);
    const held = await heldCalibration(own);
    const of = () => getCalibration(services, own.admin, held);
    expect((await of()).certificate).toMatchObject({ state: 'held', release: 'second_person' });
    await expect(releaseCalibration(services, reviewer, held, { password: PASSWORD })).rejects.toEqual(
      refused('not_found')
    );
    expect((await keepCalibration(services, own.admin, held, 'checked')).certificate?.state).toBe(
      'waiting_for_release'
    );
    expect(admin.userId).not.toBe(own.admin.userId);
  });
});

describe('returned to whoever recorded it', () => {
  test('the reason and the answer stand in the record, and each hears of the other', async () => {
    const { reviewer, id } = await waiting();
    const { services, admin } = at.laboratory;
    await handlers.notify_release_waiting(services, { calibration_id: id });
    expect(await inboxOf(reviewer, 'release_waiting')).toMatchObject([
      { title: 'TT-042: a certificate is waiting for your release', link: `/calibrations/${id}` }
    ]);
    for (const other of [at.technician, admin]) expect(await inboxOf(other, 'release_waiting')).toEqual([]);
    await expect(answerReturn(services, at.technician, id, 'too early')).rejects.toEqual(refused('not_returned'));
    await expect(returnCalibration(services, at.technician, id, 'mine')).rejects.toEqual(refused('forbidden'));
    await returnCalibration(services, reviewer, id, 'Point 3 is far off.');
    await expect(releaseCalibration(services, reviewer, id, { password: PASSWORD })).rejects.toEqual(
      refused('not_waiting')
    );
    await handlers.notify_release_returned(services, { calibration_id: id });
    expect(await inboxOf(at.technician, 'release_returned')).toMatchObject([
      { body: expect.stringContaining('Rita Reviewer has returned version') as unknown, link: `/calibrations/${id}` }
    ]);
    await answerReturn(services, at.technician, id, 'Measured twice, it is so.');
    for (let i = 0; i < 2; i++) await handlers.notify_release_waiting(services, { calibration_id: id });
    expect(await inboxOf(reviewer, 'release_waiting')).toHaveLength(2);
    const { certificate } = await recordOf(id);
    expect(certificate?.state).toBe('waiting_for_release');
    expect(certificate?.review).toMatchObject([
      { kind: 'returned', by: { full_name: 'Rita Reviewer' }, text: 'Point 3 is far off.' },
      { kind: 'answered', by: { full_name: 'Tess Technician' }, text: 'Measured twice, it is so.' }
    ]);
    await releaseCalibration(services, reviewer, id, { password: PASSWORD });
    await handlers.notify_release_waiting(services, { calibration_id: id });
    expect(await inboxOf(reviewer, 'release_waiting')).toHaveLength(2);
  });

  test('repeated after it was voided, the new one names it only if its certificate was issued', async () => {
    const { reviewer, id } = await waiting();
    const { services, admin } = at.laboratory;
    const frozen = async (of: string) =>
      readCertificateContext.parse(
        (await execute(at.database.url, 'SELECT certificate_context FROM calibrations WHERE id = $1', [of])).rows[0]?.[
          'certificate_context'
        ]
      );
    await returnCalibration(services, reviewer, id, 'The wrong bath');
    await voidCalibration(services, admin, id, 'The wrong bath');
    const again = await recorded(services, at.technician, internalBody(at.laboratory, { replaces_calibration_id: id }));
    expect(again.replaces_calibration_id).toBe(id);
    expect((await frozen(again.id)).replaces).toBeNull();
    await releaseCalibration(services, reviewer, again.id, { password: PASSWORD });
    await voidCalibration(services, admin, again.id, 'Still wrong');
    const third = await recorded(
      services,
      at.technician,
      internalBody(at.laboratory, { replaces_calibration_id: again.id })
    );
    expect((await frozen(third.id)).replaces).toEqual({
      certificate_number: again.certificate?.number,
      version: again.version
    });
  });
});

test('the database itself issues nothing without a second person, who is not the recorder, and changes nothing that was said', async () => {
  const { reviewer, id } = await waiting();
  const { services } = at.laboratory;
  const certificate = (text: string) =>
    execute(at.database.url, `UPDATE certificates SET ${text} WHERE calibration_id = '${id}'`);
  const calibration = (text: string) => execute(at.database.url, `UPDATE calibrations SET ${text} WHERE id = '${id}'`);
  await expect(certificate(`state = 'pending'`)).rejects.toThrow(/second person has not authorized/);
  await expect(certificate(`release = 'automatic'`)).rejects.toThrow(/never changed|check constraint/);
  await expect(certificate(`state = 'returned'`)).rejects.toThrow(/certificates_release_state_check/);
  const by = `reviewed_at = now(), reviewed_by_name = 'X', reviewed_by_role = 'admin'`;
  await expect(calibration(`${by}, reviewed_by = recorded_by`)).rejects.toThrow(/calibrations_two_persons_check/);
  await returnCalibration(services, reviewer, id, 'why?');
  await expect(certificate(`review = '[]', state = 'waiting_for_release'`)).rejects.toThrow(/never changed/);
  await answerReturn(services, at.technician, id, 'so');
  await expect(certificate(`review = jsonb_set(review, '{0,text}', '"other"')`)).rejects.toThrow(/never changed/);
  await releaseCalibration(services, reviewer, id, { password: PASSWORD });
  await expect(calibration(`reviewed_by_name = 'Somebody'`)).rejects.toThrow(/never changed/);
});

test('the right and the setting are changed by those who manage the organization, and audited', async () => {
  const { services, admin, organizationId } = at.laboratory;
  const membership = { organizationId, userId: at.technician.userId };
  await expect(changeMember(services, at.technician, membership, { may_release: true })).rejects.toEqual(
    refused('forbidden')
  );
  expect(await give(at.technician, true)).toMatchObject({ may_release: true, role: 'member' });
  expect(await changeMember(services, admin, membership, { role: 'admin' })).toMatchObject({ may_release: true });
  await changeMember(services, admin, membership, { role: 'member', may_release: false });
  await says('automatic');
  await says('second_person');
  const logs = await listAuditLogs(services, admin, { organization_id: organizationId, limit: 50 } as never);
  expect(logs.items).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ changes: { may_release: { old: false, new: true } } }),
      expect.objectContaining({
        changes: { role: { old: 'admin', new: 'member' }, may_release: { old: true, new: false } }
      }),
      expect.objectContaining({ changes: { release: { old: 'automatic', new: 'second_person' } } })
    ])
  );
});
