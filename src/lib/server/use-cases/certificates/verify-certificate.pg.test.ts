import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Disposition } from '#lib/records/recall.ts';
import { handlers } from '#lib/server/jobs/registry.ts';
import { decideRecall } from '#lib/server/use-cases/recalls/decide-recall.ts';
import { startRecall } from '#lib/server/use-cases/recalls/start-recall.ts';
import { getCalibration } from '#lib/server/use-cases/calibrations/get-calibration.ts';
import { voidCalibration } from '#lib/server/use-cases/calibrations/void-calibration.ts';
import { GET } from '../../../../routes/verify/[token]/+server.ts';
import {
  calibratedLaboratory,
  externalBody,
  internalBody,
  recorded,
  type CalibratedLaboratory
} from '../../../../../tests/support/calibrated-laboratory.ts';
import { call } from '../../../../../tests/support/call.ts';
import { execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import { getCertificate } from './get-certificate.ts';
import { verifyCertificate } from './verify-certificate.ts';
import { NOTHING, tokenOf, VerifiedLaboratory } from '../../../../../tests/support/verified-laboratory.ts';

let verified: VerifiedLaboratory;
let database: TestDatabase;
let laboratory: CalibratedLaboratory;
beforeAll(async () => {
  verified = await VerifiedLaboratory.make();
  ({ database, laboratory } = verified);
});
afterAll(() => database.drop());

test('number, state and hash, and neither readings nor people', async () => {
  const { token, sha256, certificate } = await verified.issued();
  const told = await verified.asked(token);
  expect(told).toMatchObject({
    result: null,
    state: 'valid',
    certificate: { number: certificate?.number, sha256, asset_id: laboratory.asset.asset_id }
  });
  expect(Object.keys(told.certificate ?? {})).toHaveLength(7);
  expect(await verified.asked(token, sha256)).toMatchObject({ result: 'original', state: 'valid' });
  expect(await verified.asked(token, 'f'.repeat(64))).toMatchObject({ result: 'unknown', state: 'valid' });
});

test('it is found by the token that it prints, and not by the id of its calibration', async () => {
  const { id, token, sha256 } = await verified.issued();
  expect(token).toMatch(/^[0-9a-f]{32}$/);
  expect(token).not.toBe(id.replaceAll('-', ''));
  const { rows } = await execute(database.url, 'SELECT certificate_context AS frozen FROM calibrations WHERE id = $1', [
    id
  ]);
  expect(rows).toMatchObject([{ frozen: { verify_url: `http://localhost:3000/verify/${token}` } }]);
  expect(await verified.asked(id)).toEqual(NOTHING);
  expect(await verified.asked(id, sha256)).toEqual({ ...NOTHING, result: 'unknown' });
});

test('one that was recorded before there were tokens is still found by the id that it prints', async () => {
  const { id, sha256, token } = await verified.issued();
  await execute(
    database.url,
    `SET LOCAL session_replication_role = replica; UPDATE certificates SET verify_token = NULL WHERE calibration_id = '${id}'`
  );
  expect(await verified.asked(id.toUpperCase(), sha256)).toMatchObject({ result: 'original', state: 'valid' });
  expect(await verified.asked(token)).toEqual(NOTHING);
  const { certificate } = await getCalibration(laboratory.services, laboratory.technician, id);
  expect(certificate?.verify_token).toBe(id);
});

test('one that was voided, or replaced, says so', async () => {
  const old = await verified.issued();
  const next = await verified.issued({ replaces_calibration_id: old.id });
  expect(await verified.asked(old.token)).toMatchObject({ state: 'replaced', replaced_by: next.certificate?.number });
  await voidCalibration(laboratory.services, laboratory.admin, next.id, 'wrong reference');
  expect(await verified.asked(next.token)).toMatchObject({ state: 'voided' });
  expect(await verified.asked(old.token)).toMatchObject({ state: 'valid', replaced_by: null });
});

test('one whose file no longer proves its signature says so, unless the laboratory has said more', async () => {
  const { id, token, sha256 } = await verified.issued();
  const holdUntil = (end: string) =>
    execute(database.url, `UPDATE certificate_proofs SET holds_until = ${end} WHERE calibration_id = $1`, [id]);
  await holdUntil(`now() - interval '1 second'`);
  expect(await verified.asked(token, sha256)).toMatchObject({ result: 'original', state: 'expired_signature' });
  await holdUntil(`now() + interval '1 day'`);
  expect(await verified.asked(token)).toMatchObject({ state: 'valid' });
  await holdUntil('NULL');
  expect(await verified.asked(token)).toMatchObject({ state: 'valid' });
  await holdUntil(`now() - interval '1 day'`);
  await voidCalibration(laboratory.services, laboratory.admin, id, 'wrong sensor');
  expect(await verified.asked(token)).toMatchObject({ state: 'voided' });
});

test('a voided one names the certificate that replaces it, once that has been issued', async () => {
  const { services, technician, admin } = laboratory;
  const old = await verified.issued();
  await voidCalibration(services, admin, old.id, 'wrong sensor');
  const next = await recorded(services, technician, { ...internalBody(laboratory), replaces_calibration_id: old.id });
  expect(await verified.asked(old.token)).toMatchObject({ state: 'voided', replaced_by: null });
  await getCertificate(services, technician, next.id);
  expect(await verified.asked(old.token)).toMatchObject({ state: 'voided', replaced_by: next.certificate?.number });
});

test('one that was issued with a context of an earlier format is verified as before', async () => {
  const { id, token, certificate } = await verified.issued();
  for (const change of [
    `certificate_context || '{"format": 2, "release": {"by": {"full_name": "A", "role": "admin"}, "automatic": true}}'`,
    `(certificate_context - ARRAY['format', 'release']) || jsonb_build_object(
       'calibration', (certificate_context -> 'calibration') - ARRAY['lab_accreditation', 'specification', 'received_on', 'item_condition', 'customer_data'],
       'reference', (certificate_context -> 'reference') - 'accreditation')`
  ]) {
    await execute(
      database.url,
      `BEGIN; ALTER TABLE calibrations DISABLE TRIGGER immutable;
       UPDATE calibrations SET certificate_context = ${change} WHERE id = '${id}';
       ALTER TABLE calibrations ENABLE TRIGGER immutable; COMMIT`
    );
    expect(await verified.asked(token)).toMatchObject({ state: 'valid', certificate: { number: certificate?.number } });
  }
});

test('one whose reference is recalled is under review until a decision is made that ends it', async () => {
  const { services, admin, reference } = laboratory;
  const doubtful = await verified.issued();
  const used = doubtful.reference_calibration_id ?? '';
  await voidCalibration(services, admin, used, 'wrong certificate');
  const { id } = await startRecall(services, admin, used);
  await handlers.compute_recall(services, { recall_id: id, round: 1 });
  const decide = (disposition: Disposition) =>
    decideRecall(services, admin, id, { calibration_ids: [doubtful.id], disposition, reason: 'looked at' });
  expect(await verified.asked(doubtful.token)).toMatchObject({ state: 'under_review' });
  await decide('repeat');
  expect(await verified.asked(doubtful.token)).toMatchObject({ state: 'under_review' });
  await decide('no_action');
  expect(await verified.asked(doubtful.token)).toMatchObject({ state: 'valid' });
  await recorded(services, admin, externalBody(reference));
});

test('of a private organization nothing without the file: it answers like a token that leads nowhere', async () => {
  const { token: own, sha256 } = await verified.issued();
  await verified.keepPrivate(true);
  for (const token of [own, randomUUID(), 'nothing', '']) {
    expect([token, await verified.asked(token)]).toEqual([token, NOTHING]);
    expect([token, await verified.asked(token, 'f'.repeat(64))]).toEqual([token, { ...NOTHING, result: 'unknown' }]);
  }
  expect(await verified.asked(own.toUpperCase(), sha256)).toMatchObject({
    result: 'original',
    certificate: { sha256 }
  });
  await verified.keepPrivate(false);
});

test('certificates of an organization that was closed can still be verified', async () => {
  const { services } = laboratory;
  const another = await calibratedLaboratory(services, { private: false, certificate_prefix: 'GONE' });
  const theirs = await recorded(services, another.technician, internalBody(another));
  await getCertificate(services, another.technician, theirs.id);
  await execute(database.url, 'UPDATE organizations SET is_active = false WHERE id = $1', [another.organizationId]);
  expect(await verifyCertificate(services, '192.0.2.8', tokenOf(theirs), null)).toMatchObject({ state: 'valid' });
});

test('what came in an archive is not vouched for, not even with its file', async () => {
  const { id, token, sha256 } = await verified.issued();
  expect(await verified.asked(token, sha256)).toMatchObject({ result: 'original', state: 'valid' });
  await execute(
    database.url,
    `SET LOCAL session_replication_role = replica; UPDATE calibrations SET imported = '{}' WHERE id = '${id}'`
  );
  expect(await verified.asked(token)).toEqual(NOTHING);
  expect(await verified.asked(token, sha256)).toEqual({ ...NOTHING, result: 'unknown' });
});

test('a page in four languages, without script in what people have typed', async () => {
  const { services } = laboratory;
  const { token, certificate } = await verified.issued();
  const page = async (language: string) =>
    (await call(GET, services, { params: { token }, headers: { 'accept-language': language } })).text();
  const words = { 'de-AT': 'Gültig', es: 'Válido', 'fr-CA, en': 'Valable', en: 'Valid', ja: 'Valid' };
  for (const [language, word] of Object.entries(words)) {
    const html = await page(language);
    expect(html).toContain(word);
    expect(html).toContain(certificate?.number);
  }
  const injected = await call(GET, services, { params: { token }, query: '?language=%22%3E%3Cscript%3E' });
  expect(await injected.text()).not.toContain('<script>');
  expect(injected.headers.get('content-security-policy')).toContain("default-src 'none'");
});

test.each(['\u0000', 'x'.repeat(5000), 'A'.repeat(31), '../verify', '%'])(
  'a token that is none is unknown: %j',
  async (token) => {
    expect(await verified.asked(token)).toEqual(NOTHING);
  }
);

test('asked about too often from one place, it waits', async () => {
  const rows = Array.from({ length: 300 }, () => 'verify from 192.0.2.1');
  await execute(database.url, 'INSERT INTO login_attempts (key) SELECT unnest($1::text[])', [rows]);
  const refused = await call(GET, laboratory.services, { params: { token: randomUUID() } });
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  await execute(database.url, 'DELETE FROM login_attempts');
});
