import { sql, type CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { id, instant } from '#lib/contracts/primitives.ts';
import { hashOf } from './audit.ts';
import { actAsSystem, beReadOnlySnapshot } from './standing.ts';
import { atomically, type Tx } from './transaction.ts';

const linkSchema = z.object({
  number: z.number(),
  at: instant,
  organization_id: id.nullable(),
  actor_id: id.nullable(),
  actor_name: z.string().nullable(),
  actor_role: z.string().nullable(),
  action: z.string(),
  resource_type: z.string(),
  resource_id: id,
  resource_label: z.string(),
  changes: z.record(z.string(), z.object({ old: z.unknown(), new: z.unknown() })),
  request_id: z.string().nullable(),
  previous_hash: z.instanceof(Buffer),
  hash: z.instanceof(Buffer)
});
const headSchema = z.object({ last_number: z.number(), last_hash: z.instanceof(Buffer) });
/** So many links are hashed between two requests of others. */
const PART = 500;

/** A chain (`null`: that of the instance), how long it is and where it ends. */
export type ChainState = {
  readonly organizationId: string | null;
  readonly entries: number;
  /** SHA-256 of the last link; `null` if there is none. */
  readonly lastHash: Buffer | null;
  /** The number of the first link that is missing, was changed or does not follow the one before; `null` for a valid chain. */
  readonly brokenAt: number | null;
};

/** Recomputes the hash chain of an organization (`null`: of the instance) from its first row to its head. */
export async function readChain(tx: Tx, organizationId: string | null): Promise<ChainState> {
  const chain = sql.fragment`coalesce(${organizationId}::uuid, nobody())`;
  const head = await tx.maybeOne(sql.type(headSchema)`
    SELECT last_number, last_hash FROM audit_heads WHERE organization_id = ${chain}`);
  let number = 0;
  let hash: Buffer = Buffer.alloc(0);
  const stateWith = (brokenAt: number | null): ChainState => ({
    organizationId,
    entries: number,
    lastHash: number === 0 ? null : hash,
    brokenAt
  });
  for (;;) {
    const links = await tx.any(sql.type(linkSchema)`
      SELECT number, at, organization_id, actor_id, actor_name, actor_role, action, resource_type, resource_id,
             resource_label, changes, request_id, previous_hash, hash
      FROM audit_log WHERE chain = ${chain} AND number > ${number} ORDER BY number LIMIT ${PART}`);
    for (const { previous_hash, hash: stored, ...row } of links) {
      const follows = row.number === number + 1 && previous_hash.equals(hash);
      if (!follows || !hashOf(row, previous_hash).equals(stored)) return stateWith(number + 1);
      number = row.number;
      hash = stored;
    }
    if (links.length < PART) break;
  }
  const atHead = number === (head?.last_number ?? 0) && hash.equals(head?.last_hash ?? Buffer.alloc(0));
  return stateWith(atHead ? null : number + 1);
}

/** @returns the number of the first bad link; `null` for a valid chain. */
export const findBrokenLink = async (tx: Tx, organizationId: string | null): Promise<number | null> =>
  (await readChain(tx, organizationId)).brokenAt;

/**
 * Verifies chains in one snapshot, while others continue to write.
 * @param wanted those of which organizations (`null`: of the instance); every chain if it is missing.
 */
export const verifyAuditChains = (
  pool: CommonQueryMethods,
  wanted?: readonly (string | null)[]
): Promise<ChainState[]> =>
  atomically(pool, async (tx) => {
    await beReadOnlySnapshot(tx);
    await actAsSystem(tx);
    const states: ChainState[] = [];
    for (const organizationId of wanted ?? (await allChains(tx))) states.push(await readChain(tx, organizationId));
    return states;
  });

const allChains = (tx: Tx): Promise<readonly (string | null)[]> =>
  tx.anyFirst(sql.type(z.object({ chain: id.nullable() }))`
    SELECT nullif(chain, nobody()) AS chain
    FROM (SELECT organization_id AS chain FROM audit_heads UNION SELECT chain FROM audit_log) chains
    ORDER BY 1 NULLS FIRST`);
