import { createHash, X509Certificate } from 'node:crypto';
import { ObjectIdentifier, OctetString, Sequence } from 'asn1js';
import { Attribute, Certificate, SignedAndUnsignedAttributes, SignerInfo } from 'pkijs';
import { beforeAll, expect, it, vi } from 'vitest';
import { makeSigningKey } from '#lib/server/certificates/signing-keys.ts';
import { namesCertificate, rawOf } from './certificates.ts';

let raw: Buffer;
let certificate: Certificate;
beforeAll(async () => {
  const { certificatePem } = await makeSigningKey('Laboratory', new Date());
  raw = new X509Certificate(certificatePem).raw;
  certificate = Certificate.fromBER(new Uint8Array(raw));
});

const naming = (hash: Buffer, algorithm: readonly Sequence[] = []): Attribute => {
  const id = new Sequence({ value: [...algorithm, new OctetString({ valueHex: new Uint8Array(hash) })] });
  const values = [new Sequence({ value: [new Sequence({ value: [id] })] })];
  return new Attribute({ type: '1.2.840.113549.1.9.16.2.47', values });
};
/** By the older attribute, whose hash is SHA-1 (RFC 2634). */
const namingByOlder = (hash: Buffer): Attribute => {
  const { values } = naming(hash);
  return new Attribute({ type: '1.2.840.113549.1.9.16.2.12', values });
};
const signed = (...attributes: readonly Attribute[]): SignerInfo =>
  new SignerInfo({ signedAttrs: new SignedAndUnsignedAttributes({ type: 0, attributes: [...attributes] }) });
const sha = (name: string, bytes: Uint8Array): Buffer => createHash(name).update(bytes).digest();
const SHA_512 = new Sequence({ value: [new ObjectIdentifier({ value: '2.16.840.1.101.3.4.2.3' })] });

it('has the bytes of a certificate as they were read', () => {
  expect(Buffer.from(rawOf(certificate)).equals(raw)).toBe(true);
});

it('knows whether what was signed names the certificate, by any of the hashes', async () => {
  expect(await namesCertificate(signed(naming(sha('sha256', raw))), certificate)).toBe(true);
  expect(await namesCertificate(signed(naming(sha('sha512', raw), [SHA_512])), certificate)).toBe(true);
  expect(await namesCertificate(signed(naming(sha('sha256', raw.subarray(1)))), certificate)).toBe(false);
  expect(await namesCertificate(signed(), certificate)).toBe(false);
});

it('is named by both kinds of attribute, where there are both', async () => {
  const [older, newer] = [namingByOlder(sha('sha1', raw)), naming(sha('sha256', raw))];
  expect(await namesCertificate(signed(older, newer), certificate)).toBe(true);
  const other = Buffer.from('another');
  expect(await namesCertificate(signed(older, naming(sha('sha256', other))), certificate)).toBe(false);
  expect(await namesCertificate(signed(namingByOlder(sha('sha1', other)), newer), certificate)).toBe(false);
});

it('does not try one name after another: of each kind there is one', async () => {
  const digest = vi.spyOn(crypto.subtle, 'digest');
  const wrong = Array.from({ length: 300 }, (_, i) => naming(sha('sha256', Buffer.from([i]))));
  expect(await namesCertificate(signed(...wrong, naming(sha('sha256', raw))), certificate)).toBe(false);
  expect(digest).not.toHaveBeenCalled();
  digest.mockRestore();
});
