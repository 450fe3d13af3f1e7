import { sql, UniqueIntegrityConstraintViolationError } from 'slonik';
import { z } from 'zod';
import type { Member } from '#lib/contracts/organizations.ts';
import { globalRole, id, instant, organizationRole, type OrganizationRole } from '#lib/contracts/primitives.ts';
import { mapPage, type Page } from '#lib/laboratory/page.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { containsText, readPage } from './paging.ts';
import type { Tx } from './transaction.ts';

export type Membership = {
  readonly organization_id: string;
  readonly user_id: string;
  readonly role: OrganizationRole;
};

const membershipRow = z.object({ organization_id: id, role: organizationRole });
/** A person's roles in active organizations, including those that the caller does not see. */
export const membershipsOf = (tx: Tx, userId: string): Promise<readonly z.infer<typeof membershipRow>[]> =>
  tx.any(sql.type(membershipRow)`SELECT organization_id, role FROM memberships_of(${userId})`);

/** @throws Refusal `already_member` */
export async function insertMembership(tx: Tx, membership: Membership): Promise<void> {
  try {
    await tx.query(sql.unsafe`
      INSERT INTO memberships (organization_id, user_id, role)
      VALUES (${membership.organization_id}, ${membership.user_id}, ${membership.role})`);
  } catch (thrown) {
    if (!(thrown instanceof UniqueIntegrityConstraintViolationError)) throw thrown;
    throw new Refusal('already_member', 'This person is already a member.');
  }
}

export async function updateMembershipRole(tx: Tx, { organization_id, user_id, role }: Membership): Promise<void> {
  await tx.query(sql.unsafe`
    UPDATE memberships SET role = ${role} WHERE organization_id = ${organization_id} AND user_id = ${user_id}`);
}

/** Whether they may release certificates of other people's calibrations. */
export async function updateMayRelease(
  tx: Tx,
  { organization_id, user_id }: Omit<Membership, 'role'>,
  may: boolean
): Promise<void> {
  await tx.query(sql.unsafe`
    UPDATE memberships SET may_release = ${may} WHERE organization_id = ${organization_id} AND user_id = ${user_id}`);
}

/** Whether an admin of the organization has given them this right; what their role allows is a rule in `laboratory`. */
export const isGivenRelease = (tx: Tx, organizationId: string, userId: string): Promise<boolean> =>
  tx.exists(sql.unsafe`
    SELECT FROM memberships WHERE organization_id = ${organizationId} AND user_id = ${userId} AND may_release`);

export async function deleteMembership(tx: Tx, organizationId: string, userId: string): Promise<void> {
  await tx.query(sql.unsafe`DELETE FROM memberships WHERE organization_id = ${organizationId} AND user_id = ${userId}`);
}

/**
 * Whether an active organization still has an active admin who is not a viewer. Locks the organization's row until the
 * transaction ends, so call it AFTER the write that may have removed the last one. A deactivated organization needs
 * none.
 */
export const organizationKeepsAdmin = (tx: Tx, organizationId: string): Promise<boolean> =>
  tx.oneFirst(sql.type(z.object({ keeps: z.boolean() }))`SELECT organization_keeps_admin(${organizationId}) AS keeps`);

/** Active people who are admins of an organization, viewers among them included. */
export const findAdmins = (tx: Tx, organizationId: string): Promise<readonly string[]> =>
  tx.anyFirst(sql.type(z.object({ id }))`
    SELECT u.id FROM memberships m JOIN users u ON u.id = m.user_id
    WHERE m.organization_id = ${organizationId} AND m.role = 'admin' AND u.is_active ORDER BY u.id`);

export type MemberFilter = {
  readonly q?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
};

const memberRow = z.strictObject({
  id,
  full_name: z.string(),
  email: z.string(),
  role: globalRole,
  organization_role: organizationRole,
  may_release: z.boolean(),
  profile_picture_url: z.string().nullable(),
  since: instant
});

/** The roster by name, of active people. @param withEmail whether the reader may see (and search) addresses. */
export async function pageOfMembers(
  tx: Tx,
  organizationId: string,
  filter: MemberFilter,
  withEmail: boolean
): Promise<Page<Member>> {
  const page = await readPage(tx, {
    row: memberRow,
    columns: sql.fragment`u.id, u.full_name, u.email, u.role, m.role AS organization_role, m.may_release, m.created_at AS since,
      file_path(u.profile_picture_id) AS profile_picture_url`,
    from: sql.fragment`memberships m JOIN users u ON u.id = m.user_id`,
    where: [
      sql.fragment`m.organization_id = ${organizationId} AND u.is_active`,
      filter.q
        ? containsText(filter.q, withEmail ? sql.fragment`u.full_name, u.email` : sql.fragment`u.full_name`)
        : sql.fragment`true`
    ],
    id: sql.fragment`u.id`,
    sortKeys: { full_name: { expression: sql.fragment`lower(u.full_name)`, type: 'text' } },
    sort: 'full_name',
    limit: filter.limit,
    cursor: filter.cursor
  });
  return mapPage(page, (row) => memberOf(row, withEmail));
}

export async function findMember(
  tx: Tx,
  organizationId: string,
  userId: string,
  withEmail: boolean
): Promise<Member | null> {
  const row = await tx.maybeOne(sql.type(memberRow)`
    SELECT u.id, u.full_name, u.email, u.role, m.role AS organization_role, m.may_release, m.created_at AS since,
      file_path(u.profile_picture_id) AS profile_picture_url
    FROM memberships m JOIN users u ON u.id = m.user_id
    WHERE m.organization_id = ${organizationId} AND m.user_id = ${userId}`);
  return row && memberOf(row, withEmail);
}

const memberOf = (row: z.infer<typeof memberRow>, withEmail: boolean): Member => ({
  user: {
    id: row.id,
    full_name: row.full_name,
    ...(withEmail ? { email: row.email } : {}),
    role: row.role,
    profile_picture_url: row.profile_picture_url
  },
  role: row.organization_role,
  may_release: row.may_release,
  since: row.since
});
