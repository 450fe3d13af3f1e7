import type { z } from 'zod';
import type { passkeyOptionsBody, passkeySignInBody } from '#lib/contracts/passkeys.ts';
import type { tokenSchema } from '#lib/contracts/people.ts';
import { SYSTEM } from '#lib/laboratory/actor.ts';
import { requestOptions } from '#lib/server/auth/passkeys.ts';
import { startSession } from '#lib/server/auth/sessions.ts';
import { findOwnerOfCredential } from '#lib/server/db/passkeys.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { lockCredentials } from '#lib/server/db/users.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { assertMaySignIn } from './assert-may-sign-in.ts';
import type { Client } from './client.ts';
import { assertAllowedWay } from './let-in.ts';
import { newPasskeyChallenge } from './passkey-challenge.ts';
import { challengeExpired, openChallenge } from './sign-in-challenge.ts';
import { optionsFor, passkeyRefused, usePasskey } from './use-passkey.ts';

/**
 * What a browser needs to ask for a passkey: any of this address to sign in by itself, or those of who has proved the first factor.
 * @throws Refusal `challenge_expired`, also if that account has none
 */
export async function getPasskeyOptions(
  services: Services,
  { challenge: given }: z.output<typeof passkeyOptionsBody>
): Promise<Readonly<Record<string, unknown>>> {
  if (given === undefined) {
    const challenge = newPasskeyChallenge(services, { for: 'signing in' });
    return requestOptions({ origin: services.origin, challenge });
  }
  const { userId } = openChallenge(services, given);
  const options = await transaction(services.pool, SYSTEM, (tx) =>
    optionsFor(tx, services, { for: 'second factor', userId })
  );
  if (options === null) throw challengeExpired();
  return options;
}

/**
 * Signs in by a passkey alone: it takes its possession, and the authenticator has verified the person.
 * @throws Refusal `passkey_refused`, `oidc_only`, `unverified`, `inactive`
 */
export async function signInWithPasskey(
  services: Services,
  client: Client,
  { passkey, remember }: z.output<typeof passkeySignInBody>
): Promise<z.output<typeof tokenSchema>> {
  const access_token = await transaction(services.pool, SYSTEM, async (tx) => {
    const userId = await findOwnerOfCredential(tx, passkey.id);
    const account = userId === null ? null : await lockCredentials(tx, userId);
    if (account === null) throw passkeyRefused();
    await usePasskey(tx, services, passkey, account.id, { for: 'signing in' });
    assertMaySignIn(account);
    await assertAllowedWay(tx, services, account.id, ['passkey']);
    const kind = remember ? 'remembered' : 'brief';
    return startSession(tx, account.id, { kind, methods: ['passkey'], userAgent: client.userAgent });
  });
  return { access_token, token_type: 'bearer' };
}
