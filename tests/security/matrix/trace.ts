import type { World } from './world.ts';

/** Written to by refusals, too: limits of guessing, and when a session was last used. */
const APART = ['login_attempts', 'sessions', 'kept_memberships', 'kept_organizations'];

/**
 * A picture of what the database holds that any write changes: rows of every table, numbers of every stream, chain and queue. Two
 * equal pictures mean that nothing was written in between.
 */
export async function traceOf({ run, again }: World): Promise<string> {
  statement ??= await makeStatement(run);
  const { rows } = await again(statement);
  return JSON.stringify(rows[0]);
}
let statement: string | undefined;

async function makeStatement(run: World['run']): Promise<string> {
  const { rows } = await run(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1`
  );
  const tables = rows.map(({ name }) => String(name)).filter((name) => !APART.includes(name));
  const counts = tables.map((name) => `(SELECT count(*) FROM ${name}) AS ${name}`);
  return `SELECT ${counts.join(', ')},
    (SELECT sum(last_seq) FROM organization_changes) AS changes,
    (SELECT sum(last_number) FROM audit_heads) AS audited,
    (SELECT sum(last_number) FROM notification_counters) AS told,
    (SELECT max(updated_at) FROM users) AS people,
    (SELECT count(*) FROM join_requests WHERE state = 'pending') AS waiting,
    (SELECT count(*) FROM graphile_worker.jobs) AS jobs`;
}
