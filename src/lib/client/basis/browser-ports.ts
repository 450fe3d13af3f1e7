/** This browser's sources of a calibration's basis: its own database, and the API independently of sync. */
import { callPages } from '../api/call.ts';
import { completeIn } from '../database/complete.ts';
import { device } from '../database/device.ts';
import { findCalibrations } from '../state/calibration-query.ts';
import { current } from '../state/current.svelte.ts';
import { calibrationOnDevice, loadCalibration } from '../state/load-calibration.ts';
import type { Scope } from '#sync/client/replica.ts';
import { queue } from '../state/queue.svelte.ts';
import type { BasisPorts } from './find-basis.ts';

const scope = async () =>
  ((await (await device()).local.settings.get('scope'))?.value as Scope | undefined)?.organizations ?? null;

/** @param signal aborts requests to the server */
export function browserPorts(signal: AbortSignal): BasisPorts {
  return {
    scope,
    complete: async (collection) => new Set(await completeIn((await device()).local, collection)),
    held: {
      references: async () => (current.lists?.assets.all ?? []).filter((asset) => asset.is_reference),
      calibrations: async (asset_id) =>
        findCalibrations(await (await device()).replicated(), { asset_id, include_voided: true }, () => true),
      whole: calibrationOnDevice,
      applied: async (assetId) =>
        queue.entries
          .filter(({ state, payload }) => state === 'applied' && payload.asset_ref === assetId)
          .map(({ id }) => id)
    },
    ask: {
      references: async () => {
        const mine = await scope();
        const { items } = await callPages('listAssets', { query: { is_reference: 'true' }, signal });
        return items.filter(({ organization_id: id }) => mine?.includes(id) ?? true);
      },
      calibrations: async (ref) =>
        (await callPages('listAssetCalibrations', { params: { ref }, query: { include_voided: 'true' }, signal }))
          .items,
      whole: loadCalibration
    }
  };
}
