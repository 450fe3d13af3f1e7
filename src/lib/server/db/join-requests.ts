import { sql, UniqueIntegrityConstraintViolationError } from 'slonik';
import { z } from 'zod';
import { joinRequestSchema, type JoinRequest } from '#lib/contracts/membership.ts';
import { globalRole, id, instant } from '#lib/contracts/primitives.ts';
import { mapPage, type Page } from '#lib/laboratory/page.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { readPage } from './paging.ts';
import type { Tx } from './transaction.ts';

const row = z.strictObject({
  id,
  organization_id: id,
  state: joinRequestSchema.shape.state,
  created_at: instant,
  decided_at: instant.nullable(),
  user_id: id,
  full_name: z.string(),
  email: z.string(),
  role: globalRole,
  profile_picture_url: z.string().nullable()
});
const columns = sql.fragment`j.id, j.organization_id, j.state, j.created_at, j.decided_at,
  u.id AS user_id, u.full_name, u.email, u.role,
  file_path(u.profile_picture_id) AS profile_picture_url`;
const from = sql.fragment`join_requests j JOIN users u ON u.id = j.user_id`;

/** @throws Refusal `request_pending` */
export async function insertJoinRequest(
  tx: Tx,
  request: { readonly id: string; readonly organizationId: string; readonly userId: string }
): Promise<void> {
  try {
    await tx.query(sql.unsafe`
      INSERT INTO join_requests (organization_id, id, user_id)
      VALUES (${request.organizationId}, ${request.id}, ${request.userId})`);
  } catch (thrown) {
    if (!(thrown instanceof UniqueIntegrityConstraintViolationError)) throw thrown;
    throw new Refusal('request_pending', 'You have already asked to join. Wait for an administrator to decide.');
  }
}

export async function findJoinRequest(tx: Tx, organizationId: string, requestId: string): Promise<JoinRequest | null> {
  const found = await tx.maybeOne(sql.type(row)`
    SELECT ${columns} FROM ${from} WHERE j.organization_id = ${organizationId} AND j.id = ${requestId}`);
  return found && requestOf(found);
}

export const findPendingRequestOf = (tx: Tx, organizationId: string, userId: string): Promise<string | null> =>
  tx.maybeOneFirst(sql.type(z.object({ id }))`
    SELECT id FROM join_requests
    WHERE organization_id = ${organizationId} AND user_id = ${userId} AND state = 'pending'`);

/** Pending requests of people who can still sign in, oldest first. */
export async function pageOfPendingRequests(
  tx: Tx,
  organizationId: string,
  page: { readonly limit: number; readonly cursor?: string | undefined }
): Promise<Page<JoinRequest>> {
  const found = await readPage(tx, {
    row,
    columns,
    from,
    where: [sql.fragment`j.organization_id = ${organizationId} AND j.state = 'pending' AND u.is_active`],
    id: sql.fragment`j.id`,
    sortKeys: { created_at: { expression: sql.fragment`j.created_at`, type: 'timestamptz' } },
    sort: 'created_at',
    limit: page.limit,
    cursor: page.cursor
  });
  return mapPage(found, requestOf);
}

/** @returns whether it was still pending; of two concurrent decisions, one gets `true`. */
export async function decideJoinRequest(
  tx: Tx,
  request: Pick<JoinRequest, 'id' | 'organization_id'>,
  state: 'approved' | 'rejected' | 'withdrawn',
  decidedBy: string
): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    UPDATE join_requests SET state = ${state}, decided_at = clock_timestamp(), decided_by = ${decidedBy}
    WHERE organization_id = ${request.organization_id} AND id = ${request.id} AND state = 'pending'`);
  return rowCount === 1;
}

const requestToReport = z.object({
  organization_id: id,
  organization: z.string(),
  user_id: id,
  person: z.string(),
  state: joinRequestSchema.shape.state
});
/** The facts about a request for notifications; read by the system. */
export const findRequestToTell = (
  tx: Tx,
  organizationId: string,
  requestId: string
): Promise<z.infer<typeof requestToReport> | null> =>
  tx.maybeOne(sql.type(requestToReport)`
    SELECT j.organization_id, o.name AS organization, j.user_id, u.full_name AS person, j.state
    FROM join_requests j JOIN organizations o ON o.id = j.organization_id JOIN users u ON u.id = j.user_id
    WHERE j.organization_id = ${organizationId} AND j.id = ${requestId}`);

/** How often a person had requested to join an organization within the day before a request, including it. */
export const countRequestsOfDay = (tx: Tx, organizationId: string, requestId: string): Promise<number> =>
  tx.oneFirst(sql.type(z.object({ asked: z.int() }))`
    SELECT count(*)::int AS asked
    FROM join_requests j JOIN join_requests earlier
      ON earlier.organization_id = j.organization_id AND earlier.user_id = j.user_id
     AND earlier.created_at BETWEEN j.created_at - interval '1 day' AND j.created_at
    WHERE j.organization_id = ${organizationId} AND j.id = ${requestId}`);

const requestOf = ({
  user_id,
  full_name,
  email,
  role,
  profile_picture_url,
  ...request
}: z.infer<typeof row>): JoinRequest => ({
  ...request,
  user: { id: user_id, full_name, email, role, profile_picture_url }
});
