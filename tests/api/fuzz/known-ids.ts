/** Ids of what exists, learned from the server's own answers; generated requests name them by place, so that a seed repeats. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';

const NAMED: Readonly<Record<string, string>> = {
  organization_id: 'organizations',
  user_id: 'users',
  actor_id: 'users',
  ref: 'assets',
  asset: 'assets',
  asset_ref: 'assets',
  reference_asset_id: 'assets',
  channel_id: 'channels',
  reference_channel_id: 'channels',
  location_id: 'locations',
  calibration_location_id: 'locations',
  parent_id: 'locations',
  calibration_id: 'calibrations',
  reference_calibration_id: 'calibrations',
  replaces_calibration_id: 'calibrations',
  procedure_id: 'procedures',
  rid: 'join-requests',
  file_id: 'files'
};

/** The pool that a property or path parameter takes its ids from. */
export const namedPool = (name: string): string => NAMED[name] ?? name;

/** A word that `resolve` replaces by an id; now and then by one of another kind, or of nothing. */
export const placeholder = (pool: string): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 10, arbitrary: fc.nat(999).map((n) => `@@${pool}/${n}@@`) },
    { weight: 1, arbitrary: fc.nat(999).map((n) => `@@any/${n}@@`) },
    { weight: 1, arbitrary: fc.constant(`@@none/0@@`) }
  );

const KEPT = 60;

export class KnownIds {
  private readonly pools = new Map<string, string[]>();

  add(pool: string, id: string): void {
    const ids = this.pools.get(pool) ?? [];
    if (ids.includes(id)) return;
    ids.push(id);
    // The first ones are the world's own; of what the run itself makes, the newest.
    if (ids.length > KEPT) ids.splice(KEPT / 2, 1);
    this.pools.set(pool, ids);
  }

  /** Learns from an answer: `id` of a record, or of each record of a list, below the last word of a path. */
  learn(path: string, body: unknown): void {
    const pool = path.split('/').findLast((part) => part !== '' && !part.startsWith('{')) ?? '';
    for (const record of Array.isArray(body) ? (body as unknown[]) : [body]) {
      if (typeof record !== 'object' || record === null) continue;
      if ('id' in record && typeof record.id === 'string') this.add(pool, record.id);
      if ('channels' in record && Array.isArray(record.channels)) this.learn('channels', record.channels);
    }
  }

  /** Replaces every placeholder in a text. */
  resolve(text: string): string {
    return text.replace(/@@([a-z-]+)\/(\d+)@@/gi, (_, pool: string, place: string) => {
      const ids = pool === 'any' ? [...this.pools.values()].flat() : (this.pools.get(pool) ?? []);
      return ids[Number(place) % Math.max(1, ids.length)] ?? randomUUID();
    });
  }
}
