/** `npm run dev`: the app from its sources, with Vite's live reload; entry, database, jobs and data folder as in `npm start`. */
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { createServer as createViteServer } from 'vite';
import { parseConfig } from '#lib/server/config.ts';
import { handover } from '#lib/server/handover.ts';
import { prepareDatabase } from '#lib/server/prepare-database.ts';
import { confirmSecretKey } from '#lib/server/use-cases/secrets/confirm-secret-key.ts';
import { explain } from './explain.ts';
import { ROOT } from './root.ts';
import { completeConfig } from './start/complete-config.ts';
import { createEntry } from './start/entry.ts';
import { listen, stopListening } from './start/listen.ts';
import { Shutdown } from './start/shutdown.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);
const shutdown = new Shutdown();

try {
  const settings = parseConfig({ NODE_ENV: 'development', ...process.env });
  shutdown.onSignals(settings.shutdownSeconds, say);
  const entry = createEntry();
  const server = createServer(entry.listener);
  await listen(server, settings.port, settings.host);
  const config = await shutdown.step(async () => {
    const completed = await completeConfig(settings, say);
    shutdown.at('database', completed.stop);
    return completed.config;
  });
  await shutdown.step(() => prepareDatabase(config.databaseUrl, join(ROOT, 'migrations')));
  await shutdown.step(() => confirmSecretKey(config.databaseUrl, config));
  handover().config = config;
  // As part of our server: alone, Vite would end the process at SIGTERM before the database has stopped.
  const vite = await createViteServer({ root: ROOT, server: { middlewareMode: true, hmr: { server } } });
  // The server part is loaded with the first request; it then registers its runtime so that it can be stopped.
  shutdown.at('streams', async () => handover().runtime?.changes.stop());
  shutdown.at('requests', async () => {
    await vite.close();
    await stopListening(server);
  });
  shutdown.at('jobs', async () => handover().runtime?.stop());
  entry.open(vite.middlewares as RequestListener, config.origin, true);
  say(`Plumbline is developed at ${config.origin}`);
} catch (thrown) {
  const wanted = shutdown.begun;
  if (!wanted) process.stderr.write(`${explain(thrown)}\n`);
  const whole = await shutdown.run(5);
  process.exit(wanted && whole ? 0 : 1);
}
