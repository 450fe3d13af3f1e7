import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verificationSchema } from '#lib/contracts/verification.ts';
import { issueCertificatePdf } from '#lib/server/certificates/issue-certificate-pdf.ts';
import { makeAuthority, makeSigningKey } from '#lib/server/certificates/signing-keys.ts';
import { readPresented } from '#lib/server/http/read-presented.ts';
import { GET as START, POST as PRESENT } from '../../../../routes/verify/+server.ts';
import { POST } from '../../../../routes/verify/[token]/+server.ts';
import {
  calibratedLaboratory,
  internalBody,
  recorded,
  type CalibratedLaboratory
} from '../../../../../tests/support/calibrated-laboratory.ts';
import { call } from '../../../../../tests/support/call.ts';
import { execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import { issuedFile } from '../../../../../tests/support/issued-file.ts';
import { MUTATIONS, mutantsOf } from '../../../../../tests/certificates/mutants.ts';
import { facts } from '../../../../../tests/certificates/temperature-transmitter.ts';
import { checkFile } from '#lib/signed-file/check-file.ts';
import { downloadCertificate } from './download-certificate.ts';
import { getCertificate } from './get-certificate.ts';
import { verifyCertificate, verifyFile } from './verify-certificate.ts';
import { depth } from '../../../../../tests/support/depth.ts';
import { JSON_WANTED, NOTHING, tokenOf, VerifiedLaboratory } from '../../../../../tests/support/verified-laboratory.ts';

/** Of each kind. */
const MUTANTS = depth(5, 1000);

let verified: VerifiedLaboratory;
let database: TestDatabase;
let laboratory: CalibratedLaboratory;
beforeAll(async () => {
  verified = await VerifiedLaboratory.make();
  ({ database, laboratory } = verified);
});
afterAll(() => database.drop());

test('of a private organization nothing with a print either, not even whether the number is right', async () => {
  const { services, technician } = laboratory;
  const [one, other] = [await verified.issued(), await verified.issued()];
  const { pdf } = await downloadCertificate(services, technician, one.id);
  const print = { sha256: 'f'.repeat(64), checked: await checkFile(pdf) };
  await verified.keepPrivate(true);
  const told = await Promise.all(
    [one.token, other.token, randomUUID()].map((token) => verifyCertificate(services, randomUUID(), token, print))
  );
  await verified.keepPrivate(false);
  expect(told[0]).toMatchObject({ result: 'signed_copy', state: null, certificate: null });
  expect(told).toEqual([told[0], told[0], told[0]]);
});

test('a print that another organization here has signed under the same number is no copy', async () => {
  const { services } = laboratory;
  const another = await calibratedLaboratory(services, { private: false });
  const theirs = await recorded(services, another.technician, internalBody(another));
  await getCertificate(services, another.technician, theirs.id);
  const { rows } = await execute(
    database.url,
    `SELECT verify_token AS token FROM certificates JOIN calibrations c ON c.id = calibration_id
     WHERE c.organization_id = $1 AND certificate_number = $2`,
    [laboratory.organizationId, theirs.certificate?.number]
  );
  const [{ token }] = rows as [{ token: string }];
  const forged = await issuedFile(services, database.url, theirs.id);
  const print = async (pdf: Uint8Array) => ({ sha256: 'f'.repeat(64), checked: await checkFile(pdf) });
  const { pdf: copy } = await downloadCertificate(services, another.technician, theirs.id);
  for (const pdf of [forged, copy]) {
    if (!pdf) throw new Error('a file is missing');
    expect(await verifyCertificate(services, '192.0.2.8', tokenOf(theirs), await print(pdf))).toMatchObject({
      result: 'signed_copy'
    });
    expect(await verifyCertificate(services, '192.0.2.8', token, await print(pdf))).toMatchObject({
      result: 'unknown'
    });
  }
});

test('the file itself, as a body or in a form, and no more than a certificate can be', async () => {
  const { services } = laboratory;
  const { id, token } = await verified.issued();
  const bytes = await issuedFile(services, database.url, id);
  const send = async (body: BodyInit, headers: Record<string, string> = {}) => {
    const request = new Request('http://localhost/verify/x', {
      method: 'POST',
      body,
      headers: { ...JSON_WANTED, ...headers }
    });
    const event = { request, url: new URL(request.url), params: { token }, getClientAddress: () => '192.0.2.9' };
    return POST({ ...event, locals: { services, requestId: 'r', log: services.log } } as never);
  };
  const form = new FormData();
  form.set('file', new File([bytes], 'certificate.pdf', { type: 'application/pdf' }));
  for (const answer of [await send(form), await send(bytes, { 'content-type': 'application/pdf' })]) {
    expect(await answer.json()).toMatchObject({ result: 'original' });
  }
  const empty = new FormData();
  expect((await send(empty)).status).toBe(400);
  expect((await send('x', { 'content-type': 'text/plain' })).status).toBe(415);
  expect((await send('{"sha256":"short"}', { 'content-type': 'application/json' })).status).toBe(422);
  expect((await send(new Uint8Array(21 * 2 ** 20), { 'content-type': 'application/pdf' })).status).toBe(413);
});

test('a file is told from its issued original: another print signed here, an altered one, one signed by a stranger', async () => {
  const { services, technician } = laboratory;
  const [one, other] = [await verified.issued(), await verified.issued()];
  const { pdf } = await downloadCertificate(services, technician, one.id);
  const send = async (body: Uint8Array, token?: string) => {
    const address = token === undefined ? '/verify' : `/verify/${token}`;
    const request = new Request(`http://localhost${address}`, {
      method: 'POST',
      body: new Uint8Array(body),
      headers: { ...JSON_WANTED, 'content-type': 'application/pdf' }
    });
    const event = { request, url: new URL(request.url), params: { token }, getClientAddress: () => '192.0.2.9' };
    const answer = await (token === undefined ? PRESENT : POST)({
      ...event,
      locals: { services, requestId: 'r', log: services.log }
    } as never);
    return verificationSchema.parse(await answer.json());
  };
  const number = one.certificate?.number;
  const own = {
    name: expect.any(String),
    is_known: true,
    authority: { name: expect.stringContaining('Plumbline CA'), standing: 'own' }
  };
  expect(await send(pdf, one.token)).toMatchObject({ result: 'signed_copy', signed_by: own, certificate: { number } });
  expect(await send(pdf, other.token)).toMatchObject({ result: 'unknown', signed_by: own });
  expect(await send(pdf)).toEqual({ ...NOTHING, result: 'signed_copy', signed_by: own });
  const altered = Uint8Array.from(pdf);
  altered[100] = (altered[100] ?? 0) ^ 1;
  expect(await send(altered, one.token)).toMatchObject({ result: 'altered', signed_by: null });
  expect(await send(new TextEncoder().encode('%PDF-1.7'))).toEqual({ ...NOTHING, result: 'unknown' });
  const stranger = await makeSigningKey('Kalibrierlabor', new Date());
  const { pdf: forged } = await issueCertificatePdf(facts, { ...stranger, signerName: 'Kalibrierlabor' });
  const unknown = { name: 'Kalibrierlabor', is_known: false, authority: null };
  expect(await send(forged)).toEqual({ ...NOTHING, result: 'unknown', signed_by: unknown });
});

test('beyond the limit of its address, a file is not even read', async () => {
  const { services } = laboratory;
  const address = '192.0.2.200';
  let reads = 0;
  const read = async () => {
    reads += 1;
    return { sha256: 'f'.repeat(64), checked: null };
  };
  const asked = await Promise.allSettled(Array.from({ length: 400 }, () => verifyFile(services, address, read)));
  const refused = asked.filter(({ status }) => status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  expect(reads).toBe(asked.length - refused.length);
});

test.each(Object.keys(MUTATIONS))('a file that somebody made of an original is no original: %s', async (kind) => {
  const { services } = laboratory;
  const [{ id, token }, another] = [await verified.issued(), await verified.issued()];
  const [pdf, other] = await Promise.all([id, another.id].map((one) => issuedFile(services, database.url, one)));
  const [key, stranger] = [await makeSigningKey('Labor', new Date()), await makeSigningKey('Labor', new Date())];
  if (!pdf || !other) throw new Error('a file is missing');
  const ask = async (bytes: Uint8Array) => {
    const headers = { 'content-type': 'application/pdf' };
    const request = new Request('http://localhost/verify', { method: 'POST', body: new Uint8Array(bytes), headers });
    return verifyCertificate(services, randomUUID(), token, await readPresented(request, '192.0.2.1'));
  };
  expect(await ask(pdf)).toMatchObject({ result: 'original' });
  for await (const mutant of mutantsOf({ pdf, key, stranger, other }, kind, MUTANTS)) {
    const { result, proof } = await ask(mutant);
    expect([kind, result, proof]).toEqual([kind, expect.stringMatching(/^(?:altered|unknown|signed_copy)$/u), null]);
    if (kind !== 'bits turned') expect(result).not.toBe('signed_copy');
  }
});

test('a key that only the authority of this installation remembers is known; one under its name is not', async () => {
  const { services, technician } = laboratory;
  const { id } = await verified.issued();
  const { pdf } = await downloadCertificate(services, technician, id);
  const ask = async (bytes: Uint8Array) =>
    verifyFile(services, '192.0.2.9', { sha256: 'f'.repeat(64), checked: await checkFile(bytes) });
  const { signer } = await checkFile(pdf);
  expect(signer?.above).toHaveLength(1);
  // As in a copy of the database that was put back: the row of the key is gone, its authority is there.
  await execute(
    database.url,
    `SET LOCAL session_replication_role = replica;
     UPDATE signing_certificates SET fingerprint_sha256 = repeat('0', 64) WHERE fingerprint_sha256 = '${signer?.fingerprint_sha256}'`
  );
  expect(await ask(pdf)).toMatchObject({
    result: 'signed_copy',
    signed_by: { is_known: true, authority: { standing: 'own' } }
  });
  await execute(
    database.url,
    `SET LOCAL session_replication_role = replica;
     UPDATE signing_certificates SET fingerprint_sha256 = '${signer?.fingerprint_sha256}' WHERE fingerprint_sha256 = repeat('0', 64)`
  );
  const { name } = signer?.above[0] ?? { name: '' };
  const now = new Date();
  const impostor = await makeAuthority(name.replace('Plumbline CA ', ''), now);
  const issuer = { ...impostor, certificateUrl: 'http://localhost/ca', revocationsUrl: 'http://localhost/crl' };
  const key = await makeSigningKey('Kalibrierlabor', now, issuer);
  const { pdf: forged } = await issueCertificatePdf(facts, { ...key, signerName: 'Kalibrierlabor' });
  expect(await ask(forged)).toMatchObject({
    result: 'unknown',
    signed_by: { is_known: false, authority: { name, standing: 'unknown' } }
  });
});

test('the page says what a time stamp is worth, in each language', async () => {
  const { services } = laboratory;
  const signer = { name: 'Labor', fingerprint_sha256: 'a'.repeat(64), above: [] };
  const by = [{ name: 'Zeit <b>', fingerprint_sha256: 'b'.repeat(64) }];
  const ask = async (time_stamp: object | null, language: string) => {
    const checked = { state: 'intact', signer, reason: null, time_stamp };
    const body = { sha256: 'f'.repeat(64), checked };
    return (await call(PRESENT, services, { body, headers: { 'accept-language': language } })).text();
  };
  const right = { fault: null, at: '2026-03-04T05:06:07.000Z', by };
  for (const [language, stamped, none, wrong] of [
    ['en', 'A time stamp by Zeit &lt;b> confirms', 'has no time stamp', 'belongs to another signature'],
    ['de', 'Ein Zeitstempel von Zeit &lt;b> bestätigt', 'hat keinen Zeitstempel', 'gehört zu einer anderen Signatur'],
    ['fr', 'Un horodatage de Zeit &lt;b> confirme', 'n’est pas horodatée', 'se rapporte à une autre signature'],
    ['es', 'Un sello de tiempo de Zeit &lt;b> confirma', 'no tiene sello de tiempo', 'corresponde a otra firma']
  ] as const) {
    const page = await ask(right, language);
    expect(page).toContain(stamped);
    expect(page).toContain('05:06 UTC');
    expect(await ask(null, language)).toContain(none);
    expect(await ask({ fault: 'imprint', at: null, by: [] }, language)).toContain(wrong);
  }
});

test('a file alone leads to its certificate, also of a private organization, and its hash does', async () => {
  const { services } = laboratory;
  const { sha256, certificate } = await verified.issued();
  const ask = async (hash: string) => {
    const answer = await call(PRESENT, services, { headers: JSON_WANTED, body: { sha256: hash } });
    return verificationSchema.parse(await answer.json());
  };
  for (const isPrivate of [false, true]) {
    await verified.keepPrivate(isPrivate);
    expect(await ask(sha256)).toMatchObject({ result: 'original', certificate: { number: certificate?.number } });
    expect(await ask('f'.repeat(64))).toEqual({ ...NOTHING, result: 'unknown' });
  }
  await verified.keepPrivate(false);
  const page = await call(START, services, { headers: { 'accept-language': 'de' } });
  expect(await page.text()).toContain('Kalibrierschein vorlegen');
});
