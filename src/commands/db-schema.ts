/** `npm run db:schema`: writes migrations/schema.sql, the schema after all migrations, from a temporary database. */
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeSchema } from '#lib/server/db/describe-schema.ts';
import { startEmbeddedServer } from '#lib/server/db/embedded.ts';
import { ensureDatabase } from '#lib/server/db/ensure-database.ts';
import { prepareDatabase } from '#lib/server/prepare-database.ts';
import { ROOT } from './root.ts';

const folder = await mkdtemp(join(tmpdir(), 'plumbline-schema-'));
await chmod(folder, 0o755);
const server = await startEmbeddedServer(folder, ['-c', 'fsync=off']);
try {
  await ensureDatabase(server.url('postgres'), 'plumbline');
  await prepareDatabase(server.url('plumbline'), join(ROOT, 'migrations'));
  await writeFile(join(ROOT, 'migrations/schema.sql'), await describeSchema(server.url('plumbline')));
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
