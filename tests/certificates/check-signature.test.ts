/** What the browser of whoever holds a certificate finds in its signature: authorities above the signer, and a time stamp. */
import { createPrivateKey, randomBytes, X509Certificate } from 'node:crypto';
import { Certificate, ContentInfo, SignedData } from 'pkijs';
import { describe, expect, it } from 'vitest';
import { issueCertificatePdf } from '#lib/server/certificates/issue-certificate-pdf.ts';
import { certificatesIn, fingerprintOf } from '#lib/server/certificates/signature/certificate-chain.ts';
import { detachedCms } from '#lib/server/certificates/signature/cms.ts';
import { makeSigningKey } from '#lib/server/certificates/signing-keys.ts';
import { checkFile } from '#lib/signed-file/check-file.ts';
import { checkTimeStamp } from '#lib/signed-file/time-stamp.ts';
import {
  AUTHORITY,
  FOR_STAMPS,
  makeCertificate,
  stampToken,
  TRUE_CONTENT,
  type Issuer,
  type Stamp
} from './lying-authority.ts';
import { facts } from './temperature-transmitter.ts';
import { startTimeStampAuthority } from './time-stamp-authority.ts';

const root = makeCertificate({ name: 'Root', issuer: null, extensions: AUTHORITY });
const middle = makeCertificate({ name: 'Middle', issuer: root, extensions: AUTHORITY });
const leaf = makeCertificate({ name: 'Laboratory', issuer: middle, extensions: [] });
const stamps = makeCertificate({ name: 'Stamps', issuer: middle, extensions: FOR_STAMPS });
const printOf = ({ certificatePem }: Issuer) => fingerprintOf(new X509Certificate(certificatePem));

describe('the authorities above whoever signed', { timeout: 60_000 }, () => {
  const signedWith = async (...chain: readonly Issuer[]) => {
    const chainPem = chain.map(({ certificatePem }) => certificatePem).join('');
    const { pdf } = await issueCertificatePdf(facts, { ...leaf, chainPem, signerName: 'Laboratory' });
    const { state, signer } = await checkFile(pdf);
    expect([state, signer?.fingerprint_sha256]).toEqual(['intact', printOf(leaf)]);
    return signer?.above;
  };
  const named = (name: string, one: Issuer) => ({ name, fingerprint_sha256: printOf(one) });

  it('are named nearest first, in whatever order the file has them', async () => {
    const both = [named('Middle', middle), named('Root', root)];
    expect(await signedWith(middle, root)).toEqual(both);
    expect(await signedWith(root, middle)).toEqual(both);
    expect(await signedWith(middle)).toEqual([named('Middle', middle)]);
    expect(await signedWith()).toEqual([]);
  });

  it('are none that only bear the name, are no authority, or have signed nothing below', async () => {
    const impostor = makeCertificate({ name: 'Middle', issuer: root, extensions: AUTHORITY });
    const weak = makeCertificate({ name: 'Middle', issuer: root, extensions: [] });
    expect(await signedWith(impostor, root)).toEqual([]);
    expect(await signedWith(weak, root)).toEqual([]);
    expect(await signedWith(root)).toEqual([]);
    const otherRoot = makeCertificate({ name: 'Root', issuer: null, extensions: AUTHORITY });
    expect(await signedWith(middle, otherRoot)).toEqual([named('Middle', middle)]);
  });
});

describe('the time stamp of a signature', { timeout: 60_000 }, () => {
  const now = new Date();
  const hours = (n: number) => new Date(now.getTime() + n * 3_600_000);
  /** Signs something with a stamp that differs from a true one in what `lie` says. */
  async function checked(lie: Partial<Stamp> = {}, token?: (signature: Uint8Array) => Uint8Array, signing = leaf) {
    const [certificate] = certificatesIn(signing.certificatePem);
    if (!certificate) throw new Error('no certificate');
    const key = { privateKey: createPrivateKey(signing.privateKeyPem), certificate, chain: [] };
    const cms = await detachedCms(randomBytes(20), key, (signature) => {
      const truth = { data: signature, nonce: null, genTime: now, signer: stamps, named: stamps };
      const between = [middle, root];
      const made = { ...truth, between, spoilt: false, contentType: TRUE_CONTENT, ...lie };
      return Promise.resolve(token ? token(signature) : stampToken(made));
    });
    const read = new SignedData({ schema: ContentInfo.fromBER(new Uint8Array(cms).buffer).content });
    const [info] = read.signerInfos;
    if (!info) throw new Error('no signature');
    return checkTimeStamp(info, Certificate.fromBER(new Uint8Array(certificate.raw).buffer), now);
  }
  const by = (other: Issuer): Partial<Stamp> => ({ signer: other, named: other });
  const of = (extensions: readonly object[], from = -1, to = 1) =>
    makeCertificate({ name: 'Other', issuer: middle, extensions, from, to });
  const wrong = (fault: string) => ({ fault, at: null, by: [] });

  it('is right: its time, whose it is, and the authorities above', async () => {
    expect(await checked()).toEqual({
      fault: null,
      at: `${now.toISOString().slice(0, 19)}.000Z`,
      by: [
        { name: 'Stamps', fingerprint_sha256: printOf(stamps) },
        { name: 'Middle', fingerprint_sha256: printOf(middle) },
        { name: 'Root', fingerprint_sha256: printOf(root) }
      ]
    });
  });

  it.each([
    ['imprint', { data: randomBytes(256) }],
    ['signature', { spoilt: true }],
    ['signature', { named: middle }],
    ['purpose', by(of([]))],
    ['purpose', by(of([{ name: 'extKeyUsage', timeStamping: true }]))],
    ['purpose', by(of([{ name: 'extKeyUsage', timeStamping: true, codeSigning: true, critical: true }]))],
    ['time', { genTime: hours(1) }],
    ['time', by(of(FOR_STAMPS, -9, -2))],
    ['time', by(of(FOR_STAMPS, 2, 9))],
    ['unreadable', { contentType: '1.2.840.113549.1.7.1' }]
  ] as const)('is wrong: %s, %o', async (fault, lie) => {
    expect(await checked(lie)).toEqual(wrong(fault));
  });

  it('is wrong where it cannot be read, or the signer was not valid then', async () => {
    for (const garbage of ['3000', '300d06092a864886f70d010702a0000500', '0500'])
      expect(await checked({}, () => Buffer.from(garbage, 'hex'))).toEqual(wrong('unreadable'));
    const late = makeCertificate({ name: 'Late', issuer: middle, extensions: [], from: -9, to: -2 });
    expect(await checked({}, undefined, late)).toEqual(wrong('expired'));
  });

  it('is read in a certificate that a server of openssl has stamped', async () => {
    const authority = await startTimeStampAuthority();
    try {
      const key = await makeSigningKey('Northfield', new Date());
      const timeStamps = { url: authority.url, anchorsPem: authority.certificatePem };
      const { pdf, profile } = await issueCertificatePdf(facts, { ...key, signerName: 'Northfield', timeStamps });
      expect(profile).toBe('PAdES-B-T');
      const { state, time_stamp } = await checkFile(pdf);
      expect(state).toBe('intact');
      expect(time_stamp).toMatchObject({
        fault: null,
        by: [
          {
            name: 'Time stamps for tests',
            fingerprint_sha256: fingerprintOf(new X509Certificate(authority.certificatePem))
          }
        ]
      });
    } finally {
      await authority.stop();
    }
  });
});
