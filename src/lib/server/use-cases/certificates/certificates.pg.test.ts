import { createHash, X509Certificate } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getCalibration } from '#lib/server/use-cases/calibrations/get-calibration.ts';
import { voidCalibration } from '#lib/server/use-cases/calibrations/void-calibration.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import {
  calibratedLaboratory,
  externalBody,
  internalBody,
  recorded,
  type CalibratedLaboratory
} from '../../../../../tests/support/calibrated-laboratory.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import { person } from '../../../../../tests/support/people.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { validatePdf } from '../../../../../tests/support/validate-pdf.ts';
import { downloadCertificate } from './download-certificate.ts';
import { ensureSigningCertificate } from './ensure-signing-certificate.ts';
import { getCertificate } from './get-certificate.ts';
import { issueCertificate } from './issue-certificate.ts';
import { getSigningCertificate, getSigningCertificatePem } from './signing-certificates.ts';

let database: TestDatabase;
let services: Services;
let laboratory: CalibratedLaboratory;
beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
  laboratory = await calibratedLaboratory(services);
});
afterAll(() => database.drop());

const keysOf = async (organizationId: string) =>
  (
    await execute(database.url, 'SELECT id, is_current FROM signing_certificates WHERE organization_id = $1', [
      organizationId
    ])
  ).rows as { id: string; is_current: boolean }[];
const valid = async (pdf: Uint8Array) =>
  validatePdf(pdf, await getSigningCertificatePem(services, laboratory.technician, laboratory.organizationId));
const stored = async (key: string) => {
  const object = await services.store.get(key);
  return object === null ? null : buffer(object.stream);
};

describe('a signing certificate', () => {
  test('is created once by twenty callers at once', async () => {
    const { organizationId } = await calibratedLaboratory(services, { certificate_prefix: 'KEYS' });
    const keys = await Promise.all(
      Array.from({ length: 20 }, () => ensureSigningCertificate(services, { organizationId, name: 'Laboratory' }))
    );
    expect(new Set(keys.map(({ id, privateKeyPem }) => id + privateKeyPem)).size).toBe(1);
    expect(await keysOf(organizationId)).toEqual([{ id: keys[0]?.id, is_current: true }]);
  });

  test('reads as absent before its first use, and is open to every signed-in reader after it', async () => {
    const { organizationId } = await calibratedLaboratory(services, { certificate_prefix: 'ABSENT' });
    const stranger = await person(services, 'viewer');
    expect(await getSigningCertificate(services, stranger, organizationId)).toBeNull();
    await expect(getSigningCertificatePem(services, stranger, organizationId)).rejects.toMatchObject({
      code: 'no_certificate'
    });
    const { certificatePem, chainPem } = await ensureSigningCertificate(services, {
      organizationId,
      name: 'Laboratory'
    });
    const told = await getSigningCertificate(services, stranger, organizationId);
    expect(told).toMatchObject({ algorithm: 'RSA-2048' });
    expect(Object.keys(told ?? {}).sort()).toEqual(
      ['kind', 'subject', 'issuer', 'algorithm', 'fingerprint_sha256', 'not_before', 'not_after', 'authority_id'].sort()
    );
    const pem = await getSigningCertificatePem(services, stranger, organizationId);
    expect(pem).toBe(`${certificatePem}${chainPem}`);
    expect(new X509Certificate(pem).fingerprint256.replaceAll(':', '').toLowerCase()).toBe(told?.fingerprint_sha256);
    await expect(getSigningCertificate(services, stranger, stranger.userId)).rejects.toMatchObject({
      code: 'not_found'
    });
  });

  test('of the installation is a different one, created when first needed', async () => {
    const { admin } = laboratory;
    expect(await getSigningCertificate(services, admin, null)).toBeNull();
    await ensureSigningCertificate(services, { organizationId: null, name: 'Plumbline' });
    expect(await getSigningCertificate(services, admin, null)).not.toBeNull();
  });

  test('is renewed once when less than a year is left, and the old one is kept', async () => {
    const { organizationId } = await calibratedLaboratory(services, { certificate_prefix: 'RENEW' });
    const signer = { organizationId, name: 'Laboratory' };
    const old = await ensureSigningCertificate(services, signer);
    const nineYearsOn = { ...services, now: () => new Date('2035-12-01T00:00:00Z') };
    const renewed = await Promise.all([1, 2, 3, 4].map(() => ensureSigningCertificate(nineYearsOn, signer)));
    expect(new Set(renewed.map(({ id }) => id)).size).toBe(1);
    expect(renewed[0]?.id).not.toBe(old.id);
    expect((await keysOf(organizationId)).map(({ is_current }) => is_current).sort()).toEqual([false, true]);
  });

  test('is not stored in clear, and does not open for another organization', async () => {
    const { organizationId } = await calibratedLaboratory(services, { certificate_prefix: 'WRAP' });
    const other = await calibratedLaboratory(services, { certificate_prefix: 'WRAPX' });
    await ensureSigningCertificate(services, { organizationId, name: 'A' });
    await ensureSigningCertificate(services, { organizationId: other.organizationId, name: 'B' });
    const { rows } = await execute(database.url, 'SELECT wrapped_private_key AS key FROM signing_certificates');
    expect(rows.some(({ key }) => String(key).includes('PRIVATE KEY'))).toBe(false);
    await execute(
      database.url,
      `UPDATE signing_certificates SET wrapped_private_key =
         (SELECT wrapped_private_key FROM signing_certificates WHERE organization_id = $1) WHERE organization_id = $2`,
      [organizationId, other.organizationId]
    );
    await expect(
      ensureSigningCertificate(services, { organizationId: other.organizationId, name: 'B' })
    ).rejects.toThrow(/does not open/);
  });
});

