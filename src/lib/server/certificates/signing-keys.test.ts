import { X509Certificate, createPrivateKey } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  describeSigningCertificate,
  makeSigningKey,
  type SigningKey,
  unwrapPrivateKey,
  wrapPrivateKey
} from './signing-keys.ts';

const now = new Date('2026-11-20T14:19:00.400Z');
const secret = Buffer.alloc(32, 1);
const north = '0193f0a2-0000-7000-8000-000000000001';
const south = '0193f0a2-0000-7000-8000-000000000002';
let key: SigningKey;

beforeAll(async () => {
  key = await makeSigningKey('Größe & Söhne Kalibrierlaboratorium für elektrische Messgrößen aller Art GmbH', now);
});

describe('a signing key', () => {
  it('is RSA-2048 with a self-signed X.509 certificate of ten years that fits it', () => {
    const certificate = new X509Certificate(key.certificatePem);
    expect(certificate.checkPrivateKey(createPrivateKey(key.privateKeyPem))).toBe(true);
    expect(certificate.publicKey.asymmetricKeyDetails).toMatchObject({ modulusLength: 2048, publicExponent: 65537n });
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(certificate.ca).toBe(false);
    expect(describeSigningCertificate(key.certificatePem)).toEqual({
      algorithm: 'RSA-2048',
      fingerprint_sha256: expect.stringMatching(/^[0-9a-f]{64}$/u),
      not_before: '2026-11-20T14:19:00.000Z',
      not_after: '2036-11-20T14:19:00.000Z'
    });
  });

  it('names the organization, cut to the 64 characters that X.520 allows', () => {
    const { subject } = new X509Certificate(key.certificatePem);
    expect(subject).toContain('CN=Größe & Söhne');
    expect([...(/CN=(.*)/u.exec(subject)?.[1] ?? '')].length).toBeLessThanOrEqual(64);
  });

  it('has a positive serial number of its own', async () => {
    const serials = await Promise.all(
      [1, 2].map(async () => new X509Certificate((await makeSigningKey('A', now)).certificatePem).serialNumber)
    );
    expect(new Set(serials).size).toBe(2);
    for (const serial of serials) expect(serial).toMatch(/^[4-7][0-9A-F]{31}$/u);
  });
});

describe('a wrapped private key', () => {
  it('opens for its owner with the same secret, and is sealed differently each time', () => {
    const wrapped = wrapPrivateKey(key.privateKeyPem, { secretKey: secret }, north);
    expect(unwrapPrivateKey(wrapped, { secretKey: secret }, north)).toBe(key.privateKeyPem);
    expect(wrapPrivateKey(key.privateKeyPem, { secretKey: secret }, north)).not.toBe(wrapped);
    expect(wrapped).not.toContain('PRIVATE');
  });

  it('does not open for another organization, with another secret, or altered', () => {
    const wrapped = wrapPrivateKey(key.privateKeyPem, { secretKey: secret }, north);
    const middle = Math.floor(wrapped.length / 2);
    const altered = wrapped.slice(0, middle) + (wrapped[middle] === 'A' ? 'B' : 'A') + wrapped.slice(middle + 1);
    expect(() => unwrapPrivateKey(wrapped, { secretKey: secret }, south)).toThrow('does not open');
    expect(() => unwrapPrivateKey(wrapped, { secretKey: secret }, null)).toThrow('does not open');
    expect(() => unwrapPrivateKey(wrapped, { secretKey: Buffer.alloc(32, 2) }, north)).toThrow('does not open');
    expect(() => unwrapPrivateKey(altered, { secretKey: secret }, north)).toThrow('does not open');
    expect(() => unwrapPrivateKey(`v0.${wrapped.slice(3)}`, { secretKey: secret }, north)).toThrow('does not open');
  });
});
