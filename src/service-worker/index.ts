/// <reference no-default-lib="true"/>
/// <reference lib="esnext" />
/// <reference lib="webworker" />
/**
 * Serves the app's own files without network: the shell for every page, and the files that never change. It knows no business
 * rule and keeps no answer of the API, so that nothing of one person can ever reach another.
 */
import { build, files, version } from '$service-worker';
import { PrecacheController } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { showPushes } from './push.ts';

const worker = self as unknown as ServiceWorkerGlobalScope;
const SHELL = '/shell';
const PREFIX = 'plumbline-app-';
/** Pages and files that the server alone can answer. */
const OF_THE_SERVER = [/^\/(api|health|metrics|storage|verify)(\/|$)/, /^\/service-worker\.js/];

/** What installing shows beforehand, and the app itself never. */
const needed = files.filter((url) => !url.startsWith('/screenshots/'));

// One cache a version, so that the previous one's files can stay while its tabs live.
const precache = new PrecacheController({ cacheName: PREFIX + version });
precache.addToCacheList([
  { url: SHELL, revision: version },
  ...build.map((url) => ({ url, revision: null })),
  ...needed.map((url) => ({ url, revision: version }))
]);
const unchanging = new Set([...build, ...needed]);

worker.addEventListener('install', (event) => {
  event.waitUntil(precache.install(event));
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(dropOldVersions().then(() => worker.clients.claim()));
});

// Only somebody at the screen lets a new version take over.
worker.addEventListener('message', (event) => {
  if ((event.data as { type?: unknown } | null)?.type === 'SKIP_WAITING') void worker.skipWaiting();
});

showPushes(worker);

registerRoute(
  new NavigationRoute(async () => (await precache.matchPrecache(SHELL)) ?? fetch(SHELL), { denylist: OF_THE_SERVER })
);

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && (unchanging.has(url.pathname) || url.pathname.startsWith('/_app/immutable/')),
  async ({ request, url }) =>
    // A tab of the previous version asks for files that only its own cache has: all caches are looked through.
    (await precache.matchPrecache(url.pathname)) ??
    (await caches.match(request, { ignoreSearch: true })) ??
    fetch(request)
);

/** Keeps this version and the one before it, whose tabs may still be open. Cache names come in the order of their making. */
async function dropOldVersions(): Promise<void> {
  const mine = PREFIX + version;
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== mine);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
}
