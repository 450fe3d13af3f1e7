import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const VERSION = 'v1';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const AAD = Buffer.from('mail-password');

/** Its own key for its own purpose: what else is derived from the secret opens nothing here. */
const keyOf = (secretKey: Uint8Array): Buffer =>
  Buffer.from(hkdfSync('sha256', secretKey, new Uint8Array(), 'plumbline mail password v1', 32));

/** Encrypts the mail server's password for the database: AES-256-GCM under a key derived from the instance's secret. */
export function sealMailPassword(password: string, secretKey: Uint8Array): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secretKey), iv).setAAD(AAD);
  const sealed = Buffer.concat([cipher.update(password, 'utf8'), cipher.final()]);
  return `${VERSION}.${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')}`;
}

/** The stored password was sealed under another `SECRET_KEY`, or altered: nothing but entering it again helps. */
export class MailPasswordUnreadable extends Error {
  override readonly name = 'MailPasswordUnreadable';
}

/** @returns the password that `sealMailPassword` sealed. @throws MailPasswordUnreadable */
export function openMailPassword(sealed: string, secretKey: Uint8Array): string {
  const [version, payload = ''] = sealed.split('.');
  if (version !== VERSION) throw new MailPasswordUnreadable('The mail password is sealed in an unknown way');
  const bytes = Buffer.from(payload, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secretKey), bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES
  });
  try {
    decipher.setAAD(AAD).setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch {
    throw new MailPasswordUnreadable(
      'The mail password does not open: SECRET_KEY has changed. Enter the password anew'
    );
  }
}
