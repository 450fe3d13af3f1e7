/** The service worker: registered once, and updated only when somebody says so. */
import { Workbox } from 'workbox-window';

let ready = $state(false);
let workbox: Workbox | null = null;

export const appUpdate = {
  /** A new version waits; this tab still runs the old one. */
  get ready(): boolean {
    return ready;
  }
};

/**
 * Registers the service worker and watches for new versions. Does nothing where the browser has none (plain http) and in
 * development, where there is nothing to precache.
 */
export async function watchAppUpdate(): Promise<void> {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
  workbox = new Workbox('/service-worker.js');
  // The first worker of a browser that takes this page over is the version that the page has come with, however long it took.
  let isFirst = navigator.serviceWorker.controller === null;
  workbox.addEventListener('waiting', () => {
    if (!isFirst) ready = true;
  });
  workbox.addEventListener('controlling', ({ isExternal }) => {
    // Another tab has taken the update: what this one has loaded stays in the cache, and it may follow when it likes.
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
