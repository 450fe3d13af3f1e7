/** A round: instruments that are calibrated one after the other, the conditions typed once. */
import type { Asset } from '#lib/contracts/assets.ts';
import { isInService } from '#lib/laboratory/calibration-status.ts';
import { naturalOrder } from '#lib/laboratory/natural-order.ts';

/** One instrument of a round: an asset, or one of its channels. */
export type Stop = { readonly asset_id: string; readonly channel_id: string | null };
export type Round = {
  readonly stops: readonly Stop[];
  /** Keys of the stops that are saved. */
  readonly done: readonly string[];
  /** As it was typed last, for the next ones. */
  readonly environment: { readonly temperature: string; readonly humidity: string; readonly pressure: string } | null;
  /** The reference that was used last, as an instrument key. */
  readonly reference: string | null;
};

export type StopRow = Stop & {
  readonly key: string;
  readonly label: string;
  readonly name: string;
  readonly place: string | null;
  readonly due: string | null;
  readonly overdue: boolean;
};

export const stopKey = ({ asset_id, channel_id }: Stop): string => `${asset_id}:${channel_id ?? ''}`;

const inOrder = naturalOrder('en');

/** What is due, place by place: overdue, due soon, and never calibrated ones; each channel is one. References go elsewhere. */
export function dueStops(assets: readonly Asset[]): readonly StopRow[] {
  return assets
    .filter((asset) => isInService(asset) && !asset.is_reference)
    .filter(({ calibration_status: status }) => status !== 'calibrated')
    .flatMap((asset): StopRow[] => {
      const row = { asset_id: asset.id, name: asset.name, place: asset.location_name, due: asset.due_date };
      const channels = asset.channels.filter(({ archived_at }) => archived_at === null);
      const overdue = asset.calibration_status === 'overdue';
      if (channels.length === 0) {
        const stop = { asset_id: asset.id, channel_id: null };
        return [{ ...row, ...stop, key: stopKey(stop), label: asset.asset_id, overdue }];
      }
      return channels.map((channel) => {
        const stop = { asset_id: asset.id, channel_id: channel.id };
        const late = overdue && asset.overdue_channels.includes(channel.id);
        return { ...row, ...stop, key: stopKey(stop), label: `${asset.asset_id} · ${channel.name}`, overdue: late };
      });
    })
    .sort(
      (a, b) =>
        inOrder(a.place ?? '\uffff', b.place ?? '\uffff') ||
        (a.due ?? '').localeCompare(b.due ?? '') ||
        inOrder(a.label, b.label)
    );
}

/** One instrument after the other as given, each channel one, whether it is due or not. */
export const stopsOf = (assets: readonly Pick<Asset, 'id' | 'channels'>[]): readonly Stop[] =>
  assets.flatMap(({ id, channels }): readonly Stop[] => {
    const inUse = channels.filter(({ archived_at }) => archived_at === null);
    return inUse.length === 0
      ? [{ asset_id: id, channel_id: null }]
      : inUse.map((channel) => ({ asset_id: id, channel_id: channel.id }));
  });

export const newRound = (stops: readonly Stop[]): Round => ({
  stops: stops.map(({ asset_id, channel_id }) => ({ asset_id, channel_id })),
  done: [],
  environment: null,
  reference: null
});

/** The next one that is not saved, from this one on and then from the beginning; null where all others are. */
export function nextStop(round: Round, from: string | null): Stop | null {
  const at = round.stops.findIndex((stop) => stopKey(stop) === from);
  const later = [...round.stops.slice(at + 1), ...round.stops.slice(0, Math.max(0, at))];
  return later.find((stop) => !round.done.includes(stopKey(stop))) ?? null;
}

/** The round once an instrument of it is saved. */
export function withSaved(round: Round, key: string, typed: Pick<Round, 'environment' | 'reference'>): Round {
  const done = round.done.includes(key) ? round.done : [...round.done, key];
  return { ...round, done, environment: typed.environment, reference: typed.reference ?? round.reference };
}

/** The position of an instrument in its round, from 1; null if it is not in it. */
export function placeIn(round: Round, key: string): { readonly n: number; readonly of: number } | null {
  const at = round.stops.findIndex((stop) => stopKey(stop) === key);
  return at < 0 ? null : { n: at + 1, of: round.stops.length };
}

export const stopHref = ({ asset_id, channel_id }: Stop): string =>
  `/assets/${asset_id}/calibrate?round=1${channel_id === null ? '' : `&channel=${channel_id}`}`;
