/** Asking to join an organization, from the side of who asks (specification 3.4). */
import { v7 as uuidv7 } from 'uuid';
import type { JoinRequest } from '#lib/contracts/membership.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { appendAudit, lockAuditChain } from '#lib/server/db/audit.ts';
import {
  decideJoinRequest,
  findJoinRequest,
  findPendingRequestOf,
  insertJoinRequest
} from '#lib/server/db/join-requests.ts';
import { findMember } from '#lib/server/db/memberships.ts';
import { findOrganizationName } from '#lib/server/db/organizations.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { enqueue } from '#lib/server/jobs/queue.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

/**
 * Asks the admins of an active organization, a private one too, to make the caller a member.
 * @throws Refusal `not_found`, `already_member`, `request_pending`
 */
export const requestToJoin = ({ pool }: Services, actor: PersonActor, organizationId: string): Promise<JoinRequest> =>
  transaction(pool, actor, async (tx) => {
    if ((await findOrganizationName(tx, organizationId)) === null) throw noOrganization();
    await lockAuditChain(tx, organizationId);
    if (await findMember(tx, organizationId, actor.userId, false)) {
      throw new Refusal('already_member', 'You are already a member.');
    }
    await appendAudit(tx, actor, organizationId, { action: 'join_request.created', resource: resourceOf(actor) });
    const id = uuidv7();
    await insertJoinRequest(tx, { id, organizationId, userId: actor.userId });
    await enqueue(tx, 'notify_join_request', { organization_id: organizationId, join_request_id: id });
    const request = await findJoinRequest(tx, organizationId, id);
    if (request === null) throw new Error(`the join request ${id} cannot be read back`);
    return request;
  });

/** Takes the caller's pending request back. @throws Refusal `not_found` */
export const withdrawJoinRequest = ({ pool }: Services, actor: PersonActor, organizationId: string): Promise<void> =>
  transaction(pool, actor, async (tx) => {
    if ((await findPendingRequestOf(tx, organizationId, actor.userId)) === null) throw noRequest();
    await appendAudit(tx, actor, organizationId, { action: 'join_request.withdrawn', resource: resourceOf(actor) });
    // Asked again after the lock: an admin may have decided meanwhile.
    const id = await findPendingRequestOf(tx, organizationId, actor.userId);
    const request = { id: id ?? '', organization_id: organizationId };
    if (id === null || !(await decideJoinRequest(tx, request, 'withdrawn', actor.userId))) throw noRequest();
  });

const resourceOf = ({ userId, fullName }: PersonActor) => ({ type: 'user' as const, id: userId, label: fullName });
const noOrganization = () => new Refusal('not_found', 'Organization not found.');
const noRequest = () => new Refusal('not_found', 'You have no pending request.');
