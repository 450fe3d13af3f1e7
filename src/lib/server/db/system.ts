/** The installation itself: sizes, versions and queue. */
import { sql } from 'slonik';
import { z } from 'zod';
import { storedKindSchema, type System } from '#lib/contracts/system.ts';
import type { Tx } from './transaction.ts';

const described = z.object({ version: z.string(), bytes: z.int(), last: z.string(), applied: z.int() });
/** The PostgreSQL, the size of the database, and the migrations. */
export const describeDatabase = (tx: Tx): Promise<z.infer<typeof described>> =>
  tx.one(sql.type(described)`
    SELECT current_setting('server_version') AS version, pg_database_size(current_database()) AS bytes,
           (SELECT max(name) FROM applied_migrations) AS last, (SELECT count(*) FROM applied_migrations) AS applied`);

/** Files by kind, as records name them: of all organizations, so only for the system. */
export const summarizeStorage = (tx: Tx): Promise<readonly z.infer<typeof storedKindSchema>[]> =>
  tx.any(sql.type(storedKindSchema)`
    SELECT 'attachments' AS kind, count(*) AS files, coalesce(sum(bytes), 0)::bigint AS bytes FROM attachments
    UNION ALL SELECT 'pictures', count(*), coalesce(sum(size), 0) FROM files
    UNION ALL SELECT 'certificates', count(*), coalesce(sum(bytes), 0) FROM certificates WHERE object_key IS NOT NULL
    UNION ALL SELECT 'certificate_revisions', count(*), coalesce(sum(bytes), 0) FROM certificate_revisions`);

const depth = z.object({
  state: z.enum(['failed', 'retrying', 'running', 'waiting']),
  jobs: z.int(),
  oldest_seconds: z.number()
});
export const measureQueue = async (tx: Tx): Promise<System['queue']> => {
  const rows = await tx.any(sql.type(depth)`SELECT state, jobs, oldest_seconds FROM queue_depth()`);
  const of = (state: z.infer<typeof depth>['state']) => rows.find((row) => row.state === state);
  return {
    failed: of('failed')?.jobs ?? 0,
    retrying: of('retrying')?.jobs ?? 0,
    running: of('running')?.jobs ?? 0,
    waiting: of('waiting')?.jobs ?? 0,
    oldest_seconds: of('waiting')?.oldest_seconds ?? null
  };
};
