/** Second factors, arranged in the database, and the codes that an authenticator app would show. */
import { Secret, TOTP } from 'otpauth';
import { recoveryCodeHash } from '#lib/server/auth/recovery-codes.ts';
import { newTotpSecret } from '#lib/server/auth/totp.ts';
import { sealText } from '#lib/server/secrets/sealed-text.ts';
import { totpSeal } from '#lib/server/secrets/totp-seal.ts';
import type { SecretKeys } from '#lib/server/secrets/secret-keys.ts';

type Run = (statement: string, values?: unknown[]) => Promise<unknown>;

/** What the app shows at an instant. */
export const codeAt = (secret: string, at: Date): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() });

/** The code of the step after the one that an instant is in: right, and later than any that was used before. */
export const nextCode = (secret: string, at = new Date()): string => codeAt(secret, new Date(at.getTime() + 30_000));

/** Gives a person a second factor in force. @returns its secret, base32 */
export async function turnOnTotp(keys: SecretKeys, run: Run, userId: string): Promise<string> {
  const secret = await put(keys, run, userId, true);
  await run('INSERT INTO recovery_codes (user_id, code_sha256) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    userId,
    recoveryCodeHash(RECOVERY_CODE)
  ]);
  return secret;
}
/** The only one of who was given a factor by `turnOnTotp`. */
export const RECOVERY_CODE = '0a1b2c-3d4e5f-6g7h8j-9kmnpq';

/** Gives a person a passkey that nobody can use. */
export const addPasskey = async (run: Run, userId: string, id: string): Promise<void> => {
  await run(
    `INSERT INTO passkeys (id, user_id, credential_id, public_key, sign_count, name, is_synced)
     VALUES ($1::uuid, $2, 'credential-' || $1::text, 'key', 0, 'Key', false)`,
    [id, userId]
  );
};

/** Gives a person a secret that waits for its first code. @returns the code */
export const waitingCode = async (
  { now, ...keys }: SecretKeys & { readonly now: () => Date },
  run: Run,
  userId: string
): Promise<string> => codeAt(await put(keys, run, userId, false), now());

async function put(keys: SecretKeys, run: Run, userId: string, confirmed: boolean): Promise<string> {
  const secret = newTotpSecret();
  await run(
    `INSERT INTO totp_secrets (user_id, sealed_secret, confirmed_at) VALUES ($1, $2, CASE WHEN $3 THEN now() END)
     ON CONFLICT (user_id) DO UPDATE SET sealed_secret = excluded.sealed_secret, confirmed_at = excluded.confirmed_at`,
    [userId, sealText(secret, totpSeal(userId), keys), confirmed]
  );
  return secret;
}
