import type { PasskeyAnswer } from '#lib/contracts/passkey-answer.ts';
import type { SignInMethod } from '#lib/contracts/second-factor.ts';
import { invalidInput, Refusal } from '#lib/laboratory/refusal.ts';
import { countAttempt, secondFactorLimits } from '#lib/server/auth/attempt-limits.ts';
import { recoveryCodeHash } from '#lib/server/auth/recovery-codes.ts';
import { stepOfCode } from '#lib/server/auth/totp.ts';
import { forgetAttempts } from '#lib/server/db/login-attempts.ts';
import { findTotp, takeRecoveryCode, useTotpStep } from '#lib/server/db/second-factors.ts';
import type { Tx } from '#lib/server/db/transaction.ts';
import { openSealed, sealText } from '#lib/server/secrets/sealed-text.ts';
import { totpSeal } from '#lib/server/secrets/totp-seal.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { usePasskey } from './use-passkey.ts';

export const sealTotpSecret = (secret: string, userId: string, services: Services): string =>
  sealText(secret, totpSeal(userId), services);

/**
 * Does something with a code of a person: each attempt counts, those at once too; success forgets them.
 * @throws Refusal `too_many_requests`
 */
export async function countingCodes<T>({ pool }: Services, userId: string, work: () => Promise<T>): Promise<T> {
  const limits = secondFactorLimits(userId);
  await countAttempt(pool, limits);
  const done = await work();
  await forgetAttempts(pool, [limits[0].key]);
  return done;
}

/** A second factor as it was given: one of the three. */
type Given = {
  readonly code?: string | undefined;
  readonly recovery_code?: string | undefined;
  readonly passkey?: PasskeyAnswer | undefined;
};

/**
 * Does something with the person's second factor: each code, and each answer of a passkey, works once. Codes can be guessed, so attempts count.
 * @param asked what a passkey was asked for
 * @param work uses the factor in its transaction, and learns of what kind it was
 * @throws Refusal `wrong_code`, `code_used`, `passkey_refused`, `too_many_requests`; InvalidInput without one
 */
export async function withFactor<T>(
  services: Services,
  userId: string,
  given: Given,
  asked: 'second factor' | 'proof',
  work: (use: (tx: Tx) => Promise<SignInMethod>) => Promise<T>
): Promise<T> {
  const { passkey } = given;
  if (passkey === undefined) {
    return countingCodes(services, userId, () => work((tx) => useCode(tx, services, userId, given)));
  }
  return work(async (tx) => {
    await usePasskey(tx, services, passkey, userId, { for: asked, userId });
    return 'passkey';
  });
}

async function useCode(
  tx: Tx,
  services: Services,
  userId: string,
  { code, recovery_code }: Given
): Promise<SignInMethod> {
  if (code !== undefined) {
    await useTotpCode(tx, services, userId, code);
    return 'totp';
  }
  if (recovery_code === undefined) throw invalidInput(['body', 'code'], 'missing', 'Enter a code');
  if (!(await takeRecoveryCode(tx, userId, recoveryCodeHash(recovery_code)))) throw wrongCode();
  return 'recovery_code';
}

async function useTotpCode(tx: Tx, services: Services, userId: string, code: string): Promise<void> {
  const sealed = await findTotp(tx, userId);
  if (sealed === null) throw wrongCode();
  const step = requireStep(services, userId, sealed, code);
  if (!(await useTotpStep(tx, userId, step))) {
    throw new Refusal('code_used', 'This code has been used already. Wait until the app shows the next one.');
  }
}

/** @returns the time step of a code. @throws Refusal `wrong_code` */
export function requireStep(services: Services, userId: string, sealed: string, code: string): number {
  const secret = openSealed(sealed, totpSeal(userId), services);
  const step = secret === null ? null : stepOfCode(code, secret, services.now());
  if (step === null) throw wrongCode();
  return step;
}

const wrongCode = () => new Refusal('wrong_code', 'Wrong code. Check the clock of the device that shows the codes.');
