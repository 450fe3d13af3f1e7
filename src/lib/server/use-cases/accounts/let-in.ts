import type { z } from 'zod';
import type { tokenSchema } from '#lib/contracts/people.ts';
import type { SecondFactor, SecondFactorDue, SecondFactorMethod, SignInMethod } from '#lib/contracts/second-factor.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { startSession } from '#lib/server/auth/sessions.ts';
import { findSecondFactor, isProtected } from '#lib/server/db/second-factors.ts';
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
  const factor = await findSecondFactor(tx, account.id);
  if (isProtected(factor)) {
    const passwordMark = passwordMarkOf(account.argon2id);
    const challenge = sealChallenge(services, { userId: account.id, kind, methods, passwordMark });
    return { due: { challenge, methods: methodsOf(factor), expires_in_seconds: CHALLENGE_SECONDS } };
  }
  const access_token = await startSession(tx, account.id, { kind, methods, userAgent: client.userAgent });
  return { token: { access_token, token_type: 'bearer' } };
}

const methodsOf = ({ totp_since, passkeys, recovery_codes }: SecondFactor): SecondFactorMethod[] => [
  ...(passkeys > 0 ? (['passkey'] as const) : []),
  ...(totp_since !== null ? (['totp'] as const) : []),
  ...(recovery_codes > 0 ? (['recovery_code'] as const) : [])
];

/** Call it after the transaction: what the first factor did is kept. @throws Refusal `second_factor_required` */
export function tokenOf(outcome: LetIn): Token {
  if ('token' in outcome) return outcome.token;
  throw new Refusal(
    'second_factor_required',
    'Your account has a second factor: a passkey, the current code of your authenticator app, or a recovery code.',
    outcome.due
  );
}
