import { sql } from 'slonik';
import { z } from 'zod';
import { locationSchema, type Location } from '#lib/contracts/locations.ts';
import type { Tx } from './transaction.ts';

const columns = sql.fragment`id, name, address, description, parent_id, is_calibration_lab, organization_id, created_at, updated_at`;

/** What is stored of a location; the rest of its record the database adds. */
export type LocationRow = Omit<Location, 'created_at' | 'updated_at'>;

export const insertLocation = (tx: Tx, location: LocationRow): Promise<Location> =>
  tx.one(sql.type(locationSchema)`
    INSERT INTO locations (id, name, address, description, parent_id, is_calibration_lab, organization_id)
    VALUES (${location.id}, ${location.name}, ${location.address}, ${location.description}, ${location.parent_id},
            ${location.is_calibration_lab}, ${location.organization_id})
    RETURNING ${columns}`);

export const findLocation = (tx: Tx, id: string): Promise<Location | null> =>
  tx.maybeOne(sql.type(locationSchema)`SELECT ${columns} FROM locations WHERE id = ${id}`);

export const isLocationInUse = (tx: Tx, id: string): Promise<boolean> =>
  tx.oneFirst(sql.type(z.object({ in_use: z.boolean() }))`
    SELECT EXISTS (SELECT FROM assets WHERE location_id = ${id})
        OR EXISTS (SELECT FROM locations WHERE parent_id = ${id})
        OR EXISTS (SELECT FROM calibrations WHERE calibration_location_id = ${id})
        OR EXISTS (SELECT FROM organizations WHERE location_id = ${id}) AS in_use`);
