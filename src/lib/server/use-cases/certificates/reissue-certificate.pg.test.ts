import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ArchivedCalibration } from '#lib/contracts/archive.ts';
import { handlers } from '#lib/server/jobs/registry.ts';
import { getCalibration } from '#lib/server/use-cases/calibrations/get-calibration.ts';
import { restoreCalibration, voidCalibration } from '#lib/server/use-cases/calibrations/void-calibration.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { checkFile } from '#lib/signed-file/check-file.ts';
import { startProofAuthority, type ProofAuthority } from '../../../../../tests/certificates/proof-authority.ts';
import { pageTexts } from '../../../../../tests/certificates/latex/pdf-words.ts';
import { calibratedLaboratory, internalBody, recorded } from '../../../../../tests/support/calibrated-laboratory.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import { exportedFrom } from '../../../../../tests/support/exchange.ts';
import { person } from '../../../../../tests/support/people.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { getCertificate } from './get-certificate.ts';
import { getCertificateSignature } from './get-signature.ts';
import { issueCertificate } from './issue-certificate.ts';
import { reissueCertificate } from './reissue-certificate.ts';
import { verifyFile } from './verify-certificate.ts';

let database: TestDatabase;
let authority: ProofAuthority;
/** Equal facts give equal bytes; with time stamps, they do not. */
let plain: Services;
let stamping: Services;
let laboratory: Awaited<ReturnType<typeof calibratedLaboratory>>;

beforeAll(async () => {
  [database, authority] = await Promise.all([createTestDatabase(), startProofAuthority()]);
  await authority.stampWith('stamps');
  const now = () => new Date();
  plain = await testServices(database, { now });
  stamping = { ...plain, timeStamps: authority.timeStamps };
  laboratory = await calibratedLaboratory(plain);
}, 120_000);
afterAll(async () => {
  await authority.stop();
  await database.drop();
});

const record = async () => (await recorded(plain, laboratory.technician, internalBody(laboratory))).id;
const again = (services: Services, id: string, reason = 'The disk was full') =>
  reissueCertificate(services, laboratory.admin, id, reason);
const hashOf = (pdf: Uint8Array) => createHash('sha256').update(pdf).digest('hex');
const fileAt = async (key: string) => {
  const stored = await plain.store.get(key);
  return stored === null ? null : buffer(stored.stream);
};
const fileOf = async (services: Services, id: string) => {
  const { sha256 } = await getCertificate(services, laboratory.technician, id);
  return (await fileAt(`certificates/${id}/${sha256}.pdf`)) ?? Buffer.alloc(0);
};
const certificateOf = async (id: string) => (await getCalibration(plain, laboratory.technician, id)).certificate;
const rowsOf = async (text: string, id: string) => (await execute(database.url, text, [id])).rows;
const auditOf = async (id: string) =>
  (
    await rowsOf(
      `SELECT actor_name, changes FROM audit_log WHERE resource_id = $1 AND action = 'calibration.certificate_reissued' ORDER BY number`,
      id
    )
  ).map((row) => row as { actor_name: string; changes: Record<string, unknown> });
const revisionsOf = (id: string) =>
  rowsOf(
    'SELECT number, level, continues_sha256 AS continues FROM certificate_revisions WHERE calibration_id = $1 ORDER BY number',
    id
  );
const verified = async (pdf: Uint8Array) =>
  verifyFile(plain, '192.0.2.1', { sha256: hashOf(pdf), checked: await checkFile(pdf) });
const because = (reason: string) => ({ reissue_reason: { old: null, new: reason } });

/** Issued with a time stamp, and lost. @returns its first file */
async function lost(): Promise<{ readonly id: string; readonly key: string; readonly original: Buffer }> {
  const id = await record();
  const key = await issueCertificate(stamping, id);
  const original = (await fileAt(key)) ?? Buffer.alloc(0);
  await plain.store.delete(key);
  return { id, key, original };
}

