import { v7 as uuidv7 } from 'uuid';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { insertIdentity, type Subject } from '#lib/server/db/identities.ts';
import type { Tx } from '#lib/server/db/transaction.ts';
import { reportChange } from './report-second-factor.ts';

/** Who an identity provider says somebody is. */
export type LinkedIdentity = Subject & { readonly email: string | null };

/** Links an identity with the actor's account, whose owner has proved to be the same person. @throws Refusal `identity_taken` */
export async function linkIdentity(
  tx: Tx,
  actor: PersonActor,
  { issuer, subject, email }: LinkedIdentity
): Promise<void> {
  const linked = await insertIdentity(tx, { id: uuidv7(), user_id: actor.userId, issuer, subject, email });
  if (linked === null) {
    throw new Refusal(
      'identity_taken',
      'This identity is linked with another account, or your account with another identity. Remove that link first.'
    );
  }
  await reportChange(tx, actor, { id: actor.userId, full_name: actor.fullName }, 'identity_linked');
}
