/**
 * The numbered streams of changes that devices read (sync/README.md, Pull): one per organization, and one for records
 * of none.
 */
import { sql, type CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { Tx } from './transaction.ts';

/** The latest number of a stream, and the number below which a device may have missed a deletion. */
export type StreamState = { readonly last: number; readonly floor: number };

/** A restored database has another one. */
export const findGeneration = (tx: Tx): Promise<string> =>
  tx.oneFirst(sql.type(z.object({ generation: z.string() }))`SELECT generation FROM installation`);

export async function findStreams(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, StreamState>> {
  const rows = await tx.any(sql.type(z.object({ id: z.string(), last: z.int(), floor: z.int() }))`
    SELECT organization_id AS id, last_seq AS last, tombstone_floor AS floor
    FROM organization_changes WHERE organization_id = ANY(${sql.array([...ids], 'uuid')})`);
  return new Map(rows.map(({ id, ...state }) => [id, state]));
}

/** The latest number of a person's own stream, the notifications. */
export const findPersonalCounter = async (tx: Tx, userId: string): Promise<number> =>
  (await tx.maybeOneFirst(sql.type(z.object({ last: z.int() }))`
    SELECT last_number AS last FROM notification_counters WHERE user_id = ${userId}`)) ?? 0;

export type Deletion = { readonly id: string; readonly seq: number };

export const findDeletions = (
  tx: Tx,
  collection: string,
  stream: string,
  after: number,
  limit: number
): Promise<readonly Deletion[]> =>
  tx.any(sql.type(z.object({ id: z.string(), seq: z.int() }))`
    SELECT document_id AS id, seq FROM tombstones
    WHERE organization_id = ${stream} AND seq > ${after} AND collection = ${collection}
    ORDER BY seq LIMIT ${limit}`);

/**
 * The active organizations of a session's person at this moment; null once the session, or the access token used as one, is not valid any
 * more. One statement: every open stream asks at each heartbeat, and those of a process that stops ask the next one within a second.
 */
export const findOrganizationsOfSession = (
  db: CommonQueryMethods,
  sessionId: string
): Promise<readonly string[] | null> =>
  db.maybeOneFirst(sql.type(z.object({ organizations: z.array(z.string()) }))`
    SELECT ARRAY(SELECT organization_id::text FROM memberships_of(u.id)) AS organizations FROM (
      SELECT user_id, expires_at FROM sessions WHERE id = ${sessionId}
      UNION ALL SELECT user_id, expires_at FROM access_tokens WHERE token_sha256 = ${sessionId}
    ) s JOIN users u ON u.id = s.user_id
    WHERE (s.expires_at IS NULL OR s.expires_at > now()) AND u.is_active`);

/** Makes every device pull, at commit: the answer's data about the installation itself have changed. */
export async function signalToAll(tx: Tx): Promise<void> {
  await tx.query(sql.unsafe`SELECT pg_notify('plumbline_changes', 'organization:' || nobody())`);
}
