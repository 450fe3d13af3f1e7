import type { DatabasePool } from 'slonik';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { InHand } from '#lib/server/turns/in-hand.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { CURRENT, signerOfDcc } from '../../../../../tests/certificates/dcc-signer.ts';
import { startProofAuthority, type ProofAuthority } from '../../../../../tests/certificates/proof-authority.ts';
import {
  calibratedLaboratory,
  externalBody,
  recorded,
  type CalibratedLaboratory
} from '../../../../../tests/support/calibrated-laboratory.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import { signedIn } from '../../../../../tests/support/installation-sides.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { downloadCertificate } from './download-certificate.ts';
import { downloadDcc } from './download-dcc.ts';
import { replaceSigningCertificate } from './import-signing-certificate.ts';
import { issueCertificate } from './issue-certificate.ts';
import { reissueCertificate } from './reissue-certificate.ts';

let database: TestDatabase;
let authority: ProofAuthority;
let laboratory: CalibratedLaboratory;
let admin: PersonActor;
let services: Services;
/** Called when a file has been signed, with how many were signed before; nothing is marked yet. */
let onSigned: (before: number) => Promise<unknown>;
let signings: number;

beforeAll(async () => {
  [database, authority] = await Promise.all([createTestDatabase(), startProofAuthority()]);
  await authority.stampWith('stamps');
  const plain = await testServices(database, { now: () => new Date() });
  const issue: Services['prints']['issue'] = async (order) => {
    const made = await plain.prints.issue(order);
    await onSigned(signings++);
    return made;
  };
  const copy: Services['prints']['copy'] = async (...order) => {
    const made = await plain.prints.copy(...order);
    await onSigned(signings++);
    return made;
  };
  services = { ...plain, prints: { ...plain.prints, issuing: new InHand(), issue, copy } };
  laboratory = await calibratedLaboratory(services);
  admin = await signedIn(database, laboratory.admin);
}, 120_000);
afterAll(async () => {
  await authority.stop();
  await database.drop();
});

async function newCalibration(): Promise<string> {
  signings = 0;
  onSigned = () => Promise.resolve();
  return (await recorded(services, laboratory.technician, externalBody(laboratory.asset))).id;
}
const replaces = () => replaceSigningCertificate(services, admin, laboratory.organizationId);
const RECORDED = `SELECT c.state, s.revoked_at, s.is_current
  FROM certificates c LEFT JOIN signing_certificates s ON s.id = c.signing_certificate_id WHERE c.calibration_id = $1`;
const recordOf = async (id: string) => (await execute(database.url, RECORDED, [id])).rows[0];

test('a certificate whose key is revoked while it is made is made again, with the new key', async () => {
  const id = await newCalibration();
  onSigned = async (before) => before === 0 && (await replaces());
  await issueCertificate(services, id);
  expect(signings).toBe(2);
  expect(await recordOf(id)).toEqual({ state: 'issued', revoked_at: null, is_current: true });
});

test('one whose key is revoked each time is not issued; the next attempt issues it', async () => {
  const id = await newCalibration();
  onSigned = replaces;
  await expect(issueCertificate(services, id)).rejects.toThrow('the key that signed it revoked');
  expect(signings).toBe(3);
  expect(await recordOf(id)).toMatchObject({ state: 'failed' });
  onSigned = () => Promise.resolve();
  await issueCertificate(services, id);
  expect(await recordOf(id)).toEqual({ state: 'issued', revoked_at: null, is_current: true });
});

test('a copy whose key is revoked while it is made is made again; each time, it is refused', async () => {
  const id = await newCalibration();
  await issueCertificate(services, id);
  signings = 0;
  onSigned = async (before) => before === 0 && (await replaces());
  const { pdf } = await downloadCertificate(services, admin, id);
  expect(signings).toBe(2);
  expect(Buffer.from(pdf.subarray(0, 5)).toString()).toBe('%PDF-');
  signings = 0;
  onSigned = replaces;
  await expect(downloadCertificate(services, admin, id)).rejects.toMatchObject({ code: 'certificate_failed' });
  expect(signings).toBe(3);
});

/** Calls `onSigned` when a private key was opened, before anything else is asked of the database: the file is signed in between. */
function watchingKeys(): Services {
  let isOpened = false;
  const connect: DatabasePool['connect'] = async (work) => {
    if (isOpened) {
      isOpened = false;
      await onSigned(signings++);
    }
    return database.pool.connect(work);
  };
  return {
    ...services,
    pool: new Proxy(database.pool, {
      get: (pool, name, receiver) => (name === 'connect' ? connect : (Reflect.get(pool, name, receiver) as unknown))
    }),
    get secretKey() {
      isOpened = true;
      return services.secretKey;
    }
  };
}
const REVOKE = `UPDATE signing_certificates SET is_current = false, revoked_at = now()
  WHERE organization_id = $1 AND is_current`;

test('a digital one whose key is revoked while it is made is made again with the new key; each time, it is refused', async () => {
  const id = await newCalibration();
  await issueCertificate(services, id);
  signings = 0;
  onSigned = async (before) => before === 0 && (await replaces());
  const { xml } = await downloadDcc(watchingKeys(), admin, id);
  expect(await signerOfDcc(database.url, xml)).toEqual(CURRENT);
  onSigned = () => execute(database.url, REVOKE, [laboratory.organizationId]);
  await expect(downloadDcc(watchingKeys(), admin, id)).rejects.toMatchObject({ code: 'certificate_failed' });
});

test('a lost one whose key is revoked while it is signed again does not come back by that key', async () => {
  const id = await newCalibration();
  const stamping = { ...services, timeStamps: authority.timeStamps };
  await services.store.delete(await issueCertificate(stamping, id));
  signings = 0;
  // The first print tells that its bytes do not come back; the second is signed anew.
  onSigned = async (before) => before === 1 && (await replaces());
  await expect(reissueCertificate(stamping, admin, id, 'The disk was full')).rejects.toMatchObject({
    code: 'reissue_differs'
  });
  expect(signings).toBe(2);
  const { rows } = await execute(database.url, 'SELECT FROM certificate_revisions WHERE calibration_id = $1', [id]);
  expect(rows).toEqual([]);
});
