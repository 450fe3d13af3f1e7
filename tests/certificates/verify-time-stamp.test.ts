/** A time-stamping authority is believed only where its token answers the request, now, by a certificate that is trusted for it. */
import { createHash, randomBytes, X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { verifyTimeStamp, type ExpectedStamp } from '#lib/server/certificates/signature/verify-time-stamp.ts';
import {
  AUTHORITY,
  FOR_STAMPS,
  makeCertificate,
  stampToken,
  TRUE_CONTENT,
  type Issuer,
  type Stamp
} from './lying-authority.ts';

const root = makeCertificate({ name: 'Root', issuer: null, extensions: AUTHORITY });
const middle = makeCertificate({ name: 'Middle', issuer: root, extensions: AUTHORITY });
const signer = makeCertificate({ name: 'Stamps', issuer: middle, extensions: FOR_STAMPS });
const stranger = makeCertificate({ name: 'Stranger', issuer: null, extensions: AUTHORITY });
const of = (name: string, issuer: Issuer, extensions: readonly object[], from = -1, to = 1) =>
  makeCertificate({ name, issuer, extensions, from, to });

const data = randomBytes(256);
// The first byte is zero: DER leaves it out.
const nonce = Buffer.concat([Buffer.from([0]), randomBytes(7)]);
const now = new Date();
const truth: Stamp = {
  ...{ data, nonce, genTime: now, signer, named: signer, between: [middle], spoilt: false },
  contentType: TRUE_CONTENT
};
const expected: ExpectedStamp = { data, nonce, now, anchors: [new X509Certificate(root.certificatePem)] };
const by = (other: Issuer): Partial<Stamp> => ({ signer: other, named: other });
const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
const minutes = (n: number) => new Date(now.getTime() + n * 60_000);

it('a true token is believed, also with an authority between, and by its own certificate as the anchor', async () => {
  await verifyTimeStamp(stampToken(truth), expected);
  await verifyTimeStamp(stampToken({ ...truth, between: [] }), {
    ...expected,
    anchors: [new X509Certificate(signer.certificatePem)]
  });
  await verifyTimeStamp(stampToken({ ...truth, genTime: minutes(-4) }), expected);
});

describe('a token is refused', () => {
  it.each<[string, Partial<Stamp>, string]>([
    ['about something else', { data: randomBytes(256) }, 'about something else'],
    ['with another nonce', { nonce: randomBytes(8) }, 'another request'],
    ['without a nonce', { nonce: null }, 'another request'],
    ['of an hour ago', { genTime: minutes(-60) }, 'five minutes'],
    ['of in an hour', { genTime: minutes(60) }, 'five minutes'],
    ['with a spoilt signature', { spoilt: true }, 'signature of the token is wrong'],
    ['that names another certificate', { named: middle }, 'does not name its certificate'],
    ['that is no time stamp', { contentType: '1.2.840.113549.1.7.1' }, 'is not a time stamp'],
    ['by a certificate without a purpose', by(of('None', middle, [])), 'not for time-stamping alone'],
    [
      'by a certificate whose purpose is not critical',
      by(of('Weak', middle, [{ name: 'extKeyUsage', timeStamping: true }])),
      'not for time-stamping alone'
    ],
    [
      'by a certificate for more',
      by(of('More', middle, [{ name: 'extKeyUsage', timeStamping: true, codeSigning: true, critical: true }])),
      'not for time-stamping alone'
    ],
    [
      'by a certificate for servers',
      by(of('Server', middle, [{ name: 'extKeyUsage', serverAuth: true, critical: true }])),
      'not for'
    ],
    [
      'by a certificate that has expired',
      by(of('Old', middle, FOR_STAMPS, -9, -2)),
      'certificate of Old is not valid on'
    ],
    [
      'by a certificate of the future',
      by(of('Young', middle, FOR_STAMPS, 2, 9)),
      'certificate of Young is not valid on'
    ],
    ['by a stranger', { ...by(of('Own', stranger, FOR_STAMPS)), between: [stranger] }, 'no authority that is trusted'],
    ['whose way is cut', { between: [] }, 'no authority that is trusted'],
    [
      'by one whose issuer is no authority',
      { ...by(of('Leaf', signer, FOR_STAMPS)), between: [signer, middle] },
      'no authority'
    ]
  ])('%s', async (_, lie, reason) => {
    await expect(verifyTimeStamp(stampToken({ ...truth, ...lie }), expected)).rejects.toThrow(reason);
  });

  it.each(['', '3003020100', '300d06092a864886f70d010702a0000500', '3080'])('that is garbage: %s', async (hex) => {
    await expect(verifyTimeStamp(Buffer.from(hex, 'hex'), expected)).rejects.toThrow(/token/);
  });

  it('with a bit of what is stamped, of the signature or of its certificate turned', { timeout: 60_000 }, async () => {
    const token = stampToken(truth);
    const certificate = new X509Certificate(signer.certificatePem).raw;
    const meaning = [digest(data), certificate.subarray(-256), token.subarray(-256)];
    for (const part of meaning) {
      const start = token.lastIndexOf(part);
      expect(start).toBeGreaterThan(0);
      for (const at of [start, start + 7, start + part.length - 1]) {
        const mutant = Buffer.from(token);
        mutant[at] = (mutant[at] ?? 0) ^ 0x10;
        await expect(verifyTimeStamp(mutant, expected), String(at)).rejects.toThrow();
      }
    }
  });
});
