import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Verification } from '#lib/contracts/verification.ts';
import { spellInstant } from '#lib/laboratory/instant.ts';
import { requestTimeStamp } from '#lib/server/certificates/signature/time-stamp.ts';
import { handlers } from '#lib/server/jobs/registry.ts';
import { removeLeftovers } from '#lib/server/use-cases/housekeeping/remove-leftovers.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { checkFile } from '#lib/signed-file/check-file.ts';
import { textOf } from '#lib/signed-file/bytes.ts';
import { fillStamp, proofsRevision, stampedBytes, stampRevision } from '#lib/signed-file/revisions.ts';
import { readWrittenPdf } from '#lib/signed-file/written-pdf.ts';
import { startProofAuthority, type ProofAuthority } from '../../../../../tests/certificates/proof-authority.ts';
import { calibratedLaboratory, internalBody, recorded } from '../../../../../tests/support/calibrated-laboratory.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import { person } from '../../../../../tests/support/people.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { countLackingProofs } from './count-lacks.ts';
import { getCertificate } from './get-certificate.ts';
import { getCertificateSignature } from './get-signature.ts';
import { issueCertificate } from './issue-certificate.ts';
import { readIssuedFile } from './issued-file.ts';
import { verifyFile } from './verify-certificate.ts';

const DAY_MS = 86_400_000;
let database: TestDatabase;
let authority: ProofAuthority;
let services: Services;
let laboratory: Awaited<ReturnType<typeof calibratedLaboratory>>;
/** Added to today. */
let daysLater = 0;
const now = () => new Date(Date.now() + daysLater * DAY_MS);
const goTo = (days: number) => {
  daysLater = days;
  authority.setClock(now());
};

beforeAll(async () => {
  [database, authority] = await Promise.all([createTestDatabase(), startProofAuthority()]);
  await authority.stampWith('stamps');
  services = await testServices(database, { now, timeStamps: authority.timeStamps });
  laboratory = await calibratedLaboratory(services);
}, 120_000);
beforeEach(() => {
  daysLater = 0;
  authority.setClock(null);
  authority.lies.clear();
});
afterAll(async () => {
  await authority.stop();
  await database.drop();
});

const issued = async () => {
  const { id } = await recorded(services, laboratory.technician, internalBody(laboratory));
  await issueCertificate(services, id);
  return id;
};
const prove = (id: string) => handlers.prove_certificate(services, { calibration_id: id });
const file = async (id: string) => (await readIssuedFile(services, id)).pdf;
const stateOf = async (id: string) =>
  (
    await execute(
      database.url,
      `SELECT level, lacks, missing, attempts, (due_at AT TIME ZONE 'UTC')::date::text AS due,
              (SELECT count(*)::int FROM certificate_revisions r WHERE r.calibration_id = p.calibration_id) AS revisions
       FROM certificate_proofs p WHERE calibration_id = $1`,
      [id]
    )
  ).rows[0];
const hashOf = (pdf: Uint8Array) => createHash('sha256').update(pdf).digest('hex');
const told = (id: string) => getCertificateSignature(services, laboratory.technician, id);
const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const verified = async (pdf: Uint8Array, checked = true): Promise<Verification> =>
  verifyFile(services, '192.0.2.1', {
    sha256: hashOf(pdf),
    checked: checked ? await checkFile(pdf) : null
  });

