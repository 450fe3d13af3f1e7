import { createHash, randomUUID } from 'node:crypto';
import type { Asset } from '#lib/contracts/assets.ts';
import { httpTransport } from '#lib/client/sync/http-transport.ts';
import { createSyncLoop } from '#sync/client/sync-loop.ts';
import { memoryQueue } from '#sync/client/testing/memory-queue.ts';
import { memoryReplica } from '#sync/client/testing/memory-replica.ts';
import { analysisRequest } from '../support/analysis-request.ts';
import { internalBody } from '../support/calibrated-laboratory.ts';
import type { Chance } from './chance.ts';
import type { Laboratory } from './laboratory.ts';

/** A device without a screen: the real loop, queue rules and transport of sync/client, its disk in memory. */
export type Device = {
  readonly asset: Asset;
  /** Saves one calibration, as a technician would, and lets the loop know. */
  readonly save: () => void;
  readonly wake: () => void;
  /** Ids of everything ever saved, in order. */
  readonly saved: () => readonly string[];
  /** Entries that are not applied yet, each as `state: why`. */
  readonly unsettled: () => readonly string[];
  /** Ids of the calibrations that it has pulled. */
  readonly pulled: () => readonly string[];
  readonly stop: () => Promise<void>;
};

/**
 * @param chance of what is saved
 * @param pauses how the loop's pauses scatter: how many it takes depends on the machine, so they have a chance of their own
 */
export function startDevice(
  origin: string,
  laboratory: Laboratory,
  asset: Asset,
  chance: Chance,
  pauses: Chance
): Device {
  const queue = memoryQueue();
  const replica = memoryReplica();
  const closed = new AbortController();
  const loop = createSyncLoop({
    deviceId: randomUUID(),
    queue,
    replica,
    transport: httpTransport(laboratory.token, closed.signal, origin),
    clock: {
      now: () => Date.now(),
      random: pauses.next,
      after: (milliseconds, run) => {
        const timer = setTimeout(run, milliseconds);
        return () => clearTimeout(timer);
      }
    },
    report: () => undefined
  });
  loop.start();
  return {
    asset,
    save: () => {
      const id = randomUUID();
      const body = internalBody({ asset, reference: laboratory.reference }, {}, analysisRequest(chance.next() / 100));
      const payload = JSON.stringify(body);
      queue.rows.set(id, {
        id,
        state: 'waiting',
        payload,
        payload_sha256: createHash('sha256').update(payload).digest('hex'),
        payload_version: 1,
        base: {},
        created_at: new Date().toISOString(),
        organization_id: laboratory.organizationId,
        asset_label: asset.asset_id,
        channel_label: '',
        in_doubt: false,
        attempts: 0,
        next_attempt_at: 0,
        last_error: null,
        applied: null
      });
      loop.wake();
    },
    wake: () => loop.wake(),
    saved: () => [...queue.rows.keys()],
    unsettled: () =>
      [...queue.rows.values()]
        .filter(({ state }) => state !== 'applied')
        .map(({ id, state, last_error }) => `${id} ${state}: ${JSON.stringify(last_error)}`),
    pulled: () => replica.ids('calibrations'),
    stop: async () => {
      closed.abort();
      await loop.stop();
    }
  };
}
