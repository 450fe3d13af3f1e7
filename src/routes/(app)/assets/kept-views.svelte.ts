import { call } from '#lib/client/api/call.ts';
import { preferences } from '#lib/client/state/preferences.svelte.ts';
import { syncStatus } from '#lib/client/state/sync-status.svelte.ts';

/** Only the answer to the last request counts: an earlier one may arrive later, or after somebody has signed out. */
let last = 0;

/** Reads the saved views anew: another device may have changed them. */
export async function readViews(): Promise<void> {
  const turn = ++last;
  const views = await call('listAssetViews');
  if (turn === last) preferences.assetViews = views;
}

/**
 * Keeps the reader's saved views on the device, for when it is offline. Call inside component initialisation.
 * @param open whether the reader looks at them: what another device has saved is shown then
 */
export function keepViews(open: () => boolean): void {
  $effect(() => {
    void open();
    if (!syncStatus.online) return;
    // Those that the device has stay; the next visit asks again.
    readViews().catch(() => undefined);
    return () => {
      last += 1;
    };
  });
}
