import { sql } from 'slonik';
import { z } from 'zod';
import { globalRole, organizationRole } from '#lib/contracts/primitives.ts';
import {
  mayDecideOnCertificatesOf,
  mayManageOrganization,
  mayReleaseCertificatesOf
} from '#lib/laboratory/permissions.ts';
import type { Tx } from './transaction.ts';

/** Active technicians, admins and superadmins who are members: those who are notified of calibrations. */
export const findCalibratingMembers = (tx: Tx, organizationId: string): Promise<readonly string[]> =>
  tx.anyFirst(sql.type(z.object({ id: z.string() }))`
    SELECT u.id FROM memberships m JOIN users u ON u.id = m.user_id
    WHERE m.organization_id = ${organizationId} AND u.is_active AND u.role <> 'viewer'
    ORDER BY u.id`);

/** Active members who may release certificates of this organization, except whoever recorded the calibration. */
export const findReleasers = async (
  tx: Tx,
  organizationId: string,
  recordedBy: string | null
): Promise<readonly string[]> => {
  const members = await activeMembers(tx, organizationId);
  return members
    .filter(
      ({ id, may_release, ...standing }) =>
        id !== recordedBy && mayReleaseCertificatesOf(standing, organizationId, may_release)
    )
    .map(({ id }) => id);
};

/** Active members who may decide about a held certificate. */
export async function findCertificateDeciders(tx: Tx, organizationId: string): Promise<readonly string[]> {
  const members = await activeMembers(tx, organizationId);
  return members.filter((member) => mayDecideOnCertificatesOf(member, organizationId)).map(({ id }) => id);
}

/** Active members who manage the organization. */
export async function findOrganizationManagers(tx: Tx, organizationId: string): Promise<readonly string[]> {
  const members = await activeMembers(tx, organizationId);
  return members.filter((member) => mayManageOrganization(member, organizationId)).map(({ id }) => id);
}

/** As the permissions look at them. */
async function activeMembers(tx: Tx, organizationId: string) {
  const row = z.object({ id: z.string(), role: globalRole, may_release: z.boolean(), standing: organizationRole });
  const members = await tx.any(sql.type(row)`
    SELECT u.id, u.role, m.may_release, m.role AS standing FROM memberships m JOIN users u ON u.id = m.user_id
    WHERE m.organization_id = ${organizationId} AND u.is_active ORDER BY u.id`);
  return members.map(({ standing, ...member }) => ({ ...member, memberships: new Map([[organizationId, standing]]) }));
}
