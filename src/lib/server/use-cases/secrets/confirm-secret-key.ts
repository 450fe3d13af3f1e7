import { openPool } from '#lib/server/db/pool.ts';
import { readSecretKeyMark, replaceSecretKeyMark } from '#lib/server/db/secret-key-mark.ts';
import { signatureOf, type SecretKeys } from '#lib/server/secrets/secret-keys.ts';
import { opensSomething } from './reseal-secrets.ts';

const PURPOSE = 'plumbline installation v1';
/** Marks a key without revealing it: what was sealed with the same key has the same mark. */
export const markOf = (secretKey: Uint8Array): string =>
  signatureOf('secret key', PURPOSE, { secretKey }).toString('hex');

/** The current key is not the one that the database is sealed with; the message says what to do. */
export class WrongSecretKey extends Error {
  override readonly name = 'WrongSecretKey';
  constructor() {
    super(
      'SECRET_KEY is not the key that this database is encrypted with, so no certificate could be signed.\n' +
        'Give back the key that belongs to the database: SECRET_KEY, or the file secret.key in DATA_DIR, from the same backup.\n' +
        'If you are replacing the key, start with the old one as SECRET_KEY_BEFORE until npm run reseal-secrets has finished.\n' +
        'If no backup has it: npm run forget-secrets.'
    );
  }
}

/**
 * Confirms, before anything is served, that the current key decrypts the secrets in the database; stores the key's mark
 * at the first start. While the key is being replaced the old one's mark stays until everything is sealed with the new
 * one.
 * @throws WrongSecretKey
 */
export async function confirmSecretKey(databaseUrl: string, secrets: SecretKeys): Promise<void> {
  const { secretKey, secretKeyBefore } = secrets;
  const known = [secretKey, ...(secretKeyBefore === undefined ? [] : [secretKeyBefore])].map(markOf);
  let mark = await readSecretKeyMark(databaseUrl);
  if (mark === null) {
    // Sealed by an earlier version, which left no mark.
    const pool = await openPool(databaseUrl, 1);
    const opens = await opensSomething({ pool, ...secrets }).finally(() => pool.end());
    if (!opens) throw new WrongSecretKey();
    await replaceSecretKeyMark(databaseUrl, null, markOf(secretKeyBefore ?? secretKey));
    // Another process may have stored the mark of another key first.
    mark = await readSecretKeyMark(databaseUrl);
  }
  if (mark === null || !known.includes(mark)) throw new WrongSecretKey();
}

/** Stores the mark of the current key once nothing is sealed with the previous one any more. */
export async function markResealed(databaseUrl: string, { secretKey }: SecretKeys): Promise<void> {
  await replaceSecretKeyMark(databaseUrl, await readSecretKeyMark(databaseUrl), markOf(secretKey));
}
