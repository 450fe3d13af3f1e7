import { sql } from 'slonik';
import { z } from 'zod';
import type { Tx } from './transaction.ts';

/** A caller's own key for one operation, and the digest of what was sent with it. */
export type IdempotencyKey = {
  readonly userId: string;
  readonly operation: string;
  readonly key: string;
  readonly bodySha256: string;
};
/** The first answer: status, headers that belong to it, and the exact text of the body. */
export type StoredAnswer = { readonly status: number; readonly etag: string | null; readonly body: string | null };

const storedAnswer = z.object({
  body_sha256: z.instanceof(Buffer),
  status: z.number(),
  etag: z.string().nullable(),
  body: z.string().nullable()
});

/**
 * Claims the key for this transaction; `false` if it was used before. Waits while another transaction holds the same
 * key: after a commit it is used, after a rollback free.
 */
export async function claimIdempotencyKey(tx: Tx, claim: IdempotencyKey): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    INSERT INTO idempotency_keys (user_id, operation, key, body_sha256)
    VALUES (${claim.userId}, ${claim.operation}, ${claim.key}, decode(${claim.bodySha256}, 'hex'))
    ON CONFLICT DO NOTHING`);
  return rowCount === 1;
}

/** The answer for a used key, and the digest of the body it belongs to. */
export async function readIdempotentAnswer(
  tx: Tx,
  claim: Omit<IdempotencyKey, 'bodySha256'>
): Promise<StoredAnswer & { readonly bodySha256: Buffer }> {
  const { body_sha256, ...answer } = await tx.one(sql.type(storedAnswer)`
    SELECT body_sha256, status, etag, body FROM idempotency_keys
    WHERE user_id = ${claim.userId} AND operation = ${claim.operation} AND key = ${claim.key}`);
  return { ...answer, bodySha256: body_sha256 };
}

export async function storeIdempotentAnswer(tx: Tx, claim: IdempotencyKey, answer: StoredAnswer): Promise<void> {
  await tx.query(sql.unsafe`
    UPDATE idempotency_keys SET status = ${answer.status}, etag = ${answer.etag}, body = ${answer.body}
    WHERE user_id = ${claim.userId} AND operation = ${claim.operation} AND key = ${claim.key}`);
}
