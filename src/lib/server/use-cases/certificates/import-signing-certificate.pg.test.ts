import { randomUUID, X509Certificate } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run, withFiles } from '../../../../../tests/certificates/outside-validators.ts';
import { SIGNING, startAuthority, type Authority } from '../../../../../tests/certificates/openssl-authority.ts';
import {
  calibratedLaboratory,
  internalBody,
  recorded,
  type CalibratedLaboratory
} from '../../../../../tests/support/calibrated-laboratory.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import { signedIn } from '../../../../../tests/support/installation-sides.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { validatePdf } from '../../../../../tests/support/validate-pdf.ts';
import { handlers } from '#lib/server/jobs/registry.ts';
import { verifyFile } from '#lib/server/use-cases/certificates/verify-certificate.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { checkFile } from '#lib/signed-file/check-file.ts';
import { downloadCertificate } from './download-certificate.ts';
import { ensureSigningCertificate } from './ensure-signing-certificate.ts';
import { importSigningCertificate, replaceSigningCertificate } from './import-signing-certificate.ts';
import { issueCertificate } from './issue-certificate.ts';
import { getAuthorityCertificate, getRevocationList } from './read-authority.ts';
import { getSigningCertificate, getSigningCertificatePem } from './signing-certificates.ts';

const PASSWORD = 'a word that stays nowhere';
let database: TestDatabase;
let services: Services;
let laboratory: CalibratedLaboratory;
let authority: Authority;
beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database, { now: () => new Date() });
  authority = await startAuthority();
}, 60_000);
afterAll(async () => {
  await authority.stop();
  await database.drop();
});

/** A laboratory of its own: what signs belongs to the organization. */
const another = async (prefix: string) => {
  const founded = await calibratedLaboratory(services, { certificate_prefix: prefix });
  laboratory = { ...founded, admin: await signedIn(database, founded.admin) };
  return laboratory;
};
async function fileOf(name: string, dates?: readonly [string, string]): Promise<string> {
  const { path, openssl, read, issue } = authority;
  await issue(name, { issuer: 'middle', extensions: SIGNING, ...(dates && { dates }) });
  await writeFile(path('above.pem'), Buffer.concat([await read('middle.pem'), await read('root.pem')]));
  await openssl(
    ...['pkcs12', '-export', '-inkey', path(`${name}.key`), '-in', path(`${name}.pem`), '-certfile', path('above.pem')],
    ...['-passout', `pass:${PASSWORD}`, '-out', path(`${name}.p12`)]
  );
  return (await read(`${name}.p12`)).toString('base64');
}
const bring = (pkcs12: string, password = PASSWORD) =>
  importSigningCertificate(services, laboratory.admin, laboratory.organizationId, { pkcs12, password });
const current = () => getSigningCertificate(services, laboratory.technician, laboratory.organizationId);
const replace = () => replaceSigningCertificate(services, laboratory.admin, laboratory.organizationId);
async function issued(of: Services = services): Promise<Buffer> {
  const { id } = await recorded(of, laboratory.technician, internalBody(laboratory));
  const stored = await services.store.get(await issueCertificate(of, id));
  if (stored === null) throw new Error('The certificate is not stored');
  return buffer(stored.stream);
}
const stamp = (day: Date) =>
  day
    .toISOString()
    .replaceAll(/[-:T]|\.\d+/gu, '')
    .slice(0, 14) + 'Z';
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

