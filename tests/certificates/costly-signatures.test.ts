/** Anybody may be an authority of their own: what they put into a file and its time stamps takes no longer to check than a certificate of ours. */
import { randomBytes, X509Certificate } from 'node:crypto';
import { fromBER, BitString, Integer, Sequence } from 'asn1js';
import forge from 'node-forge';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { issueCertificatePdf } from '#lib/server/certificates/issue-certificate-pdf.ts';
import { makeSigningKey } from '#lib/server/certificates/signing-keys.ts';
import { joined, textOf } from '#lib/signed-file/bytes.ts';
import { checkFile } from '#lib/signed-file/check-file.ts';
import { fillStamp, stampedBytes, stampRevision } from '#lib/signed-file/revisions.ts';
import { readWrittenPdf } from '#lib/signed-file/written-pdf.ts';
import { AUTHORITY, FOR_STAMPS, makeCertificate, stampToken, TRUE_CONTENT, type Issuer } from './lying-authority.ts';
import { facts } from './temperature-transmitter.ts';

const root = makeCertificate({ name: 'Root', issuer: null, extensions: AUTHORITY });
const middle = makeCertificate({ name: 'Middle', issuer: root, extensions: AUTHORITY });
const signer = makeCertificate({ name: 'Stamps', issuer: middle, extensions: FOR_STAMPS });
/** Authorities of the right name that did not sign it. */
const namesake = makeCertificate({ name: 'Middle', issuer: root, extensions: AUTHORITY });

let pdf: Uint8Array;
beforeAll(async () => {
  const key = await makeSigningKey('Laboratory', new Date());
  pdf = (await issueCertificatePdf(facts, { ...key, signerName: 'Northfield' })).pdf;
});

/** With so many time stamps, each of which brings these certificates along. */
function stamped(count: number, between: readonly Issuer[], by = signer): Uint8Array {
  const room = 4000 + between.reduce((sum, { certificatePem }) => sum + certificatePem.length, 0);
  let made = pdf;
  for (let i = 0; i < count; i++) {
    const revision = stampRevision(readWrittenPdf(textOf(made)), room);
    const data = stampedBytes(made, revision);
    const said = { nonce: null, genTime: new Date(), spoilt: false, contentType: TRUE_CONTENT };
    const token = stampToken({ ...said, data, signer: by, named: by, between });
    made = joined([made, fillStamp(revision, made.length, token)]);
  }
  return made;
}

/** The same certificate, with a public key of these sizes; its signature is no longer right. */
function withKey({ certificatePem, privateKeyPem }: Issuer, modulus: number, exponent: number): Issuer {
  const { result } = fromBER(new Uint8Array(new X509Certificate(certificatePem).raw));
  const [body] = (result as Sequence).valueBlock.value;
  const key = (body as Sequence).valueBlock.value[6] as Sequence;
  const number = (bytes: number) => {
    const value = randomBytes(bytes);
    value[0] = 0x7f;
    value[bytes - 1] = (value[bytes - 1] ?? 0) | 1;
    return new Integer({ valueHex: new Uint8Array(value) });
  };
  const numbers = new Sequence({ value: [number(modulus), number(exponent)] });
  key.valueBlock.value[1] = new BitString({ valueHex: new Uint8Array(numbers.toBER()) });
  const der = Buffer.from(result.toBER()).toString('base64');
  return { certificatePem: `-----BEGIN CERTIFICATE-----\n${der}\n-----END CERTIFICATE-----\n`, privateKeyPem };
}

/** How it is found, how many time stamps, and how many signatures were checked for that. */
async function checked(bytes: Uint8Array) {
  const verify = vi.spyOn(crypto.subtle, 'verify');
  const { state, document_stamps } = await checkFile(bytes);
  const verified = verify.mock.calls.length;
  verify.mockRestore();
  return { state, stamps: document_stamps.length, verified };
}

describe('a certificate with time stamps', { timeout: 60_000 }, () => {
  it('of ten years is intact, and each signature of it is checked once', async () => {
    // The signature of the file; of each time stamp its own, that of its certificate and that of the authority above.
    expect(await checked(stamped(20, [middle, root]))).toEqual({ state: 'intact', stamps: 20, verified: 1 + 20 * 3 });
  });

  it('whose message has more certificates than a chain can have is altered, and none is tried', async () => {
    const others = Array.from({ length: 17 }, () => namesake);
    expect(await checked(stamped(1, [...others, middle, root]))).toMatchObject({ state: 'intact', stamps: 1 });
    const many = stamped(1, [namesake, ...others, middle, root]);
    expect(await checked(many)).toEqual({ state: 'altered', stamps: 0, verified: 1 });
  });

  it.each([
    ['an exponent as long as its modulus', 384, 384],
    ['an exponent of 33 bits', 256, 5],
    ['a modulus of 16384 bits', 2048, 3]
  ])('that brings a key with %s is altered, and the key is not used', async (_, modulus, exponent) => {
    for (const bytes of [
      stamped(1, [withKey(namesake, modulus, exponent), middle, root]),
      stamped(1, [middle, root], withKey(signer, modulus, exponent))
    ]) {
      expect(await checked(bytes)).toEqual({ state: 'altered', stamps: 0, verified: 1 });
    }
  });

  it('with ordinary large keys is intact', async () => {
    expect(await checked(stamped(1, [withKey(namesake, 1024, 4), middle, root]))).toMatchObject({ state: 'intact' });
  });

  it('is given up after some hundred signatures of certificates, however many there are to try', async () => {
    const others = Array.from({ length: 17 }, () => namesake);
    const { state, verified } = await checked(stamped(36, [...others, middle, root]));
    expect(state).toBe('altered');
    expect(verified).toBeLessThan(700);
  });

  it('is not checked with an authority of the same name whose key is not the one that is stated', async () => {
    const keyed = () =>
      makeCertificate({ name: 'Keyed', issuer: root, extensions: [...AUTHORITY, { name: 'subjectKeyIdentifier' }] });
    const [right, wrong] = [keyed(), keyed()];
    const keyIdentifier = forge.pki.certificateFromPem(right.certificatePem).generateSubjectKeyIdentifier().getBytes();
    const named = [...FOR_STAMPS, { name: 'authorityKeyIdentifier', keyIdentifier }];
    const by = makeCertificate({ name: 'Keyed stamps', issuer: right, extensions: named });
    const bytes = stamped(1, [...Array.from({ length: 10 }, () => wrong), right, root], by);
    expect(await checked(bytes)).toEqual({ state: 'intact', stamps: 1, verified: 4 });
  });
});
