/**
 * The counters of recording. Every transaction takes them in this order, so that none waits for another in a circle: versions
 * (all at once, in the order of asset and channel), then, organization by organization, audit chain, certificate numbers and
 * change numbers.
 */
import { sql } from 'slonik';
import { z } from 'zod';
import type { Tx } from './transaction.ts';

/** What versions are counted by: an asset, or one of its channels. */
export type VersionKey = { readonly assetId: string; readonly channelId: string | null };
export const versionKey = ({ assetId, channelId }: VersionKey): string => `${assetId}:${channelId ?? ''}`;

const NOBODY = '00000000-0000-0000-0000-000000000000';

/**
 * Takes one version for each key given, repeated keys one after the other.
 * @returns the versions, in the order of the keys.
 */
export async function takeVersions(tx: Tx, keys: readonly VersionKey[]): Promise<number[]> {
  const wanted = new Map<string, { key: VersionKey; count: number }>();
  for (const key of keys) {
    const known = wanted.get(versionKey(key));
    wanted.set(versionKey(key), { key, count: (known?.count ?? 0) + 1 });
  }
  const groups = [...wanted.values()];
  const last = await tx.any(sql.type(
    z.object({ asset_id: z.string(), channel_key: z.string(), last_version: z.int() })
  )`
    INSERT INTO version_counters AS counter (asset_id, channel_key, last_version)
    SELECT * FROM unnest(${sql.array(
      groups.map(({ key }) => key.assetId),
      'uuid'
    )}, ${sql.array(
      groups.map(({ key }) => key.channelId ?? NOBODY),
      'uuid'
    )}, ${sql.array(
      groups.map(({ count }) => count),
      'int4'
    )}) AS k(asset_id, channel_key, n)
    ORDER BY asset_id, channel_key
    ON CONFLICT (asset_id, channel_key) DO UPDATE SET last_version = counter.last_version + excluded.last_version
    RETURNING asset_id, channel_key, last_version`);
  const next = new Map<string, number>();
  for (const { asset_id, channel_key, last_version } of last) {
    const key = versionKey({ assetId: asset_id, channelId: channel_key === NOBODY ? null : channel_key });
    next.set(key, last_version - (wanted.get(key)?.count ?? 0) + 1);
  }
  return keys.map((key) => {
    const version = next.get(versionKey(key)) ?? 0;
    next.set(versionKey(key), version + 1);
    return version;
  });
}

/** @returns the first of `count` consecutive certificate numbers of an organization's year. */
export async function takeCertificateNumbers(
  tx: Tx,
  organizationId: string,
  year: number,
  count: number
): Promise<number> {
  const last = await tx.oneFirst(sql.type(z.object({ last_number: z.int() }))`
    INSERT INTO certificate_counters AS counter (organization_id, year, last_number)
    VALUES (${organizationId}, ${year}, ${count})
    ON CONFLICT (organization_id, year) DO UPDATE SET last_number = counter.last_number + excluded.last_number
    RETURNING last_number`);
  return last - count + 1;
}

/** @returns the first of `count` consecutive change numbers; no other change of the organization commits until this one does. */
export async function takeChangeNumbers(tx: Tx, organizationId: string, count: number): Promise<number> {
  const last = await tx.oneFirst(sql.type(z.object({ last: z.int() }))`
    SELECT take_change_numbers(${organizationId}::uuid, ${count}) AS last`);
  return last - count + 1;
}
