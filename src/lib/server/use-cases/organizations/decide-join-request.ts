/** Deciding on those who ask to join, from the side of who manages the organization (specification 3.4). */
import type { JoinRequest } from '#lib/contracts/membership.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import type { Page } from '#lib/laboratory/page.ts';
import { assertMayManageOrganization } from '#lib/laboratory/permissions.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { appendAudit, lockAuditChain } from '#lib/server/db/audit.ts';
import { decideJoinRequest, findJoinRequest, pageOfPendingRequests } from '#lib/server/db/join-requests.ts';
import { insertMembership } from '#lib/server/db/memberships.ts';
import { transaction, type Tx } from '#lib/server/db/transaction.ts';
import { enqueue } from '#lib/server/jobs/queue.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { requireOrganization } from './require-organization.ts';

type Key = { readonly organizationId: string; readonly requestId: string };

/** Those that wait, oldest first. @throws Refusal `not_found`, `forbidden`, `invalid_cursor` */
export const listJoinRequests = (
  { pool }: Services,
  actor: PersonActor,
  organizationId: string,
  page: { readonly limit: number; readonly cursor?: string | undefined }
): Promise<Page<JoinRequest>> =>
  transaction(pool, actor, async (tx) => {
    await requireOrganization(tx, organizationId);
    assertMayManageOrganization(actor, organizationId);
    return pageOfPendingRequests(tx, organizationId, page);
  });

/** Makes who asked a member. @throws Refusal `not_found`, `forbidden`, `already_decided` */
export const approveJoinRequest = (services: Services, actor: PersonActor, key: Key): Promise<JoinRequest> =>
  decide(services, actor, key, 'approved');

/** Declines; who asked stays outside and may ask again. @throws Refusal `not_found`, `forbidden`, `already_decided` */
export const rejectJoinRequest = (services: Services, actor: PersonActor, key: Key): Promise<JoinRequest> =>
  decide(services, actor, key, 'rejected');

function decide(
  { pool }: Services,
  actor: PersonActor,
  { organizationId, requestId }: Key,
  decision: 'approved' | 'rejected'
): Promise<JoinRequest> {
  return transaction(pool, actor, async (tx) => {
    await requireOrganization(tx, organizationId);
    assertMayManageOrganization(actor, organizationId);
    // Of two admins who decide at once, the second waits here and then finds the request decided.
    await lockAuditChain(tx, organizationId);
    const request = await requireRequest(tx, organizationId, requestId);
    if (!(await decideJoinRequest(tx, request, decision, actor.userId))) {
      throw new Refusal('already_decided', 'This request has already been decided or withdrawn.');
    }
    await appendAudit(tx, actor, organizationId, {
      action: `join_request.${decision}`,
      resource: { type: 'user', id: request.user.id, label: request.user.full_name },
      ...(decision === 'approved' && { changes: { role: { old: null, new: 'member' } } })
    });
    if (decision === 'approved') {
      await insertMembership(tx, { organization_id: organizationId, user_id: request.user.id, role: 'member' });
    }
    await enqueue(tx, 'notify_join_decision', { organization_id: organizationId, join_request_id: requestId });
    return requireRequest(tx, organizationId, requestId);
  });
}

async function requireRequest(tx: Tx, organizationId: string, requestId: string): Promise<JoinRequest> {
  const request = await findJoinRequest(tx, organizationId, requestId);
  if (request === null) throw new Refusal('not_found', 'Request not found.');
  return request;
}
