/** The calibrations of all references on the device, live: which of them counts depends on the date of the work. */
import type { CalibrationHeader } from '#lib/contracts/calibrations.ts';
import { device } from '#lib/client/device.ts';
import { findCalibrations } from '#lib/client/state/calibration-query.ts';

/** Call inside component initialisation. `ids` are the UUIDs of reference assets. */
export function referenceCalibrations(ids: () => readonly string[]): {
  readonly ready: boolean;
  readonly all: readonly CalibrationHeader[];
} {
  let view = $state.raw<{ ready: boolean; all: readonly CalibrationHeader[] }>({ ready: false, all: [] });
  // The list of assets is made anew at every change of any of them; only other references are a reason to look again.
  const wanted = $derived(ids().join(' '));
  $effect(() => {
    const assets = wanted === '' ? [] : wanted.split(' ');
    let over = false;
    let stop = () => {};
    const begin = async () => {
      const database = await (await device()).replicated();
      const read = async () => {
        const found = await Promise.all(assets.map((asset_id) => findCalibrations(database, { asset_id }, () => true)));
        if (!over) view = { ready: true, all: found.flat() };
      };
      if (over) return;
      const subscription = database.calibrations.eventBulks$.subscribe(() => void read());
      stop = () => subscription.unsubscribe();
      await read();
    };
    begin().catch((error: unknown) => console.error(error));
    return () => {
      over = true;
      stop();
    };
  });
  return {
    get ready() {
      return view.ready;
    },
    get all() {
      return view.all;
    }
  };
}
