import type { World } from './world.ts';

type Column = { readonly table: string; readonly column: string };

/** Tables that hold rows of organizations, and by which column. */
export async function tablesOfOrganizations(run: World['run']): Promise<Column[]> {
  const { rows } = await run(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attname = 'organization_id'
       AND c.relname NOT LIKE 'kept%' ORDER BY 1`
  );
  const carrying = rows.map(({ name }) => ({ table: String(name), column: 'organization_id' }));
  return [{ table: 'organizations', column: 'id' }, ...carrying];
}

/** A fingerprint of everything that belongs to an organization, column by column; what its people were told is theirs. */
export async function contentOf({ run, again }: World, organizationId: string): Promise<string> {
  statement ??= await makeStatement(run);
  const { rows } = await again(statement, [organizationId]);
  return JSON.stringify(rows);
}
let statement: string | undefined;

async function makeStatement(run: World['run']): Promise<string> {
  const tables = (await tablesOfOrganizations(run)).filter(({ table }) => table !== 'notifications');
  const parts = tables.map(
    ({ table, column }) =>
      `SELECT '${table}' AS part, md5(string_agg(t::text, '|' ORDER BY t::text)) AS content FROM ${table} t WHERE ${column} = $1`
  );
  return parts.join(' UNION ALL ');
}
