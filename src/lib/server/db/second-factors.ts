import { sql, type CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { secondFactorSchema, type SecondFactor } from '#lib/contracts/second-factor.ts';
import { id } from '#lib/contracts/primitives.ts';
import type { Tx } from './transaction.ts';

/** How long a secret waits for its first code. */
const MINUTES_TO_CONFIRM = 60;

const sealedSecret = z.object({ user_id: id, sealed_secret: z.string() });
export type SealedTotpSecret = z.infer<typeof sealedSecret>;

export const findSecondFactor = (tx: Tx, userId: string): Promise<SecondFactor> =>
  tx.one(sql.type(secondFactorSchema)`
    SELECT (SELECT confirmed_at FROM totp_secrets WHERE user_id = ${userId}) AS totp_since,
           (SELECT count(*)::int FROM passkeys WHERE user_id = ${userId}) AS passkeys,
           (SELECT count(*)::int FROM recovery_codes WHERE user_id = ${userId}) AS recovery_codes,
           EXISTS (SELECT FROM passwords WHERE user_id = ${userId}) AS has_password`);

/** Whether signing in needs more than the first factor. */
export const hasSecondFactor = async (tx: Tx, userId: string): Promise<boolean> =>
  isProtected(await findSecondFactor(tx, userId));

export const isProtected = ({ totp_since, passkeys }: SecondFactor): boolean => totp_since !== null || passkeys > 0;

/** Keeps a new secret until its first code. @returns false if one is already in use */
export async function putUnconfirmedTotp(tx: Tx, userId: string, sealedSecret: string): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    INSERT INTO totp_secrets (user_id, sealed_secret) VALUES (${userId}, ${sealedSecret})
    ON CONFLICT (user_id) DO UPDATE SET sealed_secret = excluded.sealed_secret, begun_at = now(), last_step = NULL
      WHERE totp_secrets.confirmed_at IS NULL`);
  return rowCount === 1;
}

/** The secret that waits for its first code, locked; null if there is none or it has waited too long. */
export const lockUnconfirmedTotp = (tx: Tx, userId: string): Promise<string | null> =>
  tx.maybeOneFirst(sql.type(sealedSecret.pick({ sealed_secret: true }))`
    SELECT sealed_secret FROM totp_secrets
    WHERE user_id = ${userId} AND confirmed_at IS NULL
      AND begun_at > now() - ${MINUTES_TO_CONFIRM} * interval '1 minute' FOR UPDATE`);

export async function confirmTotp(tx: Tx, userId: string, step: number): Promise<void> {
  await tx.query(sql.unsafe`
    UPDATE totp_secrets SET confirmed_at = now(), last_step = ${step} WHERE user_id = ${userId}`);
}

/** The secret in use. */
export const findTotp = (tx: Tx, userId: string): Promise<string | null> =>
  tx.maybeOneFirst(sql.type(sealedSecret.pick({ sealed_secret: true }))`
    SELECT sealed_secret FROM totp_secrets WHERE user_id = ${userId} AND confirmed_at IS NOT NULL`);

/** Uses up the codes of a time step and of all before it. @returns false if they were used before: of concurrent uses one wins */
export async function useTotpStep(tx: Tx, userId: string, step: number): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    UPDATE totp_secrets SET last_step = ${step} WHERE user_id = ${userId} AND (last_step IS NULL OR last_step < ${step})`);
  return rowCount === 1;
}

/** Replaces all recovery codes. @param hashes SHA-256, hex */
export async function replaceRecoveryCodes(tx: Tx, userId: string, hashes: readonly string[]): Promise<void> {
  await deleteRecoveryCodes(tx, userId);
  await tx.query(sql.unsafe`
    INSERT INTO recovery_codes (user_id, code_sha256) SELECT ${userId}, unnest(${sql.array([...hashes], 'text')})`);
}

/** Uses up a recovery code. @returns false if there is none: of concurrent uses one wins */
export async function takeRecoveryCode(tx: Tx, userId: string, sha256: string): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    DELETE FROM recovery_codes WHERE user_id = ${userId} AND code_sha256 = ${sha256}`);
  return rowCount === 1;
}

export async function deleteRecoveryCodes(tx: Tx, userId: string): Promise<void> {
  await tx.query(sql.unsafe`DELETE FROM recovery_codes WHERE user_id = ${userId}`);
}

/** Removes the authenticator app, the passkeys and the recovery codes. @returns whether signing in needed them */
export async function deleteSecondFactor(tx: Tx, userId: string): Promise<boolean> {
  await deleteRecoveryCodes(tx, userId);
  const { rowCount: passkeys } = await tx.query(sql.unsafe`DELETE FROM passkeys WHERE user_id = ${userId}`);
  return (await deleteTotp(tx, userId)) || passkeys > 0;
}

/** Removes the authenticator app. @returns whether its codes were asked for */
export async function deleteTotp(tx: Tx, userId: string): Promise<boolean> {
  const confirmed = await tx.maybeOneFirst(sql.type(z.object({ confirmed: z.boolean() }))`
    DELETE FROM totp_secrets WHERE user_id = ${userId} RETURNING confirmed_at IS NOT NULL AS confirmed`);
  return confirmed === true;
}

/** All secrets, for sealing them anew. */
export const findSealedTotpSecrets = (tx: Tx): Promise<readonly SealedTotpSecret[]> =>
  tx.any(sql.type(sealedSecret)`SELECT user_id, sealed_secret FROM totp_secrets ORDER BY user_id`);

/** @returns false if it has changed since it was read */
export async function replaceSealedTotpSecret(tx: Tx, before: SealedTotpSecret, next: string): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    UPDATE totp_secrets SET sealed_secret = ${next}
    WHERE user_id = ${before.user_id} AND sealed_secret = ${before.sealed_secret}`);
  return rowCount === 1;
}

/** Removes every authenticator app of the installation; passkeys stay, for they do not depend on SECRET_KEY. @returns how many people had one */
export async function forgetSecondFactors(db: CommonQueryMethods): Promise<number> {
  await db.query(sql.unsafe`DELETE FROM recovery_codes WHERE user_id NOT IN (SELECT user_id FROM passkeys)`);
  const confirmed = await db.anyFirst(sql.type(z.object({ confirmed: z.boolean() }))`
    DELETE FROM totp_secrets RETURNING confirmed_at IS NOT NULL AS confirmed`);
  return confirmed.filter(Boolean).length;
}
