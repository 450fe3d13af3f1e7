import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { linkOidcBody } from '#lib/contracts/oidc.ts';
import type { tokenSchema } from '#lib/contracts/people.ts';
import type { SignInMethod } from '#lib/contracts/second-factor.ts';
import { SYSTEM } from '#lib/laboratory/actor.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { refused } from '#lib/server/auth/oidc.ts';
import type { Stated } from '#lib/server/auth/oidc-claims.ts';
import { inPasswordTurn } from '#lib/server/auth/passwords.ts';
import { appendAudit, lockAuditChain } from '#lib/server/db/audit.ts';
import { findOwnerOfIdentity, markIdentityUsed } from '#lib/server/db/identities.ts';
import { transaction, type Tx } from '#lib/server/db/transaction.ts';
import { anyUserExists, findUserByEmail, insertUser, lockCredentials } from '#lib/server/db/users.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { actorOf } from './actor-of.ts';
import { assertMaySignIn } from './assert-may-sign-in.ts';
import type { Client } from './client.ts';
import { letIn, tokenOf } from './let-in.ts';
import { linkIdentity } from './link-identity.ts';
import { authenticate, lockProven } from './log-in.ts';
import { requireOidc } from './oidc-round.ts';
import { openTicket, spend, type OidcTicket } from './oidc-tickets.ts';

type Token = z.output<typeof tokenSchema>;

/**
 * Signs in who has signed in at the identity provider. An account is found by the identity that is linked with it, never by an
 * address: whoever controls an address at the provider is not thereby the owner of an account here.
 * @param ticket what the browser carries
 * @throws Refusal `oidc_refused`, `oidc_email_unverified`, `oidc_link_required`, `oidc_no_account`, `second_factor_required`, `unverified`,
 * `inactive`, `not_found`
 */
export async function signInWithOidc(services: Services, client: Client, ticket: string | null): Promise<Token> {
  requireOidc(services);
  const opened = requireTicket(services, ticket);
  const { stated } = opened;
  const outcome = await transaction(services.pool, SYSTEM, async (tx) => {
    await lockAuditChain(tx, null);
    await use(tx, opened);
    const known = await findOwnerOfIdentity(tx, stated);
    const account = await lockCredentials(tx, known ?? (await createAccount(tx, services, client, stated)));
    if (account === null) throw refused('the account is gone');
    assertMaySignIn(account);
    await markIdentityUsed(tx, stated, stated.email);
    return letIn(tx, services, client, account, { kind: kindOf(opened), methods: methodsOf(stated) });
  });
  return tokenOf(outcome);
}

/**
 * Links the identity with the account of the same, verified address, whose password proves that it is the same person; its second factor
 * is asked for as well, whatever the provider asked for. Then signs in.
 * @throws Refusal `oidc_refused`, `oidc_email_unverified`, `invalid_credentials`, `identity_taken`, `second_factor_required`, `unverified`,
 * `inactive`, `too_many_requests`, `not_found`
 */
export async function linkOidc(
  services: Services,
  client: Client,
  ticket: string | null,
  { password }: z.output<typeof linkOidcBody>
): Promise<Token> {
  requireOidc(services);
  const opened = requireTicket(services, ticket);
  const { stated } = opened;
  const email = verifiedEmail(stated);
  const proven = await inPasswordTurn(() => authenticate(services, client, email, password));
  const outcome = await transaction(services.pool, SYSTEM, async (tx) => {
    await lockAuditChain(tx, null);
    await use(tx, opened);
    const account = await lockProven(tx, proven);
    const methods = [...methodsOf(stated), 'password' as const];
    return letIn(tx, services, client, account, { kind: kindOf(opened), methods, link: stated });
  });
  return tokenOf(outcome);
}

/** @throws Refusal `oidc_email_unverified`, `oidc_link_required`, `oidc_no_account` */
async function createAccount(tx: Tx, services: Services, client: Client, stated: Stated): Promise<string> {
  const email = verifiedEmail(stated);
  if ((await findUserByEmail(tx, email)) !== null) {
    throw new Refusal(
      'oidc_link_required',
      'An account with your address exists already. Enter its password to link it, or sign in another way and link it in your profile.',
      { email }
    );
  }
  // The first account runs the installation: no address alone makes somebody a super administrator.
  const mayBegin = stated.role === 'superadmin' || (await anyUserExists(tx));
  if (!requireOidc(services).autoCreate || !mayBegin) {
    throw new Refusal('oidc_no_account', 'You have no account here. Ask an administrator to create one.', { email });
  }
  const user = await insertUser(tx, {
    id: uuidv7(),
    email,
    full_name: stated.name ?? email,
    role: stated.role ?? 'technician',
    is_active: true,
    is_verified: true,
    language: 'en',
    profile_picture_id: null
  });
  const actor = actorOf(user, client.requestId);
  await appendAudit(tx, actor, null, {
    action: 'user.registered',
    resource: { type: 'user', id: user.id, label: user.full_name }
  });
  await linkIdentity(tx, actor, stated);
  return user.id;
}

function verifiedEmail({ email, isEmailVerified }: Stated): string {
  if (email !== null && isEmailVerified) return email;
  throw new Refusal('oidc_email_unverified', 'The identity provider does not state a verified e-mail address for you.');
}

const kindOf = ({ remember }: OidcTicket) => (remember ? 'remembered' : 'brief');
const methodsOf = ({ usedMfa }: Stated): readonly SignInMethod[] => (usedMfa ? ['oidc', 'oidc_mfa'] : ['oidc']);

function requireTicket(services: Services, sealed: string | null): OidcTicket {
  const opened = openTicket(services, sealed);
  if (opened === null) throw refused('no ticket');
  return opened;
}

/** A refusal afterwards leaves the ticket unused. */
async function use(tx: Tx, ticket: OidcTicket): Promise<void> {
  if (!(await spend(tx, ticket.id, ticket))) throw refused('ticket used before');
}
