/**
 * The counters of recording. Every transaction takes them in this order, so that they cannot deadlock: versions (all at
 * once, in the order of asset and channel), then, organization by organization, audit chain, certificate numbers and
 * change numbers.
 */
import { sql } from 'slonik';
import { z } from 'zod';
import { partsOfCertificateNumber, type CertificateSeries } from '#lib/laboratory/certificate-number.ts';
import type { Tx } from './transaction.ts';

/** The key of a version counter: an asset, or one of its channels. */
export type VersionKey = { readonly assetId: string; readonly channelId: string | null };
export const versionKey = ({ assetId, channelId }: VersionKey): string => `${assetId}:${channelId ?? ''}`;

const NO_CHANNEL = '00000000-0000-0000-0000-000000000000';

/**
 * Takes one version for each key; repeated keys get consecutive versions.
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
      groups.map(({ key }) => key.channelId ?? NO_CHANNEL),
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
    const key = versionKey({ assetId: asset_id, channelId: channel_key === NO_CHANNEL ? null : channel_key });
    next.set(key, last_version - (wanted.get(key)?.count ?? 0) + 1);
  }
  return keys.map((key) => {
    const version = next.get(versionKey(key)) ?? 0;
    next.set(versionKey(key), version + 1);
    return version;
  });
}

/**
 * Restores the versions that calibrations had before older data were restored, if they are still free. No version below
 * the counter is assigned to anything else; the gap of a lost calibration remains reserved for it.
 * @param all every key for which this transaction will take versions: all are locked at once, in order.
 * @returns for each whether it has its version again.
 */
export async function keepVersions(
  tx: Tx,
  reported: readonly { readonly key: VersionKey; readonly version: number }[],
  all: readonly VersionKey[]
): Promise<boolean[]> {
  await tx.query(sql.unsafe`
    INSERT INTO version_counters AS counter (asset_id, channel_key, last_version)
    SELECT DISTINCT asset_id, channel_key, 0 FROM ${unnested(all)} AS k(asset_id, channel_key)
    ORDER BY asset_id, channel_key
    ON CONFLICT (asset_id, channel_key) DO UPDATE SET last_version = counter.last_version`);
  const versions = sql.array(
    reported.map(({ version }) => version),
    'int4'
  );
  const keys = reported.map(({ key }) => key);
  const rows = await tx.any(sql.type(z.object({ place: z.int(), taken: z.boolean() }))`
    SELECT ordinality AS place, EXISTS (
      SELECT FROM calibrations c WHERE c.asset_id = k.asset_id AND coalesce(c.channel_id, nobody()) = k.channel_key
        AND c.version = k.version) AS taken
    FROM unnest(${uuids(keys.map(({ assetId }) => assetId))}, ${uuids(keys.map(channelKey))}, ${versions})
      WITH ORDINALITY AS k(asset_id, channel_key, version, ordinality)`);
  const taken = new Set(rows.filter((row) => row.taken).map(({ place }) => place - 1));
  // Twice in one delivery: the second gets a new one.
  const seen = new Set<string>();
  const kept = reported.map(({ key, version }, i) => {
    const place = `${versionKey(key)}:${version}`;
    const free = !taken.has(i) && !seen.has(place);
    seen.add(place);
    return free;
  });
  await tx.query(sql.unsafe`
    UPDATE version_counters AS counter SET last_version = greatest(counter.last_version, k.version)
    FROM (SELECT asset_id, channel_key, max(version) AS version
          FROM unnest(${uuids(keys.map(({ assetId }) => assetId))}, ${uuids(keys.map(channelKey))}, ${versions})
            AS k(asset_id, channel_key, version) GROUP BY 1, 2) k
    WHERE counter.asset_id = k.asset_id AND counter.channel_key = k.channel_key`);
  return kept;
}

/** Restores the certificate numbers that calibrations had, if they are still free; under the audit chain's lock. */
export async function keepCertificateNumbers(
  tx: Tx,
  organizationId: string,
  reported: readonly { readonly number: string; readonly series: CertificateSeries }[]
): Promise<ReadonlySet<string>> {
  const numbers = reported.map(({ number }) => number);
  const taken = await tx.anyFirst(sql.type(z.object({ certificate_number: z.string() }))`
    SELECT certificate_number FROM calibrations
    WHERE organization_id = ${organizationId} AND certificate_number = ANY(${sql.array(numbers, 'text')})`);
  const parts = reported.flatMap(({ number, series }) => {
    const found = partsOfCertificateNumber(number);
    return found === null ? [] : [{ series, ...found }];
  });
  await tx.query(sql.unsafe`
    INSERT INTO certificate_counters AS counter (organization_id, year, series, last_number)
    SELECT ${organizationId}::uuid, year, series, max(number) FROM unnest(${sql.array(
      parts.map(({ year }) => year),
      'int4'
    )}, ${sql.array(
      parts.map(({ series }) => series),
      'text'
    )}, ${sql.array(
      parts.map(({ sequence }) => sequence),
      'int4'
    )}) AS k(year, series, number) GROUP BY year, series ORDER BY year, series
    ON CONFLICT (organization_id, year, series) DO UPDATE SET last_number = greatest(counter.last_number, excluded.last_number)`);
  return new Set(numbers.filter((number) => !taken.includes(number)));
}

const uuids = (ids: readonly string[]) => sql.array([...ids], 'uuid');
const channelKey = ({ channelId }: VersionKey): string => channelId ?? NO_CHANNEL;
const unnested = (keys: readonly VersionKey[]) =>
  sql.fragment`unnest(${uuids(keys.map(({ assetId }) => assetId))}, ${uuids(keys.map(channelKey))})`;

/** @returns the first of `count` consecutive numbers of one series of an organization's year. */
export async function takeCertificateNumbers(
  tx: Tx,
  organizationId: string,
  { year, series }: { readonly year: number; readonly series: CertificateSeries },
  count: number
): Promise<number> {
  const last = await tx.oneFirst(sql.type(z.object({ last_number: z.int() }))`
    INSERT INTO certificate_counters AS counter (organization_id, year, series, last_number)
    VALUES (${organizationId}, ${year}, ${series}, ${count})
    ON CONFLICT (organization_id, year, series) DO UPDATE SET last_number = counter.last_number + excluded.last_number
    RETURNING last_number`);
  return last - count + 1;
}

/** @returns the first of `count` consecutive change numbers; no other change of the organization commits until this one does. */
export async function takeChangeNumbers(tx: Tx, organizationId: string, count: number): Promise<number> {
  const last = await tx.oneFirst(sql.type(z.object({ last: z.int() }))`
    SELECT take_change_numbers(${organizationId}::uuid, ${count}) AS last`);
  return last - count + 1;
}
