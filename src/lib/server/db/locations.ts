import { sql, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { locationSchema, type Location } from '#lib/contracts/locations.ts';
import type { Page } from '#lib/laboratory/page.ts';
import { LOCATION } from '#lib/records/location.ts';
import { documentKeys, searchedKeys } from '#lib/records/field.ts';
import { assignments, columnNames, insertRow } from './column.ts';
import { columnsOf } from './described.ts';
import { mayRead } from './may-read.ts';
import { containsText, readPage } from './paging.ts';
import type { Tx } from './transaction.ts';

const columns = columnNames(documentKeys(LOCATION));
const COLUMNS = columnsOf(LOCATION);
const CHANGEABLE = COLUMNS.filter(({ name }) => name !== 'id' && name !== 'organization_id');
const SEARCHED = columnNames(searchedKeys(LOCATION));

/** The stored columns of a location; the database adds the rest of its record. */
export type LocationRow = Omit<Location, 'created_at' | 'updated_at'>;

export const insertLocation = (tx: Tx, location: LocationRow): Promise<Location> =>
  tx.one(sql.type(locationSchema)`
    ${insertRow('locations', COLUMNS, location)} RETURNING ${columns}`);

export const findLocation = (tx: Tx, id: string): Promise<Location | null> =>
  tx.maybeOne(sql.type(locationSchema)`
    SELECT ${columns} FROM locations WHERE id = ${id} AND app_may_read(organization_id)`);

export type LocationFilter = {
  readonly organization_id?: string | undefined;
  readonly parent_id?: string | undefined;
  readonly is_calibration_lab?: boolean | undefined;
  readonly q?: string | undefined;
  readonly sort?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
};

export function pageOfLocations(tx: Tx, filter: LocationFilter): Promise<Page<Location>> {
  const where: FragmentSqlToken[] = [mayRead(sql.fragment`organization_id`)];
  if (filter.organization_id) where.push(sql.fragment`organization_id = ${filter.organization_id}`);
  if (filter.parent_id) where.push(sql.fragment`parent_id = ${filter.parent_id}`);
  if (filter.is_calibration_lab !== undefined) {
    where.push(sql.fragment`is_calibration_lab = ${filter.is_calibration_lab}`);
  }
  if (filter.q) where.push(containsText(filter.q, SEARCHED));
  return readPage(tx, {
    row: locationSchema,
    columns,
    from: sql.fragment`locations`,
    where,
    id: sql.fragment`id`,
    sortKeys: {
      name: { expression: sql.fragment`lower(name)`, type: 'text' },
      created_at: { expression: sql.fragment`created_at`, type: 'timestamptz' }
    },
    sort: filter.sort ?? 'name',
    limit: filter.limit,
    cursor: filter.cursor
  });
}

export const updateLocationRow = (tx: Tx, location: LocationRow): Promise<Location> =>
  tx.one(sql.type(locationSchema)`
    UPDATE locations SET ${assignments(CHANGEABLE, location)}, updated_at = clock_timestamp()
    WHERE id = ${location.id} RETURNING ${columns}`);

export async function deleteLocationRow(tx: Tx, id: string): Promise<void> {
  await tx.query(sql.unsafe`DELETE FROM locations WHERE id = ${id}`);
}

/** The ids of a location and of everything within it, as far as the caller may see: found once for each query. */
export const branchOf = (id: string): FragmentSqlToken => sql.fragment`ARRAY(
  WITH RECURSIVE branch AS (
    SELECT id FROM locations WHERE id = ${id}::uuid
    UNION SELECT child.id FROM locations child JOIN branch ON child.parent_id = branch.id
  )
  SELECT id FROM branch)`;

/** Whether the location is `ancestorId` or inside it, at any depth. */
export const isLocationWithin = (tx: Tx, id: string, ancestorId: string): Promise<boolean> =>
  tx.oneFirst(sql.type(z.object({ within: z.boolean() }))`
    WITH RECURSIVE upwards AS (
      SELECT id, parent_id FROM locations WHERE id = ${id}
      UNION SELECT parent.id, parent.parent_id FROM locations parent JOIN upwards ON parent.id = upwards.parent_id
    )
    SELECT EXISTS (SELECT FROM upwards WHERE id = ${ancestorId}) AS within`);

export const isLocationInUse = (tx: Tx, id: string): Promise<boolean> =>
  tx.oneFirst(sql.type(z.object({ in_use: z.boolean() }))`
    SELECT EXISTS (SELECT FROM assets WHERE location_id = ${id})
        OR EXISTS (SELECT FROM locations WHERE parent_id = ${id})
        OR EXISTS (SELECT FROM calibrations WHERE calibration_location_id = ${id})
        OR EXISTS (SELECT FROM organizations WHERE location_id = ${id}) AS in_use`);
