/** `npm start`: one process from nothing to a running service. The steps are in the order in which they run. */
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { parseConfig } from '#lib/server/config.ts';
import { handover } from '#lib/server/handover.ts';
import { prepareDatabase } from '#lib/server/prepare-database.ts';
import { confirmSecretKey } from '#lib/server/use-cases/secrets/confirm-secret-key.ts';
import { explain } from './explain.ts';
import { BUILD, ROOT } from './root.ts';
import { completeConfig } from './start/complete-config.ts';
import { drain } from './start/drain.ts';
import { createEntry } from './start/entry.ts';
import { listen, stopListening } from './start/listen.ts';
import { Shutdown } from './start/shutdown.ts';
import { answerUnreadable } from './start/unreadable.ts';
import { watchReadiness } from './start/watch-readiness.ts';
import { VERSION } from './version.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);
/**
 * By how much of what is in use the heap may grow before what is not in use is collected, in percent. V8 would let it grow to four times
 * of that where there is memory: an import would take hundreds of megabytes for records that it had dropped long ago.
 */
const HEAP_GROWTH_PERCENT = 50;
setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);

const shutdown = new Shutdown();
const FAILED_SECONDS = 5;
const fail = (sentence: string) => shutdown.fail(sentence, FAILED_SECONDS);

try {
  const settings = parseConfig(process.env);
  shutdown.onSignals(settings.shutdownSeconds, say);
  const entry = createEntry();
  const server = createServer(
    { requestTimeout: 300_000, headersTimeout: 30_000, keepAliveTimeout: 65_000 },
    entry.listener
  );
  answerUnreadable(server);
  const port = await listen(server, settings.port, settings.host);
  shutdown.at('drain', () => drain(entry, settings.process === 'worker' ? 0 : settings.drainSeconds));
  shutdown.at('requests', () => stopListening(server));

  // PORT=0 uses any free port, which is known only now.
  const origin = settings.origin.replace(/:0$/, `:${port}`);
  const { config, isRecovering } = await shutdown.step(async () => {
    const completed = await completeConfig({ ...settings, port, origin }, say, fail);
    shutdown.at('database', completed.stop);
    return completed;
  });
  await shutdown.step(() => prepareDatabase(config.databaseUrl, join(ROOT, 'migrations')));
  await shutdown.step(() => confirmSecretKey(config.databaseUrl, config));

  Object.assign(handover(), { config, fail });
  setAdapterVariables(config.origin, config.trustedProxies);
  const handler = await shutdown.step(async () => {
    const built = (await import(pathToFileURL(join(BUILD, 'handler.js')).href)) as { handler: RequestListener };
    const { runtime } = handover();
    if (runtime === undefined) throw new Error('The built server did not start its runtime.');
    const endWatch = watchReadiness(
      async () => isRecovering() || (await runtime.isReady()),
      () => fail('The database has not answered for a minute. This process ends so that it can be restarted.')
    );
    shutdown.at('streams', async () => {
      endWatch();
      await runtime.changes.stop();
    });
    shutdown.at('jobs', runtime.stop);
    return built.handler;
  });
  entry.open(handler, config.origin, config.process !== 'worker');
  say(`Plumbline ${VERSION} is ready: ${config.origin}`);
} catch (thrown) {
  const wanted = shutdown.begun;
  if (!wanted) process.stderr.write(`${explain(thrown)}\n`);
  const whole = await shutdown.run(FAILED_SECONDS);
  process.exit(wanted && whole ? 0 : 1);
}

/** What SvelteKit's handler reads from the environment; the entry and the endpoints limit bodies. */
function setAdapterVariables(origin: string, trustedProxies: number): void {
  process.env['BODY_SIZE_LIMIT'] = 'Infinity';
  process.env['ORIGIN'] = origin;
  if (trustedProxies === 0) return;
  process.env['ADDRESS_HEADER'] = 'x-forwarded-for';
  process.env['XFF_DEPTH'] = String(trustedProxies);
}
