import { ApiError } from '#lib/client/api/api-error.ts';
import { call, callPages } from '#lib/client/api/call.ts';
import type { Answer } from '#lib/client/api/call.ts';
import { fetched } from '../../fetched.svelte.ts';

/** The most calibrations that are shown of an asset which the device does not keep. */
const MOST = 500;

/**
 * An asset that this device does not keep, such as one of a public organization of others: as the server has it, with its
 * calibrations. Call inside component initialisation.
 */
export function assetElsewhere(ref: () => string) {
  const asked = fetched(async (signal) => {
    const asset = await unlessUnknown(call('getAsset', { params: { ref: ref() }, signal }));
    if (asset === null) return { asset, calibrations: [] };
    // By its UUID: others may have given the same identifier.
    const { items } = await callPages('listAssetCalibrations', { params: { ref: asset.id }, signal }, MOST);
    return { asset, calibrations: items };
  });
  return {
    get asset(): Answer<'getAsset'> | null {
      return asked.current?.asset ?? null;
    },
    /** Newest version first, without voided ones. */
    get calibrations(): readonly Answer<'listAssetCalibrations'>[number][] {
      return asked.current?.calibrations ?? [];
    },
    /** `unknown`: the server has no such asset that the person may read. */
    get state(): 'shown' | 'unknown' | 'loading' | 'offline' | 'refused' | 'failed' {
      if (asked.state !== 'ready') return asked.state;
      return asked.current?.asset ? 'shown' : 'unknown';
    },
    again: () => asked.again()
  };
}

/** @returns null if there is no such asset, or several whose identifier it is. */
const unlessUnknown = <T>(answer: Promise<T>): Promise<T | null> =>
  answer.catch((error: unknown) => {
    if (error instanceof ApiError && (error.code === 'not_found' || error.code === 'ambiguous_ref')) return null;
    throw error;
  });
