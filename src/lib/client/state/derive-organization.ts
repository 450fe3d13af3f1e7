import type { Organization } from '#lib/contracts/organizations.ts';
import type { User } from '#lib/contracts/people.ts';
import type { DocumentOf } from '#sync/protocol/documents.ts';

type Held = {
  readonly memberships: readonly DocumentOf<'memberships'>[];
  readonly locationName: (id: string) => string | null;
  readonly assetCount: (organizationId: string) => number;
};

/** The organization as the REST API would return it to this person, from the device's data. */
export function deriveOrganization(
  document: DocumentOf<'organizations'>,
  user: User | null,
  device: Held
): Organization {
  const members = device.memberships.filter(({ organization_id }) => organization_id === document.id);
  const mine = members.find((member) => member.user.id === user?.id);
  // Viewers are blocked from all management even as administrators of an organization (specification 5.4).
  const admins = members.filter((member) => member.role === 'admin' && member.user.role !== 'viewer');
  const isAdmin = mine !== undefined && admins.includes(mine);
  return {
    ...document,
    location_name: document.location_id === null ? null : device.locationName(document.location_id),
    logo_url: null,
    asset_count: device.assetCount(document.id),
    member_count: members.length,
    is_member: mine !== undefined,
    my_role: mine?.role ?? null,
    may_release: mine?.may_release ?? false,
    can_manage: isAdmin || user?.role === 'superadmin',
    is_last_admin: isAdmin && admins.length === 1,
    has_pending_join_request: false
  };
}
