import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueCertificatePdf } from '#lib/server/certificates/issue-certificate-pdf.ts';
import { makeSigningKey, type SigningKey } from '#lib/server/certificates/signing-keys.ts';
import { opensslVerify, pdfPrograms, qpdfCheck, run, signedParts, withFiles } from './outside-validators.ts';
import { facts } from './temperature-transmitter.ts';
import { startTimeStampAuthority, type TimeStampAuthority } from './time-stamp-authority.ts';

let key: SigningKey;
let authority: TimeStampAuthority;
const signerName = 'Northfield Calibration Laboratory';
const trusted = () => ({ url: authority.url, anchorsPem: authority.certificatePem });

beforeAll(async () => {
  [key, authority] = await Promise.all([makeSigningKey('Northfield', new Date()), startTimeStampAuthority()]);
});
afterAll(() => authority.stop());

describe('a certificate signed with a time stamp server', { timeout: 30_000 }, () => {
  it('is PAdES B-T: the stamp over its signature verifies, and the signature stays valid', async () => {
    const issued = await issueCertificatePdf(facts, { ...key, signerName, timeStamps: trusted() });
    expect(issued).toMatchObject({ profile: 'PAdES-B-T', warnings: [] });
    const parts = signedParts(issued.pdf);
    expect((await opensslVerify(parts, key.certificatePem)).output).toContain('CAdES Verification successful');
    expect((await pdfPrograms('pdfsig', issued.pdf)).output).toContain('Signature is Valid');
    expect((await qpdfCheck(issued.pdf)).code).toBe(0);
    const shown = await withFiles({ cms: parts.cms }, (path) =>
      run('openssl', ['cms', '-cmsout', '-print', '-noout', '-inform', 'DER', '-in', path('cms')])
    );
    expect(shown.output).toContain('id-smime-aa-timeStampToken');
    expect(await verifiedByOpenssl(parts.cms, authority.certificatePem)).toContain('Verification: OK');
  });

  it.each([
    ['is not there', 'http://127.0.0.1:9/', 'fetch failed'],
    ['answers nonsense', 'nonsense', 'No time stamp:'],
    ['refuses', 'refusal', 'No time stamp:']
  ])('falls back to B-B with a warning where the server %s', async (_, where, reason) => {
    const broken = await startBrokenServer(
      where === 'refusal' ? Buffer.from('30053003020102', 'hex') : Buffer.from('<html>')
    );
    try {
      const timeStamps = { ...trusted(), url: where.startsWith('http') ? where : broken.url };
      const issued = await issueCertificatePdf(facts, { ...key, signerName, timeStamps });
      expect(issued.profile).toBe('PAdES-B-B');
      expect(issued.warnings).toEqual([expect.stringContaining(reason)]);
      expect((await opensslVerify(signedParts(issued.pdf), key.certificatePem)).code).toBe(0);
    } finally {
      await broken.stop();
    }
  });

  it('falls back to B-B with a warning where the time stamp leads to no authority that is trusted', async () => {
    const issued = await issueCertificatePdf(facts, { ...key, signerName, timeStamps: { url: authority.url } });
    expect(issued.profile).toBe('PAdES-B-B');
    expect(issued.warnings).toEqual([
      'No time stamp: the certificate of Time stamps for tests leads to no authority that is trusted'
    ]);
  });
});

async function startBrokenServer(answer: Buffer): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = createServer((_, response) => response.end(answer));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  };
}

/** Cuts signature and token out with OpenSSL itself, so that none of our own reading vouches for our own writing. */
async function verifiedByOpenssl(cms: Buffer, authorityPem: string): Promise<string> {
  return withFiles({ cms, 'tsa.pem': authorityPem }, async (path) => {
    const parsed = (await run('openssl', ['asn1parse', '-inform', 'DER', '-in', path('cms')])).output.split('\n');
    const stamp = parsed.findIndex((line) => line.includes('id-smime-aa-timeStampToken'));
    const token = /^\s*(\d+):/u.exec(parsed[stamp + 2] ?? '')?.[1] ?? '';
    const signature =
      parsed
        .slice(0, stamp)
        .reverse()
        .find((line) => /OCTET STRING/u.test(line)) ?? '';
    const at = /^\s*(\d+):d=\d+\s+hl=(\d+)\s+l=\s*(\d+)/u.exec(signature);
    const start = Number(at?.[1]) + Number(at?.[2]);
    await writeFile(path('signature'), cms.subarray(start, start + Number(at?.[3])));
    await run('openssl', [
      'asn1parse',
      '-inform',
      'DER',
      '-in',
      path('cms'),
      '-strparse',
      token,
      '-noout',
      '-out',
      path('token')
    ]);
    const verified = await run('openssl', [
      ...['ts', '-verify', '-data', path('signature'), '-in', path('token'), '-token_in', '-CAfile', path('tsa.pem')]
    ]);
    return verified.output;
  });
}
