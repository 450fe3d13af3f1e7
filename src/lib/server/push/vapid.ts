import { createECDH, createPrivateKey, sign, type KeyObject } from 'node:crypto';

/** What tells push services who sends (RFC 8292). */
export type Vapid = {
  /** Uncompressed point of P-256, base64url: browsers are given it when they subscribe. */
  readonly publicKey: string;
  readonly privateKey: KeyObject;
  /** Whom the service's operator can reach: mailto: or https:. */
  readonly subject: string;
};

/** Services refuse more than a day; the message is sent at once. */
const VALID_SECONDS = 12 * 3600;

/**
 * @param keys base64url, as `npm run vapid-keys` prints them
 * @throws Error if they do not belong together
 */
export function vapidOf(keys: {
  readonly publicKey: string;
  readonly privateKey: string;
  readonly subject: string;
}): Vapid {
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(Buffer.from(keys.privateKey, 'base64url'));
  const point = ecdh.getPublicKey();
  if (point.toString('base64url') !== keys.publicKey)
    throw new Error('the public key does not belong to the private one');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const jwk = { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '', d: ecdh.getPrivateKey().toString('base64url') };
  return {
    publicKey: keys.publicKey,
    privateKey: createPrivateKey({ key: jwk, format: 'jwk' }),
    subject: keys.subject
  };
}

/** New keys, base64url. */
export function newVapidKeys(): { readonly publicKey: string; readonly privateKey: string } {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  const privateKey = ecdh.getPrivateKey();
  // Leading zeros belong to it.
  const whole = Buffer.concat([Buffer.alloc(32 - privateKey.byteLength), privateKey]);
  return { publicKey: ecdh.getPublicKey('base64url'), privateKey: whole.toString('base64url') };
}

/** The header that says who sends to an endpoint. */
export function vapidAuthorization({ publicKey, privateKey, subject }: Vapid, endpoint: string, now: Date): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor(now.getTime() / 1000) + VALID_SECONDS,
    sub: subject
  };
  const signed = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`;
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey}`;
}
