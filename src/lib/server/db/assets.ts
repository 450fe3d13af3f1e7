import { sql, UniqueIntegrityConstraintViolationError, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { assetSchema, type Asset, type CalibrationStatus } from '#lib/contracts/assets.ts';
import type { Page } from '#lib/laboratory/page.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { isUuid } from '#lib/laboratory/uuid.ts';
import { ASSET, type AssetColumnKey } from '#lib/records/asset.ts';
import {
  assetColumns,
  assetKeySource,
  assetSource,
  calibrationStatus,
  hasFailed,
  type StatusBasis
} from './asset-record.ts';
import { assignments, insertRow, type AnyColumn } from './column.ts';
import { columnsOf } from './described.ts';
import { branchOf } from './locations.ts';
import { mayRead } from './may-read.ts';
import { containsText, isFoundIn, readLargePage, type Look } from './paging.ts';
import type { Tx } from './transaction.ts';

/** The stored columns of an asset itself: no names of other records, no channels, nothing derived. */
export type AssetRow = Pick<Asset, AssetColumnKey | 'out_of_service' | 'retired'>;
const COLUMNS: readonly AnyColumn<AssetRow>[] = [
  ...columnsOf(ASSET),
  { name: 'out_of_service_since', type: 'timestamptz', of: ({ out_of_service }) => out_of_service?.since ?? null },
  { name: 'out_of_service_reason', type: 'text', of: ({ out_of_service }) => out_of_service?.reason ?? null },
  { name: 'out_of_service_until', type: 'date', of: ({ out_of_service }) => out_of_service?.until ?? null },
  { name: 'retired_at', type: 'timestamptz', of: ({ retired }) => retired?.at ?? null },
  { name: 'retired_by', type: 'uuid', of: ({ retired }) => retired?.by?.id ?? null },
  { name: 'retired_reason', type: 'text', of: ({ retired }) => retired?.reason ?? null }
];
const CHANGEABLE = COLUMNS.filter(({ name }) => name !== 'id' && name !== 'organization_id');
/** Whether an asset `a` has a text in a field that is searched, or the name of its location has it. */
export const assetContains = (text: string): FragmentSqlToken => sql.fragment`(
  ${isFoundIn(text, sql.fragment`a.searched`)}
  OR a.location_id = ANY (ARRAY(SELECT l.id FROM locations l WHERE ${containsText(text, sql.fragment`l.name`)})))`;

export const findAsset = async (tx: Tx, id: string, basis: StatusBasis): Promise<Asset | null> =>
  (await findAssets(tx, [id], basis))[0] ?? null;

/** The visible ones of these assets, in the order of the ids. */
const findAssets = (tx: Tx, ids: readonly string[], basis: StatusBasis): Promise<readonly Asset[]> => {
  const those = sql.array([...ids], 'uuid');
  return tx.any(sql.type(assetSchema)`
    SELECT ${assetColumns(basis)} FROM ${assetSource(basis)}
    WHERE a.id = ANY (${those}) AND ${mayRead(sql.fragment`a.organization_id`)}
    ORDER BY array_position(${those}, a.id)`);
};

/**
 * The visible assets that any of these refs (UUIDs, or `asset_id` in any case) may mean, in no order: several if
 * organizations use the same `asset_id`.
 */
export async function findAssetsNamed(
  tx: Tx,
  refs: readonly string[],
  organizationId: string | null,
  basis: StatusBasis
): Promise<readonly Asset[]> {
  const found = await findAssetIdsNamed(tx, refs, organizationId);
  return findAssets(
    tx,
    found.map(({ id }) => id),
    basis
  );
}

const assetNames = z.strictObject({ id: z.string(), asset_id: z.string(), organization_id: z.string() });
export type AssetNames = z.infer<typeof assetNames>;
/** The same, by what refs mean alone. */
export function findAssetIdsNamed(
  tx: Tx,
  refs: readonly string[],
  organizationId: string | null
): Promise<readonly AssetNames[]> {
  const ids = sql.array(refs.filter(isUuid), 'uuid');
  const names = sql.array([...refs], 'text');
  return tx.any(sql.type(assetNames)`
    SELECT a.id, a.asset_id, a.organization_id FROM assets a
    WHERE (a.id = ANY (${ids}) OR lower(a.asset_id) IN (SELECT lower(named) FROM unnest(${names}) AS named))
      AND ${mayRead(sql.fragment`a.organization_id`)}
      AND (${organizationId}::uuid IS NULL OR a.organization_id = ${organizationId}::uuid)`);
}

const assetKey = z.strictObject({
  id: z.string(),
  asset_id: z.string(),
  name: z.string(),
  status: z.enum(['active', 'retired']),
  organization_id: z.string(),
  organization_name: z.string(),
  is_own: z.boolean()
});
/** What identifies an asset; `is_own`: the caller is a member of its organization. */
export type AssetKey = z.infer<typeof assetKey>;

/**
 * Visible assets that a ref may mean: the one with that UUID, or all with that `asset_id`. The caller's own come first.
 */
export const findAssetKeys = (
  tx: Tx,
  ref: { readonly id: string } | { readonly asset_id: string },
  organizationId: string | null
): Promise<readonly AssetKey[]> =>
  tx.any(sql.type(assetKey)`
    SELECT a.id, a.asset_id, a.name, a.status, a.organization_id, o.name AS organization_name,
           a.organization_id = ANY (app_organizations()) AS is_own
    FROM assets a JOIN organizations o ON o.id = a.organization_id
    WHERE ${'id' in ref ? sql.fragment`a.id = ${ref.id}` : sql.fragment`lower(a.asset_id) = lower(${ref.asset_id})`}
      AND app_may_read(a.organization_id)
      AND (${organizationId}::uuid IS NULL OR a.organization_id = ${organizationId}::uuid)
    ORDER BY is_own DESC, lower(o.name), a.id
    LIMIT 100`);

export type AssetFilter = {
  readonly organization_id?: string | undefined;
  /** With everything within it, unless `location_only`. */
  readonly location_id?: string | undefined;
  readonly location_only?: boolean | undefined;
  readonly calibration_status?: CalibrationStatus | undefined;
  readonly verdict?: 'failed' | undefined;
  readonly is_reference?: boolean | undefined;
  readonly status?: 'active' | 'retired' | undefined;
  readonly out_of_service?: boolean | undefined;
  readonly tag?: string | undefined;
  readonly due_before?: string | undefined;
  readonly q?: string | undefined;
  readonly sort?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
};

export const pageOfAssets = (tx: Tx, filter: AssetFilter, basis: StatusBasis): Promise<Page<Asset>> => {
  const sort = filter.sort ?? 'asset_id';
  return readLargePage(tx, {
    row: assetSchema,
    columns: assetColumns(basis),
    from: assetSource(basis),
    chosenFrom: assetKeySource,
    where: conditions(filter, basis),
    id: sql.fragment`a.id`,
    organization: sql.fragment`a.organization_id`,
    sortKeys: {
      asset_id: { expression: sql.fragment`lower(a.asset_id)`, type: 'text' },
      name: { expression: sql.fragment`lower(a.name)`, type: 'text' },
      due_date: { expression: sql.fragment`coalesce(dates.due_date, 'infinity')`, type: 'date' },
      updated_at: { expression: sql.fragment`a.updated_at`, type: 'timestamptz' }
    },
    sort,
    look: lookFor(filter, sort),
    limit: filter.limit,
    cursor: filter.cursor
  });
};

/** Only identifiers have an index of their order, and what depends on calibrations takes long. */
function lookFor({ q, calibration_status, verdict, due_before }: AssetFilter, sort: string): Look {
  if (!/^-?asset_id$/.test(sort) || [calibration_status, verdict, due_before].some(Boolean)) return 'at all';
  return q ? 'at all if few' : 'along the index';
}

function conditions(filter: AssetFilter, basis: StatusBasis): FragmentSqlToken[] {
  const where: FragmentSqlToken[] = [];
  const when = <T>(value: T | undefined, condition: (value: T) => FragmentSqlToken) => {
    if (value !== undefined) where.push(condition(value));
  };
  when(filter.organization_id, (id) => sql.fragment`a.organization_id = ${id}`);
  when(filter.location_id, (id) =>
    filter.location_only ? sql.fragment`a.location_id = ${id}` : sql.fragment`a.location_id = ANY (${branchOf(id)})`
  );
  when(filter.is_reference, (is) => sql.fragment`a.is_reference = ${is}`);
  when(filter.status, (status) => sql.fragment`a.status = ${status}`);
  when(filter.out_of_service, (is) => sql.fragment`(a.out_of_service_since IS NOT NULL) = ${is}`);
  when(filter.tag, (tag) => sql.fragment`${tag} = ANY (a.tags)`);
  when(filter.calibration_status, (status) => sql.fragment`${calibrationStatus(basis)} = ${status}`);
  when(filter.verdict, () => hasFailed);
  when(filter.due_before, (day) => sql.fragment`dates.due_date < ${day}::date`);
  when(filter.q || undefined, (q) => assetContains(q));
  return where;
}

/** @throws Refusal `asset_id_taken` */
export const insertAsset = (tx: Tx, asset: AssetRow, createdBy: string): Promise<void> =>
  refusingTakenIdentifier(
    tx.query(sql.unsafe`
      ${insertRow('assets', [...COLUMNS, { name: 'created_by', type: 'uuid', of: () => createdBy }], asset)}`)
  );

/** @throws Refusal `asset_id_taken` */
export const updateAssetRow = (tx: Tx, asset: AssetRow): Promise<void> =>
  refusingTakenIdentifier(
    tx.query(sql.unsafe`
      UPDATE assets SET ${assignments(CHANGEABLE, asset)}, updated_at = clock_timestamp() WHERE id = ${asset.id}`)
  );

async function refusingTakenIdentifier(written: Promise<unknown>): Promise<void> {
  try {
    await written;
  } catch (thrown) {
    if (!(thrown instanceof UniqueIntegrityConstraintViolationError)) throw thrown;
    throw new Refusal('asset_id_taken', 'Another asset of this organization already has this identifier.');
  }
}
