import type { World } from './world.ts';

/** Written to by refusals, too: limits of guessing, and when a session was last used. */
const APART = ['login_attempts', 'sessions', 'kept_memberships', 'kept_organizations', 'kept_traces'];
/** The queue of jobs, whose tables belong to its library. */
const JOBS = 'graphile_worker._private_jobs';

/**
 * Has the database note from now on each row that is written and committed, and whose it was. To count or to hash the rows of all tables
 * before and after each call took longer than the calls.
 */
export async function beginTracing(run: World['run']): Promise<void> {
  await run(`CREATE TABLE kept_traces (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, operation text NOT NULL, relation text NOT NULL, organization_id text)`);
  await run(`CREATE FUNCTION note_trace() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS
    $$ BEGIN
      -- As a lock does that is held by an update.
      IF TG_OP = 'UPDATE' AND NEW *= OLD THEN RETURN NULL; END IF;
      -- A row that is moved is noted for both.
      INSERT INTO public.kept_traces (operation, relation, organization_id)
      SELECT DISTINCT TG_OP, TG_TABLE_NAME, version ->> TG_ARGV[0]
      FROM (VALUES (to_jsonb(OLD)), (to_jsonb(NEW))) v (version) WHERE version IS NOT NULL;
      RETURN NULL;
    END $$`);
  const { rows } = await run(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1`
  );
  const tables = rows.map(({ name }) => String(name)).filter((name) => !APART.includes(name));
  for (const table of [...tables, JOBS]) {
    await run(`CREATE TRIGGER zz_trace AFTER INSERT OR UPDATE OR DELETE ON ${table} FOR EACH ROW
      EXECUTE FUNCTION note_trace(${table === 'organizations' ? 'id' : 'organization_id'})`);
  }
}

export type Trace = {
  /** Of the last row that was written. */
  readonly last: number;
  /** Entries of the audit log. */
  readonly audited: number;
};

/** The same `last` twice means that nothing was written in between. */
export async function traceOf({ again }: Pick<World, 'again'>): Promise<Trace> {
  const { rows } = await again(
    `SELECT coalesce((SELECT max(id) FROM kept_traces), 0)::int AS last, (SELECT sum(last_number) FROM audit_heads)::int AS audited`
  );
  return rows[0] as Trace;
}

/** What was written since then, empty if nothing was; of one organization alone, what its people were told is theirs. */
export async function writtenSince(
  { again }: Pick<World, 'again'>,
  { last }: Trace,
  organizationId: string | null = null
): Promise<string> {
  const { rows } = await again(
    `SELECT DISTINCT operation || ' ' || relation AS name FROM kept_traces
     WHERE id > $1 AND ($2::text IS NULL OR (organization_id = $2 AND relation <> 'notifications')) ORDER BY 1`,
    [last, organizationId]
  );
  return rows.map(({ name }) => String(name)).join(', ');
}