describe('an organization’s own certificate', () => {
  test('signs from then on, with its chain, and is put aside again; earlier signatures stay known', async () => {
    await another('OWN');
    const before = await issued();
    expect(await bring(await fileOf('own'))).toMatchObject({
      kind: 'imported',
      subject: 'own',
      issuer: 'middle',
      algorithm: 'RSA-2048',
      authority_id: null
    });
    const own = await issued();
    await validatePdf(own, (await authority.read('root.pem')).toString());
    const checked = await checkFile(own);
    expect(checked).toMatchObject({ state: 'intact', signer: { name: 'own' } });
    const { pdf: copy } = await downloadCertificate(
      services,
      laboratory.technician,
      (await recorded(services, laboratory.technician, internalBody(laboratory))).id
    );
    expect(await checkFile(copy)).toMatchObject({ state: 'intact', signer: { name: 'own' } });

    await replace();
    expect(await current()).toBeNull();
    const after = await issued();
    expect(await current()).toMatchObject({ kind: 'issued_here', issuer: expect.stringContaining('Plumbline CA') });
    await validatePdf(
      after,
      await getSigningCertificatePem(services, laboratory.technician, laboratory.organizationId)
    );
    for (const pdf of [before, own, after]) {
      const file = await checkFile(pdf);
      const { signed_by, result } = await verifyFile(services, '198.51.100.7', {
        sha256: '0'.repeat(64),
        checked: file
      });
      expect([result, signed_by?.is_known]).toEqual(['signed_copy', true]);
    }
    // The same file again, also twice at once.
    const file = (await authority.read('own.p12')).toString('base64');
    await Promise.all([bring(file), bring(file)]);
    expect(await current()).toMatchObject({ kind: 'imported', subject: 'own' });
    await validatePdf(await issued(), (await authority.read('root.pem')).toString());
  });

  test('is refused by its reason, and nothing changes', async () => {
    await another('REFUSED');
    const old = await fileOf('expired', ['20200101000000Z', '20210101000000Z']);
    for (const [file, password, reason] of [
      [old, PASSWORD, 'expired'],
      [old, 'wrong', 'wrong_password'],
      [Buffer.from('no file').toString('base64'), PASSWORD, 'unreadable']
    ] as const)
      await expect(bring(file, password)).rejects.toMatchObject({ code: 'bad_request', context: { reason } });
    expect(await current()).toBeNull();
    await expect(
      importSigningCertificate(services, laboratory.technician, laboratory.organizationId, {
        pkcs12: old,
        password: ''
      })
    ).rejects.toMatchObject({ code: 'forbidden' });
    await expect(replace()).rejects.toMatchObject({ code: 'no_certificate' });
  });

  test('needs a proof of identity within ten minutes, as does its replacement; an access token cannot give one', async () => {
    await another('PROOF');
    const file = await fileOf('proved');
    const { admin, organizationId } = laboratory;
    const prove = (ago: string) =>
      execute(database.url, 'UPDATE sessions SET proved_at = now() - $2::interval WHERE id = $1', [
        admin.sessionId,
        ago
      ]);
    await prove('11 minutes');
    await expect(bring(file)).rejects.toMatchObject({ code: 'proof_required' });
    expect(await current()).toBeNull();
    await prove('9 minutes');
    await bring(file);
    await prove('11 minutes');
    await expect(replace()).rejects.toMatchObject({ code: 'proof_required' });
    expect(await current()).toMatchObject({ kind: 'imported' });
    const { sessionId: _, ...token } = admin;
    for (const by of [token, { ...admin, sessionId: randomUUID() }]) {
      const body = { pkcs12: file, password: PASSWORD };
      await expect(importSigningCertificate(services, by, organizationId, body)).rejects.toMatchObject({ code: 'forbidden' }); // prettier-ignore
      await expect(replaceSigningCertificate(services, by, organizationId)).rejects.toMatchObject({
        code: 'forbidden'
      });
    }
    await prove('0 minutes');
    await replace();
    expect(await current()).toBeNull();
  });

  test('leaves neither its password nor its key in clear', async () => {
    await another('CLEAR');
    await bring(await fileOf('sealed'));
    const { rows } = await execute(
      database.url,
      `SELECT to_jsonb(s)::text AS row FROM signing_certificates s WHERE organization_id = $1
       UNION ALL SELECT to_jsonb(a)::text FROM audit_log a WHERE organization_id = $1`,
      [laboratory.organizationId]
    );
    expect(rows.length).toBeGreaterThan(1);
    for (const { row } of rows) {
      expect(row).not.toContain(PASSWORD);
      expect(row).not.toContain('PRIVATE KEY');
    }
    expect(rows.map(({ row }) => String(row)).join()).toContain('organization.signing_certificate_imported');
  });

  test('is warned of once, 60 days before it expires, and does not stop certificates when it has', async () => {
    await another('EXPIRES');
    await bring(await fileOf('short', [stamp(inDays(-1)), stamp(inDays(90))]));
    const told = async (days: number) => {
      const later = { ...services, now: () => inDays(days) };
      await handlers.keep_signatures(later, {});
      const { rows } = await execute(
        database.url,
        `SELECT payload FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
         WHERE t.identifier = 'notify_signing_certificate_expires'`
      );
      for (const { payload } of rows) await handlers.notify_signing_certificate_expires(later, payload);
      return (
        await execute(
          database.url,
          `SELECT parameters FROM notifications WHERE category = 'signing_certificate_expires' AND organization_id = $1`,
          [laboratory.organizationId]
        )
      ).rows;
    };
    expect(await told(29)).toEqual([]);
    const [notice, ...more] = await told(31);
    expect(notice.parameters.expires_on).toBe(inDays(90).toISOString().slice(0, 10));
    const managers = 1 + more.length;
    expect(await told(32)).toHaveLength(managers);
    const afterwards = { ...services, now: () => inDays(91) };
    const { certificatePem } = await ensureSigningCertificate(afterwards, {
      organizationId: laboratory.organizationId,
      name: 'Laboratory'
    });
    expect(new X509Certificate(certificatePem).issuer).toContain('Plumbline CA');
  });
});

