import { sql, type CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { Tx } from './transaction.ts';

/**
 * A record that something was applied: its id, by whom, the digests (hex) of the received bytes and of their content.
 */
export type AppliedId = {
  readonly id: string;
  readonly userId: string;
  readonly payloadSha256: string;
  /** Null for records from before it was stored. */
  readonly contentSha256: string | null;
};
const appliedId = z.object({
  id: z.string(),
  userId: z.string(),
  payloadSha256: z.string(),
  contentSha256: z.string().nullable()
});

/** Which of these ids were ever applied. */
export async function findAppliedIds(
  db: CommonQueryMethods,
  ids: readonly string[]
): Promise<ReadonlyMap<string, AppliedId>> {
  const rows = await db.any(sql.type(appliedId)`
    SELECT id, user_id AS "userId", encode(payload_sha256, 'hex') AS "payloadSha256",
           encode(content_sha256, 'hex') AS "contentSha256"
    FROM applied_ids WHERE id = ANY(${sql.array([...ids], 'uuid')})`);
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Claims ids for this transaction, in the order of the ids, so that two deliveries of the same batch cannot wait for each
 * other. Waits for a transaction that holds one of them.
 * @returns the claimed ids; the others have already been applied.
 */
export async function claimIds(tx: Tx, claims: readonly AppliedId[]): Promise<ReadonlySet<string>> {
  const sorted = [...claims].sort((a, b) => (a.id < b.id ? -1 : 1));
  const claimed = await tx.anyFirst(sql.type(z.object({ id: z.string() }))`
    INSERT INTO applied_ids (id, user_id, payload_sha256, content_sha256)
    SELECT id, user_id, decode(sha256, 'hex'), decode(content, 'hex')
    FROM unnest(${sql.array(
      sorted.map(({ id }) => id),
      'uuid'
    )}, ${sql.array(
      sorted.map(({ userId }) => userId),
      'uuid'
    )}, ${sql.array(
      sorted.map(({ payloadSha256 }) => payloadSha256),
      'text'
    )}, ${sql.array(
      sorted.map(({ contentSha256 }) => contentSha256),
      'text'
    )}) AS c(id, user_id, sha256, content)
    ON CONFLICT DO NOTHING
    RETURNING id`);
  return new Set(claimed);
}
