import type { PersonActor } from '#lib/laboratory/actor.ts';
import { assertMay } from '#lib/laboratory/permissions.ts';
import type { Tx } from '#lib/server/db/transaction.ts';
import { holdFreshSessionOf } from '#lib/server/use-cases/accounts/hold-session.ts';

/**
 * Whoever may work on the whole installation, at a session whose owner has just proved to be there.
 * @throws Refusal `forbidden`, `proof_required`
 */
export async function assertMayManageDatabase(tx: Tx, actor: PersonActor): Promise<void> {
  assertMay(actor, 'database.manage');
  await holdFreshSessionOf(tx, actor);
}

/** What the audit log names; there is one installation, and no id for it. */
export const INSTALLATION = {
  type: 'installation',
  id: '00000000-0000-0000-0000-000000000000',
  label: 'Plumbline'
} as const;
