import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '#lib/laboratory/actor.ts';
import { appendAudit } from '#lib/server/db/audit.ts';
import { findSecondFactor } from '#lib/server/db/second-factors.ts';
import type { Tx } from '#lib/server/db/transaction.ts';
import { enqueue } from '#lib/server/jobs/queue.ts';

const ACTIONS = {
  added: 'user.second_factor_added',
  turned_off: 'user.second_factor_removed',
  app_removed: 'user.second_factor_removed',
  removed: 'user.second_factor_removed',
  passkey_added: 'user.passkey_added',
  passkey_removed: 'user.passkey_removed',
  identity_linked: 'user.identity_linked',
  identity_removed: 'user.identity_removed',
  new_codes: 'user.recovery_codes_created',
  code_used: 'user.recovery_code_used'
} as const;

/** Writes a change of somebody's second factor into the audit log and notifies them. */
export async function reportChange(
  tx: Tx,
  actor: Actor,
  person: { readonly id: string; readonly full_name: string },
  change: keyof typeof ACTIONS
): Promise<void> {
  await appendAudit(tx, actor, null, {
    action: ACTIONS[change],
    resource: { type: 'user', id: person.id, label: person.full_name }
  });
  const by = actor.kind === 'person' && actor.userId !== person.id ? actor.fullName : null;
  const { recovery_codes: left } = await findSecondFactor(tx, person.id);
  await enqueue(tx, 'notify_second_factor_changed', { change_id: uuidv7(), user_id: person.id, change, by, left });
}
