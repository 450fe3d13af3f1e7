/** The service worker: registered once, and updated only when somebody says so. */
let ready = $state(false);
let registration: ServiceWorkerRegistration | null = null;

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
  const controlled = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // Another tab has taken the update: what this one has loaded stays in the cache, and it may follow when it likes.
    if (controlled) ready = true;
  });
  registration = await navigator.serviceWorker.register('/service-worker.js');
  const found = () => (ready ||= registration?.waiting !== null && navigator.serviceWorker.controller !== null);
  found();
  registration.addEventListener('updatefound', () => {
    registration?.installing?.addEventListener('statechange', found);
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void registration?.update().catch(() => {});
  });
}

/** Lets the new version take over and loads it in this tab. Forms are kept as drafts at every change. */
export function applyAppUpdate(): void {
  const waiting = registration?.waiting ?? null;
  if (waiting === null) {
    location.reload();
    return;
  }
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  waiting.postMessage({ type: 'SKIP_WAITING' });
}
