import type { z } from 'zod';
import type { tokenSchema } from '#lib/contracts/people.ts';
import type { SecondFactor, SecondFactorDue, SecondFactorMethod, SignInMethod } from '#lib/contracts/second-factor.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { startSession } from '#lib/server/auth/sessions.ts';
import { findSecondFactor, isProtected } from '#lib/server/db/second-factors.ts';
import type { SessionKind } from '#lib/server/db/sessions.ts';
import { isFactorRequiredOf } from '#lib/server/db/sign-in-settings.ts';
import type { Tx } from '#lib/server/db/transaction.ts';
import { isLetInByConsole } from '#lib/server/db/users.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { actorOf } from './actor-of.ts';
import type { Client } from './client.ts';
import { linkIdentity, type LinkedIdentity } from './link-identity.ts';
import { requireUser } from './require-user.ts';
import { CHALLENGE_SECONDS, passwordMarkOf, sealChallenge } from './sign-in-challenge.ts';

type Token = z.output<typeof tokenSchema>;
type LetIn = { readonly token: Token } | { readonly due: SecondFactorDue } | { readonly refusal: Refusal };

type How = {
  readonly kind: SessionKind;
  readonly methods: readonly SignInMethod[];
  /** An identity to link with the account, once all its factors are proved. */
  readonly link?: LinkedIdentity;
};

/**
 * Whoever has proved the first factor gets a session, or, with a second factor, a challenge for it. An identity provider that asked for
 * several factors has done so for this account, too; but not for an identity that is only being linked with it.
 * Whoever may not come in this way is refused by `tokenOf`, after what the mailed link or the password did is kept.
 * @throws Refusal `identity_taken`
 */
export async function letIn(
  tx: Tx,
  services: Services,
  client: Client,
  account: { readonly id: string; readonly argon2id: string | null },
  { kind, methods, link }: How
): Promise<LetIn> {
  const refusal = await refusalOfWay(tx, services, account.id, methods);
  if (refusal !== null) return { refusal };
  const factor = await findSecondFactor(tx, account.id);
  const isStrong = methods.includes('oidc_mfa') && link === undefined;
  if (isProtected(factor) && !isStrong) {
    const passwordMark = passwordMarkOf(account.argon2id);
    const challenge = sealChallenge(services, {
      ...{ userId: account.id, kind, methods, passwordMark },
      ...(link && { link: { issuer: link.issuer, subject: link.subject, email: link.email } })
    });
    return { due: { challenge, methods: methodsOf(factor), expires_in_seconds: CHALLENGE_SECONDS } };
  }
  if (link) await linkIdentity(tx, actorOf(await requireUser(tx, account.id), client.requestId), link);
  const setupOnly = !methods.includes('oidc_mfa') && (await isFactorRequiredOf(tx, account.id));
  const access_token = await startSession(tx, account.id, { kind, methods, setupOnly, userAgent: client.userAgent });
  return { token: { access_token, token_type: 'bearer' } };
}

/**
 * Where the identity provider is the only way to sign in, the server's console alone lets in without it.
 * @throws Refusal `oidc_only`
 */
export async function assertAllowedWay(...about: Parameters<typeof refusalOfWay>): Promise<void> {
  const refusal = await refusalOfWay(...about);
  if (refusal !== null) throw refusal;
}

async function refusalOfWay(
  tx: Tx,
  { oidc }: Services,
  userId: string,
  methods: readonly SignInMethod[]
): Promise<Refusal | null> {
  if (oidc?.only !== true || methods.includes('oidc') || (await isLetInByConsole(tx, userId))) return null;
  return new Refusal('oidc_only', `People sign in with ${oidc.name} here.`);
}

const methodsOf = ({ totp_since, passkeys, recovery_codes }: SecondFactor): SecondFactorMethod[] => [
  ...(passkeys > 0 ? (['passkey'] as const) : []),
  ...(totp_since !== null ? (['totp'] as const) : []),
  ...(recovery_codes > 0 ? (['recovery_code'] as const) : [])
];

/** Call it after the transaction: what the first factor did is kept. @throws Refusal `second_factor_required`, `oidc_only` */
export function tokenOf(outcome: LetIn): Token {
  if ('token' in outcome) return outcome.token;
  if ('refusal' in outcome) throw outcome.refusal;
  throw new Refusal(
    'second_factor_required',
    'Your account has a second factor: a passkey, the current code of your authenticator app, or a recovery code.',
    outcome.due
  );
}