test('one that failed waits for the next attempt of the job, which issues it', async () => {
  const id = await record();
  const full = { ...plain, store: { ...plain.store, put: () => Promise.reject(new Error('no space left on device')) } };
  await expect(issueCertificate(full, id)).rejects.toThrow('no space left');
  await execute(database.url, "DELETE FROM graphile_worker._private_jobs WHERE payload ->> 'calibration_id' = $1", [
    id
  ]);
  expect((await again(plain, id)).certificate).toMatchObject({ state: 'pending', error: null });
  const jobs = await rowsOf(
    `SELECT t.identifier FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
     WHERE j.payload ->> 'calibration_id' = $1`,
    id
  );
  expect(jobs).toEqual([{ identifier: 'issue_certificate' }]);
  expect(await auditOf(id)).toMatchObject([
    {
      actor_name: laboratory.admin.fullName,
      changes: { certificate_state: { old: 'failed', new: 'pending' }, ...because('The disk was full') }
    }
  ]);
  await expect(again(plain, id)).rejects.toMatchObject({ code: 'nothing_to_reissue' });
  await handlers.issue_certificate(plain, { calibration_id: id });
  expect(await certificateOf(id)).toMatchObject({ state: 'issued' });
  await expect(again(plain, id)).rejects.toMatchObject({ code: 'nothing_to_reissue' });
  expect(await auditOf(id)).toHaveLength(1);
});

test('only whoever may decide about certificates has one issued again', async () => {
  const { id } = await lost();
  const stranger = await person(plain, 'admin');
  await expect(reissueCertificate(plain, stranger, id, 'x')).rejects.toMatchObject({ code: 'not_found' });
  await expect(reissueCertificate(plain, laboratory.technician, id, 'x')).rejects.toMatchObject({ code: 'forbidden' });
  expect(await auditOf(id)).toEqual([]);
});

