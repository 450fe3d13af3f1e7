import { sql, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import {
  organizationSchema,
  privateOrganizationSchema,
  type Organization,
  type VisibleOrganization
} from '#lib/contracts/organizations.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { mayManageOrganization } from '#lib/laboratory/permissions.ts';
import { without } from '#lib/records/field.ts';
import { ORGANIZATION, type OrganizationColumnKey } from '#lib/records/organization.ts';
import { assignments, insertRow } from './column.ts';
import { columnsOf, derivedColumns, documentColumns } from './described.ts';
import { allOf } from './paging.ts';
import type { Tx } from './transaction.ts';

/** The fields of an organization that people set; the rest of its record is counted and derived. */
export type OrganizationRow = Pick<StoredOrganization, OrganizationColumnKey>;
const COLUMNS = columnsOf(ORGANIZATION);
const CHANGEABLE = COLUMNS.filter(({ name }) => name !== 'id');
/** The part of the record from the database; who manages what is a rule in `laboratory`. */
const ASKED = without(ORGANIZATION, { can_manage: ORGANIZATION.can_manage });

// Counts only people who can act: an admin who is deactivated or a viewer manages nothing.
const columns = sql.fragment`
  ${documentColumns(ASKED, 'o', {})}, o.certificate_prefix,
  ${derivedColumns(ASKED, {
    location_name: sql.fragment`l.name`,
    logo_url: sql.fragment`file_path(o.logo_file_id)`,
    asset_count: sql.fragment`(SELECT count(*) FROM assets a WHERE a.organization_id = o.id AND a.status = 'active')`,
    member_count: sql.fragment`(SELECT count(*) FROM memberships m JOIN users u ON u.id = m.user_id
                                WHERE m.organization_id = o.id AND u.is_active)`,
    is_member: sql.fragment`own.role IS NOT NULL`,
    my_role: sql.fragment`own.role`,
    may_release: sql.fragment`coalesce(own.may_release, false)`,
    is_last_admin: sql.fragment`own.role IS NOT DISTINCT FROM 'admin' AND NOT EXISTS (
      SELECT FROM memberships m JOIN users u ON u.id = m.user_id
      WHERE m.organization_id = o.id AND m.user_id <> own.user_id AND m.role = 'admin' AND u.is_active
        AND u.role <> 'viewer')`,
    has_pending_join_request: sql.fragment`EXISTS (
      SELECT FROM join_requests j WHERE j.organization_id = o.id AND j.user_id = app_user_id() AND j.state = 'pending')`
  })}`;
const from = sql.fragment`organizations o
  LEFT JOIN locations l ON l.id = o.location_id
  LEFT JOIN memberships own ON own.organization_id = o.id AND own.user_id = app_user_id()`;

const storedOrganization = organizationSchema.omit({ can_manage: true }).extend({ certificate_prefix: z.string() });
/** The record with the prefix of its certificate numbers, which answers do not include. */
export type StoredOrganization = z.infer<typeof storedOrganization>;

const select = (tx: Tx, where: FragmentSqlToken): Promise<readonly StoredOrganization[]> =>
  tx.any(sql.type(storedOrganization)`
    SELECT ${columns} FROM ${from} WHERE app_may_read(o.id) AND ${where} ORDER BY lower(o.name), o.id`);

export const findOrganization = async (tx: Tx, id: string): Promise<StoredOrganization | null> =>
  (await select(tx, sql.fragment`o.id = ${id}`))[0] ?? null;

/** Organizations whose records the caller may read. @param filter `mine`: only those that the caller is a member of. */
export const listReadableOrganizations = (
  tx: Tx,
  filter: { readonly mine: boolean }
): Promise<readonly StoredOrganization[]> =>
  select(tx, allOf(filter.mine ? [sql.fragment`o.is_active AND own.role IS NOT NULL`] : []));

const nameOnly = privateOrganizationSchema.omit({ is_member: true });

/** The names of private organizations of which the caller may see nothing else. */
export async function listNamesOfPrivateOrganizations(tx: Tx, id: string | null): Promise<VisibleOrganization[]> {
  const names = await tx.any(sql.type(nameOnly)`
    SELECT o.id, o.name, o.private, o.is_active,
           EXISTS (SELECT FROM join_requests j WHERE j.organization_id = o.id AND j.user_id = app_user_id()
                     AND j.state = 'pending') AS has_pending_join_request
    FROM organization_names() o
    WHERE o.private AND NOT app_may_read(o.id) AND (${id}::uuid IS NULL OR o.id = ${id}::uuid)`);
  return names.map((name) => ({ ...name, is_member: false }));
}

export const isOrganizationVisible = (tx: Tx, id: string): Promise<boolean> =>
  tx.exists(sql.unsafe`SELECT FROM organizations WHERE id = ${id} AND app_may_read(id)`);

/** Not read back: until its founder is added as a member, a private one is invisible even to them. */
export async function insertOrganization(
  tx: Tx,
  organization: OrganizationRow,
  { founderId, isDemonstration }: { readonly founderId: string; readonly isDemonstration: boolean }
): Promise<void> {
  const columns = [
    ...COLUMNS,
    { name: 'created_by', type: 'uuid', of: () => founderId } as const,
    { name: 'is_demonstration', type: 'bool', of: () => isDemonstration } as const
  ];
  await tx.query(sql.unsafe`${insertRow('organizations', columns, organization)}`);
}

export async function updateOrganizationRow(tx: Tx, organization: OrganizationRow): Promise<void> {
  await tx.query(sql.unsafe`
    UPDATE organizations SET ${assignments(CHANGEABLE, organization)}, updated_at = clock_timestamp()
    WHERE id = ${organization.id}`);
}

export async function setOrganizationLogo(tx: Tx, id: string, fileId: string | null): Promise<void> {
  await tx.query(sql.unsafe`
    UPDATE organizations SET logo_file_id = ${fileId}, updated_at = clock_timestamp() WHERE id = ${id}`);
}

/** Deactivated or active again; memberships and records stay as they are. */
export async function setOrganizationActive(tx: Tx, id: string, active: boolean): Promise<void> {
  await tx.query(sql.unsafe`
    UPDATE organizations SET is_active = ${active}, updated_at = clock_timestamp() WHERE id = ${id}`);
}

/** The name of an active organization, including private ones, which everybody may see; `null` if there is none. */
export const findOrganizationName = (tx: Tx, id: string): Promise<string | null> =>
  tx.maybeOneFirst(sql.type(z.object({ name: z.string() }))`SELECT name FROM organization_names() WHERE id = ${id}`);

/** The record as returned to this caller. */
export function organizationAsSeenBy(actor: PersonActor, stored: StoredOrganization): Organization {
  const { certificate_prefix: _prefix, ...record } = stored;
  return { ...record, can_manage: mayManageOrganization(actor, record.id) };
}
