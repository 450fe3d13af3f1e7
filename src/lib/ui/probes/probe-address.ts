/** Which channels of a logger can share one grid, and where the grid is. */
import type { Asset, Channel } from '#lib/contracts/assets.ts';
import { pathOfAsset } from '../frame/asset-href.ts';
import type { Round } from '../round/round.ts';

/** More columns than these nobody reads from a bath at a time. */
export const MOST_PROBES = 8;

/**
 * Channels that one reference reads for: those of one unit, two at least, archived ones left out. The largest group comes first.
 */
export function probeGroups({ channels }: Pick<Asset, 'channels'>): readonly (readonly Channel[])[] {
  const groups = new Map<string, Channel[]>();
  for (const channel of channels) {
    if (channel.archived_at !== null) continue;
    const unit = channel.unit ?? '';
    groups.set(unit, [...(groups.get(unit) ?? []), channel]);
  }
  return [...groups.values()].filter(({ length }) => length > 1).sort((a, b) => b.length - a.length);
}

export function probesHref(assetRef: string, channelIds: readonly string[], inRound = false): string {
  const channels = channelIds.slice(0, MOST_PROBES).join(',');
  return pathOfAsset(assetRef, `/probes/calibrate?channels=${channels}${inRound ? '&round=1' : ''}`);
}

/** The channels that an address names, once each and as many as a grid takes. */
export function channelsIn(url: URL): readonly string[] {
  const named = (url.searchParams.get('channels') ?? '').split(',').filter((id) => id !== '');
  return [...new Set(named)].slice(0, MOST_PROBES);
}

/** The channels of an asset that wait in a round and can share one grid; empty if there are none. */
export function probesInRound(asset: Pick<Asset, 'id' | 'channels'>, { stops, done }: Round): readonly Channel[] {
  const waiting = new Set(
    stops.flatMap(({ asset_id, channel_id }) =>
      asset_id === asset.id && channel_id !== null && !done.includes(`${asset_id}:${channel_id}`) ? [channel_id] : []
    )
  );
  const [first] = probeGroups({ channels: asset.channels.filter(({ id }) => waiting.has(id)) });
  return first ?? [];
}
