/// <reference no-default-lib="true"/>
/// <reference lib="esnext" />
/// <reference lib="webworker" />
/**
 * Serves the app's own files without network: the shell for every page, and the files that never change. It knows no business
 * rule and keeps no answer of the API, so that nothing of one person can ever reach another.
 */
import { build, files, version } from '$service-worker';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { earlierVersion } from './earlier-version.ts';
import { showPushes } from './push.ts';

const worker = self as unknown as ServiceWorkerGlobalScope;
const SHELL = '/shell';
/** In the cache of a version: when it took over. No file of the app has this address. */
const TOOK_OVER = '/took-over';
const PREFIX = 'plumbline-app-';
/** Pages and files that the server alone can answer. */
const OF_THE_SERVER = [/^\/(api|health|metrics|storage|verify)(\/|$)/, /^\/service-worker\.js/];

/** What installing shows beforehand and the app itself never, and what only search engines ask for. */
const NOT_OF_THE_APP = /^\/(?:screenshots\/|robots\.txt$)/;
const needed = files.filter((url) => !NOT_OF_THE_APP.test(url));

// One cache a version, so that the previous one's files can stay while its tabs live.
const KEPT = PREFIX + version;
/** Files that change under the same name are asked of the server, not of the browser's own cache. */
const anew = (url: string) => new Request(url, { cache: 'reload' });
const toKeep: readonly RequestInfo[] = [anew(SHELL), ...build, ...needed.map(anew)];
const unchanging = new Set([...build, ...needed]);
/** Enough that a slow network's answers overlap, few enough that the page's own requests do not wait behind hundreds. */
const AT_ONCE = 16;

worker.addEventListener('install', (event) => {
  event.waitUntil(keepFiles());
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(
    dropOldVersions()
      .then(noteTakingOver)
      .then(() => worker.clients.claim())
  );
});

// Only somebody at the screen lets a new version take over.
worker.addEventListener('message', (event) => {
  if ((event.data as { type?: unknown } | null)?.type === 'SKIP_WAITING') void worker.skipWaiting();
});

showPushes(worker);

registerRoute(new NavigationRoute(async () => (await kept(SHELL)) ?? fetch(SHELL), { denylist: OF_THE_SERVER }));

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && (unchanging.has(url.pathname) || url.pathname.startsWith('/_app/immutable/')),
  async ({ request, url }) =>
    // A tab of the previous version asks for files that only its own cache has: all caches are looked through.
    (await kept(url.pathname)) ?? (await caches.match(request, { ignoreSearch: true })) ?? fetch(request)
);

/** One file that cannot be had fails the whole: the browser then tries again, and the previous version goes on. */
async function keepFiles(): Promise<void> {
  const cache = await caches.open(KEPT);
  for (let i = 0; i < toKeep.length; i += AT_ONCE) await cache.addAll(toKeep.slice(i, i + AT_ONCE));
}

async function kept(url: string): Promise<Response | undefined> {
  return (await caches.open(KEPT)).match(url);
}

/** Keeps this version and the one before it, whose tabs may still be open. Cache names come in the order of their making. */
async function dropOldVersions(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== KEPT);
  const others = await Promise.all(names.map(async (name) => ({ name, tookOverAt: await whenTookOver(name) })));
  const earlier = earlierVersion(others);
  await Promise.all(others.filter((one) => one !== earlier).map(({ name }) => caches.delete(name)));
}

async function noteTakingOver(): Promise<void> {
  await (await caches.open(KEPT)).put(TOOK_OVER, new Response(String(Date.now())));
}

async function whenTookOver(name: string): Promise<number | null> {
  const note = await (await caches.open(name)).match(TOOK_OVER);
  return note === undefined ? null : Number(await note.text());
}
