import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

/** A device's keys, base64url: its public key (uncompressed point of P-256) and its secret of 16 bytes. */
export type DeviceKeys = { readonly p256dh: string; readonly auth: string };

/** Of one message, random unless a test gives them. */
type Ephemeral = { readonly privateKey?: Buffer; readonly salt?: Buffer };

/** More than any message has. */
const RECORD_BYTES = 4096;

/**
 * Encrypts a message so that only the device can read it, not the push service in between (RFC 8291, with the coding of RFC 8188).
 * @throws Error if the public key is no point of the curve
 */
export function encryptPush(
  message: string,
  { p256dh, auth }: DeviceKeys,
  { privateKey, salt = randomBytes(16) }: Ephemeral = {}
): Buffer {
  const device = Buffer.from(p256dh, 'base64url');
  const own = createECDH('prime256v1');
  if (privateKey === undefined) own.generateKeys();
  else own.setPrivateKey(privateKey);
  const ownPublic = own.getPublicKey();
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), device, ownPublic]);
  const secret = derive(own.computeSecret(device), Buffer.from(auth, 'base64url'), info, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  // The only record, and so the last one: its padding begins with 2.
  const record = Buffer.concat([cipher.update(message, 'utf8'), cipher.update(Buffer.of(2)), cipher.final()]);
  const head = Buffer.alloc(5);
  head.writeUInt32BE(RECORD_BYTES, 0);
  head.writeUInt8(ownPublic.byteLength, 4);
  return Buffer.concat([salt, head, ownPublic, record, cipher.getAuthTag()]);
}

const derive = (secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));

/** Whether these can be a device's keys. */
export function areDeviceKeys({ p256dh, auth }: DeviceKeys): boolean {
  if (Buffer.from(auth, 'base64url').byteLength !== 16) return false;
  try {
    const ecdh = createECDH('prime256v1');
    ecdh.generateKeys();
    return ecdh.computeSecret(Buffer.from(p256dh, 'base64url')).byteLength === 32;
  } catch {
    return false;
  }
}
