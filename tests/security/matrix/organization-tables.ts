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
