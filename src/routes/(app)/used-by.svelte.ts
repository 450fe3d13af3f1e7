/** The calibrations that stand on a reference, or on one calibration of it, as the laboratory tells them. */
import { callPage } from '#lib/client/api/call.ts';
import { syncStatus } from '#lib/client/state/sync-status.svelte.ts';
import type { CalibrationHeader } from '#lib/contracts/calibrations.ts';

const LATEST = 20;

export type UsedBy = {
  readonly all: readonly CalibrationHeader[] | null;
  readonly state: 'loading' | 'offline' | 'failed' | 'ready';
  readonly more: boolean;
};

/** Call inside component initialisation. Nothing is asked while `wanted` answers null. */
export function usedBy(wanted: () => { readonly ref: string; readonly calibration_id?: string } | null): {
  readonly current: UsedBy;
} {
  let current = $state.raw<UsedBy>({ all: null, state: 'loading', more: false });
  // Only another reference is a reason to ask anew, not every change of the lists it is read from.
  const asked = $derived(JSON.stringify(wanted()));
  $effect(() => {
    const question = JSON.parse(asked) as ReturnType<typeof wanted>;
    if (question === null) return;
    if (!syncStatus.online) {
      current = { all: null, state: 'offline', more: false };
      return;
    }
    const abort = new AbortController();
    const { ref, calibration_id } = question;
    callPage('listCalibrationsUsing', {
      params: { ref },
      query: { limit: LATEST, ...(calibration_id === undefined ? {} : { calibration_id }) },
      signal: abort.signal
    }).then(
      ({ items, nextCursor }) => (current = { all: items, state: 'ready', more: nextCursor !== null }),
      () => {
        if (!abort.signal.aborted) current = { all: null, state: 'failed', more: false };
      }
    );
    return () => abort.abort();
  });
  return {
    get current() {
      return current;
    }
  };
}