describe('this installation’s authority', () => {
  test('issues what organizations sign with, and lists what they have replaced', async () => {
    await another('CA');
    const pdf = await issued();
    const first = await current();
    const id = first?.authority_id ?? '';
    const root = Buffer.from(await getAuthorityCertificate(services, id));
    const rootPem = new X509Certificate(root).toString();
    await validatePdf(pdf, rootPem);
    const signing = async () =>
      (await getSigningCertificatePem(services, laboratory.technician, laboratory.organizationId)).split(
        /(?<=CERTIFICATE-----\n)(?=-----BEGIN)/u
      )[0] ?? '';
    const old = await signing();
    const asked = async (pem: string) =>
      withFiles(
        { 'root.pem': rootPem, 'a.pem': pem, 'list.crl': await getRevocationList(services, id) },
        async (path) => {
          const shown = await run('openssl', [
            'crl',
            '-inform',
            'DER',
            '-in',
            path('list.crl'),
            '-CAfile',
            path('root.pem'),
            '-text',
            '-out',
            path('list.pem')
          ]);
          const verified = await run('openssl', [
            ...['verify', '-x509_strict', '-purpose', 'any', '-crl_check', '-CAfile', path('root.pem')],
            ...['-CRLfile', path('list.pem'), path('a.pem')]
          ]);
          return { list: shown.output, verified: verified.output };
        }
      );
    expect(await asked(old)).toMatchObject({
      list: expect.stringContaining('verify OK'),
      verified: expect.stringContaining(': OK')
    });
    await replace();
    await issued();
    expect((await asked(old)).verified).toContain('certificate revoked');
    expect((await asked(await signing())).verified).toContain(': OK');
    expect((await current())?.authority_id).toBe(id);
    expect((await current())?.fingerprint_sha256).not.toBe(first?.fingerprint_sha256);
    // Equal lists on one day.
    expect(await getRevocationList(services, id)).toEqual(await getRevocationList(services, id));
    await expect(getRevocationList(services, laboratory.organizationId)).rejects.toMatchObject({ code: 'not_found' });
  });
});
