/** Counters that have counted nearly as far as 32 bits reach. */
import { execute } from '../../support/database.ts';

export const LARGEST_INTEGER = 2 ** 31 - 1;
/** So many are left before it: fewer than an hour of work takes. */
const LEFT = 3;
const NEAR = LARGEST_INTEGER - LEFT;

/** Of the database's own migrations, which grow with versions of the program, not with work. */
const FEW = ['public.applied_migrations_id_seq', 'graphile_worker.migrations_id_seq'];

/**
 * Sets every counter of changes, notifications and audit entries, and every sequence, so high.
 * @returns the sequences that count on; others begin again
 */
export async function countNearly32Bits(databaseUrl: string): Promise<readonly string[]> {
  for (const [table, column] of [
    ['organization_changes', 'last_seq'],
    ['notification_counters', 'last_number'],
    ['audit_heads', 'last_number']
  ])
    await execute(databaseUrl, `UPDATE ${table} SET ${column} = ${NEAR}`);
  const { rows } = await execute(
    databaseUrl,
    `SELECT schemaname || '.' || sequencename AS name, cycle FROM pg_sequences ORDER BY 1`
  );
  const sequences = (rows as { name: string; cycle: boolean }[]).filter(({ name }) => !FEW.includes(name));
  for (const { name } of sequences) await execute(databaseUrl, 'SELECT setval($1, $2)', [name, NEAR]);
  return sequences.filter(({ cycle }) => !cycle).map(({ name }) => name);
}

/** @returns the counters that have counted, and how far */
export async function counted(databaseUrl: string, sequences: readonly string[]): Promise<Record<string, number>> {
  const { rows } = await execute(
    databaseUrl,
    `SELECT 'changes' AS name, max(last_seq)::float8 AS at FROM organization_changes
     UNION ALL SELECT 'audit entries', max(last_number)::float8 FROM audit_heads
     ${sequences.map((name) => `UNION ALL SELECT '${name}', last_value::float8 FROM ${name}`).join('\n')}`
  );
  return Object.fromEntries((rows as { name: string; at: number }[]).map(({ name, at }) => [name, at]));
}
