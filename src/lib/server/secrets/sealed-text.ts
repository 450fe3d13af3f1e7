import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { keyFor, knownSecrets, type SecretKeys } from './secret-keys.ts';

const VERSION = 'v1';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The context of a sealed text, needed to open it: the purpose of its key, and its owner. */
export type Seal = { readonly purpose: string; readonly bound: string };

/**
 * Encrypts a text for the database: AES-256-GCM with a key derived from the current secret and a new nonce each time.
 */
export function sealText(text: string, { purpose, bound }: Seal, { secretKey }: SecretKeys): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyFor(purpose, secretKey), iv).setAAD(Buffer.from(bound, 'utf8'));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return `${VERSION}.${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')}`;
}

/** @returns the text; null where it was altered, is bound to something else, or was sealed under a secret that is not known. */
export function openSealed(sealed: string, seal: Seal, secrets: SecretKeys): string | null {
  const [version, payload = ''] = sealed.split('.');
  if (version !== VERSION) return null;
  const bytes = Buffer.from(payload, 'base64url');
  for (const secret of knownSecrets(secrets)) {
    const text = openWith(secret, bytes, seal);
    if (text !== null) return text;
  }
  return null;
}

function openWith(secret: Uint8Array, bytes: Buffer, { purpose, bound }: Seal): string | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyFor(purpose, secret), bytes.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES
    });
    decipher.setAAD(Buffer.from(bound, 'utf8')).setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

/**
 * A sealed text under the present secret: as it stands where it is that already, else sealed anew.
 * @returns null where it does not open
 */
export function resealed(sealed: string, seal: Seal, secrets: SecretKeys): string | null {
  if (openSealed(sealed, seal, { secretKey: secrets.secretKey }) !== null) return sealed;
  const text = openSealed(sealed, seal, secrets);
  return text === null ? null : sealText(text, seal, secrets);
}