test('an issued certificate is extended by the list of this installation’s own authority, and both files are originals', async () => {
  const id = await issued();
  const first = await file(id);
  authority.asked.length = 0;
  await prove(id);
  expect(await stateOf(id)).toEqual({
    ...{ level: 'B-LTA', lacks: null, missing: null, attempts: 0, due: dayIn(365), revisions: 1 }
  });
  // Its own list needs no network: the one that is asked for is that of the stamps.
  expect([...new Set(authority.asked)].sort()).toEqual(['root.crl', 'stamps']);
  const second = await file(id);
  expect(Buffer.from(second.subarray(0, first.length)).equals(Buffer.from(first))).toBe(true);
  const stamped_at = spellInstant((await checkFile(first)).stamped_at ?? '');
  expect(await verified(first)).toMatchObject({
    result: 'original',
    proof: { level: 'B-T', stamped_at, has_additions: false, document_stamps: [] }
  });
  expect(await verified(second)).toMatchObject({
    result: 'original',
    signed_by: { is_known: true },
    proof: {
      ...{ level: 'B-LTA', stamped_at, has_additions: true },
      document_stamps: [{ at: expect.any(String), by: 'stamps', is_trusted: true }]
    },
    certificate: { sha256: hashOf(first), current_sha256: hashOf(second) }
  });
  expect(await getCertificate(services, laboratory.technician, id)).toMatchObject({ sha256: hashOf(second) });
  expect(await verified(second, false)).toMatchObject({ result: 'original', proof: null });
  // Not due: nothing is asked for.
  authority.asked.length = 0;
  await prove(id);
  expect(authority.asked).toEqual([]);
}, 60_000);

test('what a stranger appends to either file is no original, nor anything with a bit turned', async () => {
  const id = await issued();
  const first = await file(id);
  await prove(id);
  const second = await file(id);
  const about = 'A'.repeat(40);
  for (const pdf of [first, second]) {
    const revision = proofsRevision(readWrittenPdf(textOf(pdf)), {
      about,
      certificates: [],
      revocationLists: [],
      answers: []
    });
    const forged = new Uint8Array(Buffer.concat([pdf, revision]));
    expect((await checkFile(forged)).state).toBe('intact');
    expect(await verified(forged)).toMatchObject({ result: 'altered', proof: null });
    // A stamp that is right, and even trusted, but that nobody here has added.
    const stamp = stampRevision(readWrittenPdf(textOf(pdf)), 14_336);
    const token = await requestTimeStamp(authority.timeStamps, stampedBytes(pdf, stamp));
    const stamped = new Uint8Array(Buffer.concat([pdf, fillStamp(stamp, pdf.length, token)]));
    expect((await checkFile(stamped)).state).toBe('intact');
    expect(await verified(stamped)).toMatchObject({ result: 'altered', proof: null, certificate: null });
  }
  for (let i = 0; i < 60; i++) {
    const turned = Uint8Array.from(second);
    const at = first.length + Math.floor(((second.length - first.length) * i) / 60);
    turned[at] = (turned[at] ?? 0) ^ 4;
    expect([at, (await verified(turned)).result]).toEqual([at, 'altered']);
  }
}, 120_000);

test('before the stamp expires it is renewed: proofs about it, and a new one; every file stays an original', async () => {
  const id = await issued();
  await prove(id);
  const before = await file(id);
  goTo(364);
  await handlers.keep_signatures(services, {});
  await prove(id);
  expect(await stateOf(id)).toMatchObject({ revisions: 1 });
  goTo(366);
  await handlers.keep_signatures(services, {});
  const { rows } = await execute(
    database.url,
    "SELECT count(*)::int AS jobs FROM graphile_worker.jobs WHERE task_identifier = 'prove_certificate' AND key = $1",
    [`prove:${id}`]
  );
  expect(rows).toEqual([{ jobs: 1 }]);
  await prove(id);
  // The certificate of the stamps ends after 700 days: sixty days before, they are renewed again.
  expect(await stateOf(id)).toMatchObject({ level: 'B-LTA', missing: null, revisions: 2, due: dayIn(640) });
  const renewed = await file(id);
  expect(await checkFile(renewed)).toMatchObject({ state: 'intact', level: 'B-LTA', revisions: 4 });
  expect(await verified(before)).toMatchObject({ result: 'original' });
  expect(await verified(renewed)).toMatchObject({ result: 'original' });
}, 60_000);