describe('of a lost one', () => {
  test('the bytes are the same if they can be: nothing is new but a row of the audit log', async () => {
    const id = await record();
    const key = await issueCertificate(plain, id);
    const original = await fileAt(key);
    const before = await certificateOf(id);
    await plain.store.put(key, Buffer.from('damaged'), { contentType: 'application/pdf' });
    expect((await again(plain, id)).certificate).toEqual(before);
    expect(await fileAt(key)).toEqual(original);
    expect(await revisionsOf(id)).toEqual([]);
    expect(await auditOf(id)).toMatchObject([{ changes: because('The disk was full') }]);
  });

  test('a file with proofs has it inside', async () => {
    const id = await record();
    const key = await issueCertificate(stamping, id);
    const original = await fileAt(key);
    await handlers.prove_certificate(stamping, { calibration_id: id });
    const proved = await fileOf(stamping, id);
    await plain.store.delete(key);
    await again(stamping, id);
    expect(await fileAt(key)).toEqual(original);
    expect(await fileOf(stamping, id)).toEqual(proved);
    expect(await revisionsOf(id)).toMatchObject([{ number: 1, continues: hashOf(original ?? Buffer.alloc(0)) }]);
  }, 60_000);

  test('the same contents are signed again where a time stamp differs; both files are originals', async () => {
    const { id, key, original } = await lost();
    const before = await certificateOf(id);
    await expect(getCertificate(stamping, laboratory.technician, id)).rejects.toMatchObject({
      code: 'certificate_failed'
    });
    expect((await again(stamping, id, 'The disk broke')).certificate).toEqual(before);
    const second = await fileOf(stamping, id);
    expect(second.equals(original)).toBe(false);
    expect(await pageTexts(second)).toEqual(await pageTexts(original));
    expect(await checkFile(second)).toMatchObject({ state: 'intact', level: 'B-T', revisions: 0 });
    expect(await fileAt(key)).toBeNull();
    expect(await revisionsOf(id)).toEqual([{ number: 1, level: 'B-T', continues: null }]);
    const hashes = { sha256: hashOf(original), current_sha256: hashOf(second) };
    for (const pdf of [original, second])
      expect(await verified(pdf)).toMatchObject({ result: 'original', certificate: hashes });
    expect(await getCertificateSignature(plain, laboratory.technician, id)).toMatchObject({ level: 'B-T', ...hashes });
    const change = { old: hashes.sha256, new: hashes.current_sha256 };
    expect(await auditOf(id)).toMatchObject([
      { changes: { certificate_sha256: change, ...because('The disk broke') } }
    ]);
    await expect(again(stamping, id)).rejects.toMatchObject({ code: 'nothing_to_reissue' });
    // Proofs are added to the file that is there.
    await handlers.prove_certificate(stamping, { calibration_id: id });
    const proved = await fileOf(stamping, id);
    expect(proved.subarray(0, second.length).equals(second)).toBe(true);
    expect(await verified(proved)).toMatchObject({ result: 'original', proof: { level: 'B-LTA' } });
    await expect(again(stamping, id)).rejects.toMatchObject({ code: 'nothing_to_reissue' });
  }, 60_000);

  test('an archive has the file that took its place, with its hash', async () => {
    const { id } = await lost();
    const archived = async () => {
      const { admin, organizationId } = laboratory;
      const bytes = await exportedFrom({ database, services: plain, actor: admin, organizationId });
      const entries = unzipSync(bytes);
      const records = Object.entries(entries).filter(([path]) => path.endsWith('.json'));
      const read = records.map(([path, json]) => ({ path, ...(JSON.parse(strFromU8(json)) as ArchivedCalibration) }));
      const found = read.find((one) => one.id === id);
      return { certificate: found?.certificate, pdf: entries[found?.path.replace(/json$/, 'pdf') ?? ''] };
    };
    expect((await archived()).pdf).toBeUndefined();
    await again(stamping, id);
    for (const prove of [false, true]) {
      if (prove) await handlers.prove_certificate(stamping, { calibration_id: id });
      const file = await fileOf(stamping, id);
      const { certificate, pdf } = await archived();
      expect(file.equals(pdf ?? new Uint8Array())).toBe(true);
      expect(certificate).toMatchObject({ state: 'issued', sha256: hashOf(file), bytes: file.byteLength });
    }
  }, 120_000);

  test('a store that keeps nothing of what it takes is not believed', async () => {
    const id = await record();
    const forgetful = { ...plain.store, put: () => Promise.resolve() };
    await expect(issueCertificate({ ...plain, store: forgetful }, id)).rejects.toThrow(
      'does not return what was written'
    );
    expect(await certificateOf(id)).toMatchObject({ state: 'failed' });
    const { id: gone, key } = await lost();
    await expect(again({ ...stamping, store: forgetful }, gone)).rejects.toThrow('does not return what was written');
    expect([await revisionsOf(gone), await auditOf(gone), await fileAt(key)]).toEqual([[], [], null]);
  }, 60_000);

  test('proofs are made from the original that came back, if all that took its place is lost', async () => {
    const { id, key, original } = await lost();
    await again(stamping, id);
    const second = hashOf(await fileOf(stamping, id));
    await handlers.prove_certificate(stamping, { calibration_id: id });
    const third = hashOf(await fileOf(stamping, id));
    await plain.store.put(key, original, { contentType: 'application/pdf' });
    for (const sha256 of [second, third]) await plain.store.delete(`certificates/${id}/${sha256}.pdf`);
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await execute(
        database.url,
        `UPDATE certificate_proofs SET due_at = now() - interval '1 second' WHERE calibration_id = '${id}'`
      );
      await handlers.prove_certificate(stamping, { calibration_id: id });
    }
    const proved = await fileOf(stamping, id);
    expect(proved.subarray(0, original.length).equals(original)).toBe(true);
    expect(await verified(proved)).toMatchObject({ result: 'original', proof: { level: 'B-LTA' } });
    expect((await revisionsOf(id)).at(-1)).toMatchObject({ level: 'B-LTA', continues: hashOf(original) });
  }, 60_000);

  test('the file that took its place counts while it is there, if its proofs are lost', async () => {
    const { id } = await lost();
    await again(stamping, id);
    const second = await fileOf(stamping, id);
    await handlers.prove_certificate(stamping, { calibration_id: id });
    const { sha256 } = await getCertificate(stamping, laboratory.technician, id);
    await plain.store.delete(`certificates/${id}/${sha256}.pdf`);
    expect((await fileOf(stamping, id)).equals(second)).toBe(true);
    await expect(again(stamping, id)).rejects.toMatchObject({ code: 'nothing_to_reissue' });
  }, 60_000);

  test('how long its proofs held is not said of the new file', async () => {
    const id = await record();
    const key = await issueCertificate(stamping, id);
    const told = () => getCertificateSignature(plain, laboratory.technician, id);
    const issued = await told();
    await handlers.prove_certificate(stamping, { calibration_id: id });
    expect((await told()).holds_until).not.toBe(issued.holds_until);
    const proved = await getCertificate(stamping, laboratory.technician, id);
    for (const lost of [key, `certificates/${id}/${proved.sha256}.pdf`]) await plain.store.delete(lost);
    await again(stamping, id);
    expect(await told()).toMatchObject({ level: 'B-T', lacks: null, holds_until: issued.holds_until });
  }, 60_000);

  test('of several who ask at once, one has it issued again', async () => {
    const { id } = await lost();
    const outcomes = await Promise.allSettled([again(stamping, id), again(stamping, id), again(stamping, id)]);
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused).toMatchObject([1, 2].map(() => ({ reason: { code: 'nothing_to_reissue' } })));
    expect(await revisionsOf(id)).toHaveLength(1);
    expect(await auditOf(id)).toHaveLength(1);
  }, 60_000);

  test('that it says void stays, though the calibration is valid again', async () => {
    const id = await record();
    await voidCalibration(plain, laboratory.admin, id, 'Wrong reference');
    const key = await issueCertificate(plain, id);
    const original = await fileAt(key);
    expect((await pageTexts(original ?? Buffer.alloc(0))).join(' ')).toContain('Wrong reference');
    await restoreCalibration(plain, laboratory.admin, id);
    await plain.store.delete(key);
    await again(plain, id);
    expect(await fileAt(key)).toEqual(original);
  }, 60_000);

  test.each([
    [
      'that differ',
      `UPDATE calibrations SET certificate_context = jsonb_set(certificate_context, '{asset,name}', '"Other"') WHERE id = $1`
    ],
    [
      'that are not known, because it was issued before they were recorded',
      'UPDATE certificates SET content_sha256 = NULL WHERE calibration_id = $1'
    ]
  ])('no contents are signed %s', async (_, change) => {
    const { id, key } = await lost();
    // What was issued can only be changed past the database's own rules.
    await execute(database.url, `SET session_replication_role = replica; ${change.replace('$1', `'${id}'`)}`);
    await expect(again(stamping, id)).rejects.toMatchObject({ code: 'reissue_differs' });
    expect([await revisionsOf(id), await auditOf(id), await fileAt(key)]).toEqual([[], [], null]);
  });

  test('nothing is signed by a certificate that was revoked', async () => {
    const { id, key } = await lost();
    await execute(
      database.url,
      "UPDATE signing_certificates SET revoked_at = now(), is_current = false WHERE kind = 'issued_here'"
    );
    await expect(again(stamping, id)).rejects.toMatchObject({ code: 'reissue_differs' });
    expect([await revisionsOf(id), await auditOf(id), await fileAt(key)]).toEqual([[], [], null]);
  });
});
