/** The service worker: registered once, and updated only on request. */
import { Workbox } from 'workbox-window';

let ready = $state(false);
let workbox: Workbox | null = null;

export const appUpdate = {
  /** A new version is waiting; this tab still runs the old one. */
  get ready(): boolean {
    return ready;
  }
};

/**
 * Registers the service worker and watches for new versions. Does nothing if the browser has none (plain http), nor in
 * development, where there is nothing to precache.
 */
export async function watchAppUpdate(): Promise<void> {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
  workbox = new Workbox('/service-worker.js');
  // The first worker of a browser that takes over this page has the same version as the page.
  let isFirst = navigator.serviceWorker.controller === null;
  workbox.addEventListener('waiting', () => {
    if (!isFirst) ready = true;
  });
  workbox.addEventListener('controlling', ({ isExternal }) => {
    // Another tab has updated: what this one has loaded stays in the cache, and it may update later.
    if (isExternal && !isFirst) ready = true;
    isFirst = false;
  });
  await workbox.register({ immediate: true });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void workbox?.update().catch(() => {});
  });
}

/** Lets the new version take over and loads it in this tab. Forms are kept as drafts at every change. */
export async function applyAppUpdate(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  if (workbox === null || !registration?.waiting) {
    location.reload();
    return;
  }
  workbox.addEventListener('controlling', () => location.reload());
  workbox.messageSkipWaiting();
}