test('what cannot be had is said, and tried again after pauses that grow', async () => {
  const id = await issued();
  const first = await file(id);
  authority.lies.set('root.crl', (_, response) => void response.writeHead(503).end());
  await prove(id);
  expect(await stateOf(id)).toEqual({
    level: 'B-T',
    lacks: 'status',
    missing: expect.stringMatching(/^stamps: 127\.0\.0\.1:\d+: answered 503$/u),
    attempts: 1,
    due: dayIn(1),
    revisions: 0
  });
  goTo(1.1);
  await prove(id);
  expect(await stateOf(id)).toMatchObject({ attempts: 2, due: dayIn(3.1) });
  expect((await file(id)).length).toBe(first.length);
  authority.lies.clear();
  goTo(4);
  await prove(id);
  expect(await stateOf(id)).toMatchObject({ level: 'B-LTA', missing: null, attempts: 0, revisions: 1 });
}, 60_000);

test('a certificate that was issued while the stamps failed gets one later', async () => {
  authority.lies.set('stamps', (_, response) => void response.end('<html>'));
  const id = await issued();
  expect(await checkFile(await file(id))).toMatchObject({ level: 'B-B' });
  await prove(id);
  expect(await told(id)).toMatchObject({ level: 'B-B', lacks: 'time_stamp', next_attempt_at: expect.any(String) });
  authority.lies.clear();
  goTo(2);
  await prove(id);
  expect(await stateOf(id)).toMatchObject({ level: 'B-LTA', missing: null });
  expect(await verified(await file(id))).toMatchObject({ result: 'original', proof: { level: 'B-LTA' } });
}, 60_000);

test('of two processes one adds it; the files between are removed, the first and the newest stay; a lost one is said', async () => {
  const id = await issued();
  await Promise.all([prove(id), prove(id), prove(id)]);
  expect(await stateOf(id)).toMatchObject({ revisions: 1 });
  const keysOf = async () =>
    (
      await execute(
        database.url,
        'SELECT object_key FROM certificate_revisions WHERE calibration_id = $1 ORDER BY number',
        [id]
      )
    ).rows.map((row) => (row as { object_key: string }).object_key);
  goTo(366);
  await prove(id);
  const [between = '', newest = ''] = await keysOf();
  goTo(368);
  await removeLeftovers(services);
  expect(await services.store.get(between)).toBeNull();
  const kept = await services.store.get(newest);
  expect(kept === null ? null : (await buffer(kept.stream)).length).toBe((await file(id)).length);
  await services.store.delete(newest);
  // As it was issued it is still there.
  expect(await checkFile(await file(id))).toMatchObject({ level: 'B-T', revisions: 0 });
  goTo(700);
  await prove(id);
  expect(await told(id)).toMatchObject({ lacks: 'file', reason: expect.stringContaining('lost or damaged') });
}, 60_000);

test('a file with proofs that stays lost is made again from the original, with all that it had', async () => {
  const id = await issued();
  const first = await file(id);
  await prove(id);
  await services.store.delete(`certificates/${id}/${hashOf(await file(id))}.pdf`);
  goTo(366);
  await prove(id);
  expect(await stateOf(id)).toMatchObject({ lacks: 'file', attempts: 1, revisions: 1 });
  authority.lies.set('root.crl', (_, response) => void response.writeHead(503).end());
  goTo(368);
  await prove(id);
  expect(await stateOf(id)).toMatchObject({ lacks: 'file', attempts: 2, revisions: 1 });
  authority.lies.clear();
  goTo(371);
  await prove(id);
  expect(await stateOf(id)).toMatchObject({ level: 'B-LTA', lacks: null, attempts: 0, revisions: 2 });
  const second = await file(id);
  expect(Buffer.from(second.subarray(0, first.length)).equals(Buffer.from(first))).toBe(true);
  expect(await verified(second)).toMatchObject({ result: 'original', proof: { level: 'B-LTA' } });
}, 60_000);

test('revisions are added to, never changed', async () => {
  const change = "SET LOCAL ROLE plumbline_app; UPDATE certificate_revisions SET level = 'B-T'";
  await expect(execute(database.url, change)).rejects.toThrow(/permission denied/u);
  await expect(
    execute(database.url, 'SET LOCAL ROLE plumbline_app; DELETE FROM certificate_revisions')
  ).rejects.toThrow(/permission denied/u);
});

