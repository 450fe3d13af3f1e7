/** `npm run dev`: the app from its sources, with Vite's live reload; database, jobs and data folder as in `npm start`. */
import { join } from 'node:path';
import { createServer } from 'vite';
import { parseConfig } from '#lib/server/config.ts';
import { handover } from '#lib/server/handover.ts';
import { prepareDatabase } from '#lib/server/prepare-database.ts';
import { explain } from './explain.ts';
import { ROOT } from './root.ts';
import { completeConfig } from './start/complete-config.ts';
import { Shutdown } from './start/shutdown.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);
const shutdown = new Shutdown();

try {
  const given = parseConfig({ NODE_ENV: 'development', ...process.env });
  shutdown.onSignals(given.shutdownSeconds, say);
  const { config, stop } = await completeConfig(given, say);
  shutdown.at('database', stop);
  await prepareDatabase(config.databaseUrl, join(ROOT, 'migrations'));
  handover().config = config;
  const vite = await createServer({ root: ROOT, server: { port: config.port, host: config.host, strictPort: true } });
  shutdown.at('requests', () => vite.close());
  await vite.listen();
  // The server part is loaded with the first request; it then leaves its runtime where it can be stopped.
  shutdown.at('streams', async () => handover().runtime?.changes.stop());
  shutdown.at('jobs', async () => handover().runtime?.stop());
  say(`Plumbline is developed at ${config.origin}`);
} catch (thrown) {
  process.stderr.write(`${explain(thrown)}\n`);
  await shutdown.run(5);
  process.exit(1);
}
