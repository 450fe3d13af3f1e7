import { Refusal } from '#lib/laboratory/refusal.ts';
import { setupRequired } from '#lib/server/auth/setup-required.ts';
import { hasSecondFactor } from '#lib/server/db/second-factors.ts';
import { findMethodsOf } from '#lib/server/db/sessions.ts';
import { isFactorRequiredOf } from '#lib/server/db/sign-in-settings.ts';
import type { Tx } from '#lib/server/db/transaction.ts';

/**
 * A session of before the requirement must not make what outlives it. Of an identity provider that asked for several factors, the account
 * needs none of its own. @throws Refusal `second_factor_setup_required`
 */
export async function assertRequiredFactor(tx: Tx, userId: string, sessionId: string): Promise<void> {
  if (!(await isFactorRequiredOf(tx, userId)) || (await hasSecondFactor(tx, userId))) return;
  if ((await findMethodsOf(tx, sessionId)).includes('oidc_mfa')) return;
  throw setupRequired();
}

/** The last second factor goes only where the role does not require one. @throws Refusal `second_factor_mandatory` */
export async function assertFactorOptional(tx: Tx, userId: string): Promise<void> {
  if (!(await isFactorRequiredOf(tx, userId))) return;
  throw new Refusal(
    'second_factor_mandatory',
    'Your role requires a second factor. Set up another one before you remove this one.'
  );
}