test('a reader of the calibration is told how long its signature holds and what it lacks; nobody else is', async () => {
  const id = await issued();
  const first = await file(id);
  // Its proofs are still being collected.
  expect(await told(id)).toEqual({
    ...{ level: 'B-T', lacks: null, reason: null, holds_until: null, next_attempt_at: expect.any(String) },
    ...{ sha256: hashOf(first), current_sha256: hashOf(first) }
  });
  authority.lies.set('root.crl', (_, response) => void response.writeHead(503).end());
  await prove(id);
  const end = dayIn(700);
  const lacking = await told(id);
  expect([lacking.level, lacking.lacks, lacking.reason]).toEqual(['B-T', 'status', expect.stringContaining('503')]);
  expect([lacking.holds_until?.slice(0, 10), lacking.next_attempt_at?.slice(0, 10)]).toEqual([end, dayIn(1)]);
  expect((await countLackingProofs(services)).get('status')).toBe(1);
  authority.lies.clear();
  goTo(2);
  await prove(id);
  const whole = await told(id);
  expect(whole).toMatchObject({ level: 'B-LTA', lacks: null, reason: null, sha256: hashOf(first) });
  expect(whole.current_sha256).toBe(hashOf(await file(id)));
  expect(whole.current_sha256).not.toBe(whole.sha256);
  expect((await countLackingProofs(services)).get('status')).toBe(0);
  const stranger = await person(services, 'technician');
  await execute(database.url, 'UPDATE organizations SET private = true WHERE id = $1', [laboratory.organizationId]);
  await expect(getCertificateSignature(services, stranger, id)).rejects.toMatchObject({ code: 'not_found' });
  await execute(database.url, 'UPDATE organizations SET private = false WHERE id = $1', [laboratory.organizationId]);
  const { id: unissued } = await recorded(services, laboratory.technician, internalBody(laboratory));
  await expect(told(unissued)).rejects.toMatchObject({ code: 'no_certificate' });
}, 60_000);

test('where there is no time stamp server, nothing is to be added, and that is said', async () => {
  const plain = await testServices(database, { now });
  const { id } = await recorded(plain, laboratory.technician, internalBody(laboratory));
  await issueCertificate(plain, id);
  const said = { level: 'B-B', lacks: 'closed', next_attempt_at: null };
  expect(await told(id)).toMatchObject(said);
  // The certificate of the signer is valid for ten years.
  expect(Number((await told(id)).holds_until?.slice(0, 4)) - now().getUTCFullYear()).toBeGreaterThanOrEqual(9);
  expect(textOf((await readIssuedFile(plain, id)).pdf)).toMatch(/\/P 1\b/u);
  // As those of earlier versions, of which nothing was known.
  await execute(database.url, 'UPDATE certificate_proofs SET level = NULL, lacks = NULL, missing = NULL, holds_until = NULL, due_at = now() WHERE calibration_id = $1', [id]); // prettier-ignore
  const { holds_until } = await told(id);
  expect(holds_until).toBeNull();
  await handlers.prove_certificate(plain, { calibration_id: id });
  expect(await told(id)).toMatchObject(said);
}, 30_000);

test('where the time stamp server was taken away, that is said before the last stamp ends', async () => {
  const id = await issued();
  await prove(id);
  goTo(366);
  await handlers.prove_certificate({ ...services, timeStamps: undefined }, { calibration_id: id });
  expect(await told(id)).toMatchObject({ level: 'B-LTA', lacks: 'no_server', next_attempt_at: expect.any(String) });
  await prove(id);
  expect(await told(id)).toMatchObject({ lacks: 'no_server' });
  goTo(368);
  await prove(id);
  expect(await told(id)).toMatchObject({ level: 'B-LTA', lacks: null });
}, 60_000);
