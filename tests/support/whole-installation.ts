/** Everything that an installation has, so that two moments can be compared. */
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { execute } from './database.ts';
import { filesOf, type Installation } from './exchange.ts';

/**
 * A hash of every row of every table, and of every stored file.
 * @param except tables that are left out; by default the list of imports itself
 */
export async function wholeOf(
  installation: Installation,
  except: readonly string[] = ['operations']
): Promise<unknown> {
  const { database, services } = installation;
  const { rows: tables } = await execute(
    database.url,
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> ALL ($1) ORDER BY 1",
    [except]
  );
  const hashes = tables.map(
    ({ name }: { name: string }) =>
      `SELECT '${name}' AS name, count(*)::int AS n, md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) AS hash FROM "${name}" t`
  );
  const { rows } = await execute(database.url, hashes.join(' UNION ALL '));
  const files = [];
  for (const key of await filesOf(installation, '')) {
    const stored = await services.store.get(key);
    const bytes = stored ? await buffer(stored.stream) : '';
    files.push([key, createHash('sha256').update(bytes).digest('hex')]);
  }
  return { rows, files: files.sort() };
}
