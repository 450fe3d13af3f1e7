/** A time-stamping authority that says what a test wants: true, or false in one thing. Its tokens are put together byte by byte. */
import { createHash, createPrivateKey, generateKeyPairSync, sign, X509Certificate } from 'node:crypto';
import forge from 'node-forge';
import { der, integer, oid, readDer, readParts, sequence, setOf, TAG } from '#lib/server/certificates/signature/der.ts';

const SHA256 = '2.16.840.1.101.3.4.2.1';
const TIME_STAMP_INFO = '1.2.840.113549.1.9.16.1.4';
const GENERALIZED_TIME = 0x18;
const CONTEXT_0 = 0xa0;
const DAY_MS = 24 * 3_600_000;

export type Issuer = { readonly certificatePem: string; readonly privateKeyPem: string };
type CertificateOptions = {
  readonly name: string;
  /** Null: self-signed. */
  readonly issuer: Issuer | null;
  readonly extensions: readonly object[];
  /** Days from today. */
  readonly from?: number;
  readonly to?: number;
};

export const AUTHORITY = [
  { name: 'basicConstraints', cA: true, critical: true },
  { name: 'keyUsage', keyCertSign: true, critical: true }
];
export const FOR_STAMPS = [{ name: 'extKeyUsage', timeStamping: true, critical: true }];

export function makeCertificate({ name, issuer, extensions, from = -1, to = 1 }: CertificateOptions): Issuer {
  const pair = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' }
  });
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(pair.publicKey);
  certificate.serialNumber = `01${Buffer.from(name).toString('hex')}`;
  certificate.validity.notBefore = new Date(Date.now() + from * DAY_MS);
  certificate.validity.notAfter = new Date(Date.now() + to * DAY_MS);
  const subject = [{ name: 'commonName', value: name }];
  certificate.setSubject(subject);
  certificate.setIssuer(issuer ? forge.pki.certificateFromPem(issuer.certificatePem).subject.attributes : subject);
  certificate.setExtensions([...extensions]);
  certificate.sign(forge.pki.privateKeyFromPem(issuer?.privateKeyPem ?? pair.privateKey), forge.md.sha256.create());
  return { certificatePem: forge.pki.certificateToPem(certificate), privateKeyPem: pair.privateKey };
}

export type Stamp = {
  readonly data: Uint8Array;
  readonly nonce: Uint8Array | null;
  readonly genTime: Date;
  readonly signer: Issuer;
  /** Whom the signed attributes name. */
  readonly named: Issuer;
  readonly between: readonly Issuer[];
  /** What the signature is made over besides the truth. */
  readonly spoilt: boolean;
  readonly contentType: string;
};

const raw = ({ certificatePem }: Issuer) => new X509Certificate(certificatePem).raw;
const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
const algorithm = sequence(oid(SHA256), der(TAG.nothing));
const attribute = (type: string, value: Uint8Array) => sequence(oid(type), der(TAG.set, value));

/** @returns the DER of the token (RFC 3161, 2.4.2) */
export function stampToken(stamp: Stamp): Buffer {
  const { data, nonce, genTime, signer, named, between, spoilt, contentType } = stamp;
  const time = genTime.toISOString().replaceAll(/[-:T]|\.\d+/g, '');
  const info = sequence(
    integer(Buffer.from([1])),
    oid('1.2.3.4.1'),
    sequence(algorithm, der(TAG.octets, digest(data))),
    integer(Buffer.from([7])),
    der(GENERALIZED_TIME, Buffer.from(time)),
    ...(nonce === null ? [] : [integer(nonce)])
  );
  const attributes = [
    attribute('1.2.840.113549.1.9.3', oid(contentType)),
    attribute('1.2.840.113549.1.9.4', der(TAG.octets, digest(info))),
    attribute('1.2.840.113549.1.9.16.2.47', sequence(sequence(sequence(der(TAG.octets, digest(raw(named)))))))
  ];
  const signature = sign('sha256', setOf(TAG.set, attributes), createPrivateKey(signer.privateKeyPem));
  if (spoilt) signature[40] = (signature[40] ?? 0) ^ 1;
  const [body] = readParts(readDer(raw(signer)));
  const [, serial, , issuer] = body ? readParts(body) : [];
  if (!serial || !issuer) throw new Error('The certificate cannot be read');
  const signed = sequence(
    integer(Buffer.from([3])),
    der(TAG.set, algorithm),
    sequence(oid(contentType), der(CONTEXT_0, der(TAG.octets, info))),
    der(CONTEXT_0, raw(signer), ...between.map(raw)),
    der(
      TAG.set,
      sequence(
        integer(Buffer.from([1])),
        sequence(issuer.whole, serial.whole),
        algorithm,
        setOf(CONTEXT_0, attributes),
        sequence(oid('1.2.840.113549.1.1.1'), der(TAG.nothing)),
        der(TAG.octets, signature)
      )
    )
  );
  return sequence(oid('1.2.840.113549.1.7.2'), der(CONTEXT_0, signed));
}

export const TRUE_CONTENT = TIME_STAMP_INFO;
