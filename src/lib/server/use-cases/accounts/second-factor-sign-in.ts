import type { z } from 'zod';
import type { tokenSchema } from '#lib/contracts/people.ts';
import type { secondFactorBody } from '#lib/contracts/second-factor.ts';
import { SYSTEM } from '#lib/laboratory/actor.ts';
import { startSession } from '#lib/server/auth/sessions.ts';
import { lockAuditChain } from '#lib/server/db/audit.ts';
import { listIdentitiesOf } from '#lib/server/db/identities.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { lockCredentials } from '#lib/server/db/users.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { actorOf } from './actor-of.ts';
import { assertMaySignIn } from './assert-may-sign-in.ts';
import type { Client } from './client.ts';
import { assertAllowedWay } from './let-in.ts';
import { linkIdentity } from './link-identity.ts';
import { reportChange } from './report-second-factor.ts';
import { requireUser } from './require-user.ts';
import { challengeExpired, openChallenge, passwordMarkOf } from './sign-in-challenge.ts';
import { withFactor } from './use-code.ts';

/**
 * Signs in who has proved the first factor, with the second.
 * @throws Refusal `challenge_expired`, `wrong_code`, `code_used`, `passkey_refused`, `identity_taken`, `unverified`, `inactive`,
 * `oidc_only`, `too_many_requests`
 */
export async function signInWithSecondFactor(
  services: Services,
  client: Client,
  { challenge, ...given }: z.output<typeof secondFactorBody>
): Promise<z.output<typeof tokenSchema>> {
  const { userId, kind, methods, passwordMark, link } = openChallenge(services, challenge);
  const access_token = await withFactor(services, userId, given, 'second factor', (use) =>
    transaction(services.pool, SYSTEM, async (tx) => {
      await lockAuditChain(tx, null);
      const account = await lockCredentials(tx, userId);
      if (account === null || passwordMarkOf(account.argon2id) !== passwordMark) throw challengeExpired();
      assertMaySignIn(account);
      // What was allowed with the first factor may have been taken back since.
      await assertAllowedWay(tx, services, userId, methods);
      const isUnlinked = methods.includes('oidc') && !link && (await listIdentitiesOf(tx, userId)).length === 0;
      if (isUnlinked) throw challengeExpired();
      const method = await use(tx);
      if (method === 'recovery_code') {
        const user = await requireUser(tx, userId);
        await reportChange(tx, actorOf(user, client.requestId), user, 'code_used');
      }
      if (link) await linkIdentity(tx, actorOf(await requireUser(tx, userId), client.requestId), link);
      return startSession(tx, userId, { kind, methods: [...methods, method], userAgent: client.userAgent });
    })
  );
  return { access_token, token_type: 'bearer' };
}
