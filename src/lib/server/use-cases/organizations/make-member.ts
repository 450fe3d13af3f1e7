import { findPendingRequestOf } from '#lib/server/db/join-requests.ts';
import { insertMembership, type Membership } from '#lib/server/db/memberships.ts';
import type { Tx } from '#lib/server/db/transaction.ts';
import { enqueue } from '#lib/server/jobs/queue.ts';

/**
 * Makes a person a member in another way than approving their request. If one is pending, the membership approves it,
 * and they are notified as of any decision (specification 6). Call it under the organization's audit chain.
 * @throws Refusal `already_member`
 */
export async function makeMember(tx: Tx, membership: Membership): Promise<void> {
  const { organization_id, user_id } = membership;
  const join_request_id = await findPendingRequestOf(tx, organization_id, user_id);
  await insertMembership(tx, membership);
  if (join_request_id !== null) await enqueue(tx, 'notify_join_decision', { organization_id, join_request_id });
}
