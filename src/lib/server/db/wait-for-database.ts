import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

const OLDEST = 15;
const PATIENCE_SECONDS = 60;
/** Not running yet, or still starting. */
const MAY_COME = ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', '57P03'];

/**
 * Waits until the PostgreSQL behind `databaseUrl` answers, for a minute: in a compose file all parts start at once.
 * @throws Error with a sentence that names host and reason, never the password.
 */
export async function waitForDatabase(databaseUrl: string, say: (line: string) => void): Promise<void> {
  const { host, pathname } = new URL(databaseUrl);
  for (let waited = 0; ; waited += 1) {
    const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
    try {
      await client.connect();
      const { rows } = await client.query<{ version: number }>(
        "SELECT current_setting('server_version_num')::int / 10000 AS version"
      );
      const version = rows[0]?.version ?? 0;
      if (version >= OLDEST) return;
      throw new Error(`it is version ${version}, and ${OLDEST} or newer is needed`);
    } catch (thrown) {
      const { code, message } = thrown as Error & { code?: string };
      if (code === undefined || !MAY_COME.includes(code) || waited >= PATIENCE_SECONDS) {
        throw new Error(`DATABASE_URL: PostgreSQL at ${host}${pathname} cannot be used: ${message || code}`, {
          cause: thrown
        });
      }
      if (waited === 0) say(`Waiting for PostgreSQL at ${host} …`);
      await pause(1000);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
