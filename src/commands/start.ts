/** `npm start`: one process from nothing to a running service. Reads top to bottom as it happens. */
import { createServer, type RequestListener } from 'node:http';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseConfig } from '#lib/server/config.ts';
import { handover } from '#lib/server/handover.ts';
import { prepareDatabase } from '#lib/server/prepare-database.ts';
import { explain } from './explain.ts';
import { ROOT } from './root.ts';
import { ensureBuild } from './start/build.ts';
import { completeConfig } from './start/complete-config.ts';
import { createEntry } from './start/entry.ts';
import { listen, stopListening } from './start/listen.ts';
import { Shutdown } from './start/shutdown.ts';
import { VERSION } from './version.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);
const shutdown = new Shutdown();

try {
  const given = parseConfig(process.env);
  shutdown.onSignals(given.shutdownSeconds, say);
  const entry = createEntry();
  const server = createServer(
    { requestTimeout: 300_000, headersTimeout: 30_000, keepAliveTimeout: 65_000 },
    entry.listener
  );
  const port = await listen(server, given.port, given.host);
  shutdown.at('requests', () => stopListening(server));

  // PORT=0 takes any free port; which one is known only now.
  const origin = given.origin.replace(/:0$/, `:${port}`);
  const config = await shutdown.step(async () => {
    const completed = await completeConfig({ ...given, port, origin }, say);
    shutdown.at('database', completed.stop);
    return completed.config;
  });
  await shutdown.step(() => prepareDatabase(config.databaseUrl, join(ROOT, 'migrations')));
  const build = resolve(ROOT, process.env['PLUMBLINE_BUILD'] ?? 'build');
  await shutdown.step(() => ensureBuild(build, say));

  handover().config = config;
  setAdapterVariables(config.origin, config.trustedProxies);
  const handler = await shutdown.step(async () => {
    const built = (await import(pathToFileURL(join(build, 'handler.js')).href)) as { handler: RequestListener };
    const { runtime } = handover();
    if (runtime === undefined) throw new Error('The built server did not start its runtime.');
    shutdown.at('streams', () => runtime.changes.stop());
    shutdown.at('jobs', runtime.stop);
    return built.handler;
  });
  entry.open(handler, config.origin, config.process !== 'worker');
  say(`Plumbline ${VERSION} is ready: ${config.origin}`);
} catch (thrown) {
  const wanted = shutdown.begun;
  if (!wanted) process.stderr.write(`${explain(thrown)}\n`);
  const whole = await shutdown.run(5);
  process.exit(wanted && whole ? 0 : 1);
}

/** What SvelteKit's handler reads from the environment; limits of bodies are the entry's and the endpoints' matter. */
function setAdapterVariables(origin: string, trustedProxies: number): void {
  process.env['BODY_SIZE_LIMIT'] = 'Infinity';
  process.env['ORIGIN'] = origin;
  if (trustedProxies === 0) return;
  process.env['ADDRESS_HEADER'] = 'x-forwarded-for';
  process.env['XFF_DEPTH'] = String(trustedProxies);
}
