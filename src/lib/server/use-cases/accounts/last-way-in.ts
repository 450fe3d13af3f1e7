/** Whoever is unlinked from the identity provider must be able to come back. */
import { Refusal } from '#lib/laboratory/refusal.ts';
import { findSecondFactor } from '#lib/server/db/second-factors.ts';
import type { Tx } from '#lib/server/db/transaction.ts';
import { isLetInByConsole } from '#lib/server/db/users.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

/**
 * Of one's own account. Where the provider is the only way in, a password is not enough: it would link again only an identity with the address
 * of the account, and the person may have linked another one from the profile.
 * @throws Refusal `last_way_in`
 */
export async function assertOwnWayIn(tx: Tx, { oidc }: Services, userId: string): Promise<void> {
  if (oidc?.only === true) {
    if (await isLetInByConsole(tx, userId)) return;
    throw new Refusal(
      'last_way_in',
      `People sign in with ${oidc.name} here, and you could not sign in any more. Ask an administrator to unlink you.`
    );
  }
  const { has_password, passkeys } = await findSecondFactor(tx, userId);
  if (has_password || passkeys > 0) return;
  throw new Refusal('last_way_in', 'You could not sign in any more. Set a password or add a passkey first.');
}

/**
 * Of somebody else. Where the provider is the only way in, the password with which another identity is linked at the next sign-in is enough,
 * and a passkey, which signs nobody in there, is not.
 * @throws Refusal `last_way_in`
 */
export async function assertWayInOf(tx: Tx, { oidc }: Services, userId: string): Promise<void> {
  const { has_password, passkeys } = await findSecondFactor(tx, userId);
  if (has_password || (passkeys > 0 && oidc?.only !== true)) return;
  throw new Refusal(
    'last_way_in',
    'This person has no password and could not sign in any more. Have them set one first, by the link that "Forgot your password?" mails to them; or set one on the server with npm run set-password.'
  );
}