describe('a certificate', () => {
  test('is issued once by jobs and readers at the same time, stored under its hash, and valid', async () => {
    const { technician } = laboratory;
    const { id } = await recorded(services, technician, internalBody(laboratory));
    const [key, ...others] = await Promise.all(Array.from({ length: 6 }, () => issueCertificate(services, id)));
    expect(new Set([key, ...others]).size).toBe(1);
    const { certificate } = await getCalibration(services, technician, id);
    expect(certificate).toMatchObject({ state: 'issued', issued_at: '2026-11-21T09:30:00.000000Z', error: null });
    expect(key).toBe(`certificates/${id}/${certificate?.sha256}.pdf`);
    const pdf = (await stored(key ?? '')) ?? Buffer.alloc(0);
    expect(createHash('sha256').update(pdf).digest('hex')).toBe(certificate?.sha256);
    await valid(pdf);
    await expect(
      execute(database.url, `UPDATE certificates SET sha256 = 'x' WHERE calibration_id = $1`, [id])
    ).rejects.toThrow(/never replaced/);
  });

  test('is made and stored while no transaction is open', async () => {
    const { id } = await recorded(services, laboratory.technician, internalBody(laboratory));
    let open: unknown;
    const watched: Services = {
      ...services,
      store: {
        ...services.store,
        put: async (...file) => {
          const { rows } = await execute(
            database.url,
            `SELECT count(*)::int AS n FROM pg_stat_activity
             WHERE datname = current_database() AND xact_start IS NOT NULL AND pid <> pg_backend_pid()`
          );
          open = rows[0]?.['n'];
          await services.store.put(...file);
        }
      }
    };
    await issueCertificate(watched, id);
    expect(open).toBe(0);
  });

  test('of coefficients alone can be issued too, on demand', async () => {
    const { technician, asset } = laboratory;
    const { id } = await recorded(services, technician, externalBody(asset));
    const { url, expires_at } = await getCertificate(services, technician, id);
    expect(url).toContain(id);
    expect(expires_at).toBe('2026-11-21T10:30:00.000000Z');
    expect((await getCalibration(services, technician, id)).certificate?.state).toBe('issued');
  });

  test('that fails says why and is created by a later attempt; the calibration is unchanged', async () => {
    const { technician } = laboratory;
    const { id } = await recorded(services, technician, internalBody(laboratory));
    const full: Services = {
      ...services,
      store: {
        ...services.store,
        put: () => Promise.reject(new Error("ENOSPC: no space left on device, write '/srv/plumbline/objects/x.part'"))
      }
    };
    await expect(issueCertificate(full, id)).rejects.toThrow('no space left');
    expect((await getCalibration(services, technician, id)).certificate).toMatchObject({
      state: 'failed',
      error: 'no space left on device',
      sha256: null
    });
    await expect(getCertificate(full, technician, id)).rejects.toMatchObject({ code: 'certificate_failed' });
    await issueCertificate(services, id);
    expect((await getCalibration(services, technician, id)).certificate).toMatchObject({
      state: 'issued',
      error: null
    });
  });

  test('whose file is lost is recreated to the last byte, or not at all', async () => {
    const { technician, admin } = laboratory;
    const { id } = await recorded(services, technician, internalBody(laboratory));
    const key = await issueCertificate(services, id);
    const first = await stored(key);
    await voidCalibration(services, admin, id, 'wrong reference');
    await services.store.delete(key);
    // It was issued on the 21st in London, and on the 20th in Honolulu: there the file would differ.
    const zone = process.env['TZ'];
    process.env['TZ'] = 'Pacific/Honolulu';
    await expect(getCertificate(services, technician, id)).rejects.toMatchObject({ code: 'certificate_failed' });
    expect(await stored(key)).toBeNull();
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
    await getCertificate(services, technician, id);
    const again = await stored(key);
    expect(first && again && Buffer.compare(first, again)).toBe(0);
  });

  test.each([
    ['empty', () => Buffer.alloc(0)],
    ['shorter', (pdf: Buffer) => pdf.subarray(0, -1)],
    ['of one other byte', (pdf: Buffer) => Buffer.from(pdf.map((byte, i) => (i === 5000 ? byte ^ 1 : byte)))]
  ])('whose file is %s is not served, but recreated unchanged', async (_, damage) => {
    const { technician } = laboratory;
    const { id } = await recorded(services, technician, internalBody(laboratory));
    const key = await issueCertificate(services, id);
    const first = (await stored(key)) ?? Buffer.alloc(0);
    await services.store.put(key, damage(first), { contentType: 'application/pdf' });
    const { url } = await getCertificate(services, technician, id);
    expect(url).toContain(id);
    expect(Buffer.compare(first, (await stored(key)) ?? Buffer.alloc(0))).toBe(0);
  });

  test('is downloaded as a fresh signed copy that leaves the original as it is, voided or not', async () => {
    const { technician, admin } = laboratory;
    const { id } = await recorded(services, technician, internalBody(laboratory));
    await issueCertificate(services, id);
    const before = (await getCalibration(services, technician, id)).certificate;
    const copy = await downloadCertificate(services, technician, id);
    await valid(copy.pdf);
    expect(createHash('sha256').update(copy.pdf).digest('hex')).not.toBe(before?.sha256);
    await voidCalibration(services, admin, id, 'wrong reference');
    await valid((await downloadCertificate(services, technician, id)).pdf);
    expect((await getCalibration(services, technician, id)).certificate).toEqual(before);
    const stranger = await person(services, 'admin');
    await expect(downloadCertificate(services, stranger, id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(getCertificate(services, stranger, id)).rejects.toMatchObject({ code: 'not_found' });
  });
});
