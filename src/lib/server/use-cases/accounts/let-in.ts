import type { z } from 'zod';
import type { tokenSchema } from '#lib/contracts/people.ts';
import type { SecondFactorDue, SignInMethod } from '#lib/contracts/second-factor.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { startSession } from '#lib/server/auth/sessions.ts';
import { hasSecondFactor } from '#lib/server/db/second-factors.ts';
import type { SessionKind } from '#lib/server/db/sessions.ts';
import type { Tx } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import type { Client } from './client.ts';
import { CHALLENGE_SECONDS, passwordMarkOf, sealChallenge } from './sign-in-challenge.ts';

type Token = z.output<typeof tokenSchema>;
type LetIn = { readonly token: Token } | { readonly due: SecondFactorDue };

/** Whoever has proved the first factor gets a session, or, with a second factor, a challenge for it. */
export async function letIn(
  tx: Tx,
  services: Services,
  client: Client,
  account: { readonly id: string; readonly argon2id: string | null },
  { kind, method }: { readonly kind: SessionKind; readonly method: SignInMethod }
): Promise<LetIn> {
  const methods = [method];
  if (await hasSecondFactor(tx, account.id)) {
    const passwordMark = passwordMarkOf(account.argon2id);
    const challenge = sealChallenge(services, { userId: account.id, kind, methods, passwordMark });
    return { due: { challenge, methods: ['totp', 'recovery_code'], expires_in_seconds: CHALLENGE_SECONDS } };
  }
  const access_token = await startSession(tx, account.id, { kind, methods, userAgent: client.userAgent });
  return { token: { access_token, token_type: 'bearer' } };
}

/** Call it after the transaction: what the first factor did is kept. @throws Refusal `second_factor_required` */
export function tokenOf(outcome: LetIn): Token {
  if ('token' in outcome) return outcome.token;
  throw new Refusal(
    'second_factor_required',
    'Enter the current code of your authenticator app, or a recovery code.',
    outcome.due
  );
}
