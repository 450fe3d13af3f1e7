/**
 * Who may do what: the one matrix of global role, membership and operation for API, pages, sync and buttons
 * (specification 5). The database decides visibility first: records that a person cannot see are `not_found` and never
 * reach these rules. `/api/docs/permissions` shows the matrix; row-level security backs it up (migrations).
 */
import type { GlobalRole } from '#lib/contracts/primitives.ts';
import type { PersonActor } from './actor.ts';
import { Refusal } from './refusal.ts';

/**
 * What a role also needs: nothing, membership of the organization, or to be one of its admins; or it is never allowed.
 */
export type Need = 'nothing' | 'member' | 'admin' | 'never';

type Rule = {
  /** The operation, in words that follow "may". */
  readonly what: string;
  readonly needs: Readonly<Record<GlobalRole, Need>>;
  /** The sentence of the refusal. */
  readonly refused: string;
};
const needs = (viewer: Need, technician: Need, admin: Need, superadmin: Need): Rule['needs'] => ({
  viewer,
  technician,
  admin,
  superadmin
});

/**
 * A viewer changes nothing, not even as an organization's admin; a global admin has no rights in other organizations.
 */
export const PERMISSIONS = {
  'organization.create': {
    what: 'create an organization and become its first administrator',
    needs: needs('never', 'nothing', 'nothing', 'nothing'),
    refused: 'Viewers cannot create organizations.'
  },
  'organization.manage': {
    what: 'change profile, logo, members, roles, join requests and webhooks of an organization, and deactivate it',
    needs: needs('never', 'admin', 'admin', 'nothing'),
    refused: 'Only an administrator of this organization can manage it.'
  },
  'organization.restore': {
    what: 'see deactivated organizations and restore them',
    needs: needs('never', 'never', 'never', 'nothing'),
    refused: 'Only a super administrator can restore an organization.'
  },
  'organization.leave': {
    what: 'leave an organization',
    needs: needs('member', 'member', 'member', 'member'),
    refused: 'You are not a member of this organization.'
  },
  'records.edit': {
    what: 'create, change, retire, take out of service, import and export assets, locations and procedures, record calibrations and completed tasks, and send certificates by e-mail',
    needs: needs('never', 'member', 'member', 'nothing'),
    refused: 'Only technicians and administrators who are members of this organization can change its records.'
  },
  'common_records.edit': {
    what: 'change locations and procedures shared by all organizations',
    needs: needs('never', 'never', 'nothing', 'nothing'),
    refused: 'Only an administrator can change records shared by all organizations.'
  },
  'calibrations.void': {
    what: 'void and restore calibrations',
    needs: needs('never', 'never', 'member', 'nothing'),
    refused: 'Only an administrator who is a member of this organization can void or restore its calibrations.'
  },
  'certificates.decide': {
    what: 'decide about a held certificate: keep its calibration with a reason; issue a certificate again that failed or was lost',
    needs: needs('never', 'admin', 'member', 'nothing'),
    refused: 'Only administrators can decide about a held certificate or issue one again.'
  },
  'certificates.release': {
    what: 'review and authorize the certificates of other people’s calibrations, if an administrator of the organization has given them this right',
    needs: needs('never', 'member', 'member', 'member'),
    refused:
      'Only members who have been given this right by an administrator of the organization can release its certificates.'
  },
  'templates.manage': {
    what: 'create, change and delete certificate templates of an organization, and choose the default',
    needs: needs('never', 'admin', 'admin', 'nothing'),
    refused: 'Only an administrator of this organization can change its certificate templates.'
  },
  'common_templates.manage': {
    what: 'create, change and delete certificate templates for all organizations',
    needs: needs('never', 'never', 'nothing', 'nothing'),
    refused: 'Only an administrator can change certificate templates for all organizations.'
  },
  'recalls.manage': {
    what: 'start a recall for a reference that was out of tolerance, and decide about each affected calibration',
    needs: needs('never', 'admin', 'member', 'nothing'),
    refused: 'Only administrators of this organization can start a recall or decide about its calibrations.'
  },
  'history.read_of_asset': {
    what: 'read who changed an asset',
    needs: needs('member', 'member', 'member', 'nothing'),
    refused: 'Only members of this organization can read its history.'
  },
  'history.read': {
    what: 'read the audit log of an organization',
    needs: needs('never', 'admin', 'member', 'nothing'),
    refused: 'Only administrators can read the audit log.'
  },
  'instance_history.read': {
    what: 'read the audit log of accounts, settings and records shared by all organizations',
    needs: needs('never', 'never', 'nothing', 'nothing'),
    refused: 'Only administrators can read the audit log of the installation.'
  },
  'settings.approve': {
    what: 'approve a mail server that an administrator has set, so that password links can be mailed to super administrators again',
    needs: needs('never', 'never', 'never', 'nothing'),
    refused: 'Only a super administrator can approve the mail server.'
  },
  'sign_in.manage': {
    what: 'choose which roles need a second factor',
    needs: needs('never', 'never', 'never', 'nothing'),
    refused: 'Only a super administrator can choose which roles need a second factor.'
  },
  'reminders.sweep': {
    what: 'send today’s reminders now',
    needs: needs('never', 'never', 'never', 'nothing'),
    refused: 'Only a super administrator can send today’s reminders.'
  },
  'database.manage': {
    what: 'export, import and reset the whole installation',
    needs: needs('never', 'never', 'never', 'nothing'),
    refused: 'Only a super administrator can export, import or reset the installation.'
  },
  'demonstration.manage': {
    what: 'set up the demonstration laboratory and remove it again',
    needs: needs('never', 'never', 'never', 'nothing'),
    refused: 'Only a super administrator can set up or remove the demonstration laboratory.'
  },
  'jobs.manage': {
    what: 'see the jobs of the queue, run them again and remove those that failed',
    needs: needs('never', 'never', 'nothing', 'nothing'),
    refused: 'Only an administrator can manage jobs.'
  },
  'system.read': {
    what: 'see the state of the installation, and what became of its mail',
    needs: needs('never', 'never', 'nothing', 'nothing'),
    refused: 'Only an administrator can see the state of the installation.'
  },
  'accounts.manage': {
    what: 'see the addresses and status of accounts, and create, activate, change and deactivate them',
    needs: needs('never', 'never', 'nothing', 'nothing'),
    refused: 'Only an administrator can manage accounts.'
  },
  'superadmins.manage': {
    what: 'grant the role superadmin, and change the accounts of super administrators',
    needs: needs('never', 'never', 'never', 'nothing'),
    refused: 'Only a super administrator can create or change a super administrator.'
  },
  'settings.manage': {
    what: 'change the mail settings of the installation',
    needs: needs('never', 'never', 'nothing', 'nothing'),
    refused: 'Only an administrator can change these settings.'
  }
} as const satisfies Readonly<Record<string, Rule>>;
export type Permission = keyof typeof PERMISSIONS;

/** The properties of a person that the matrix uses. */
export type Standing = Pick<PersonActor, 'role' | 'memberships'>;

/** @param organizationId of the records; omitted if the operation concerns no organization. */
export function may(actor: Standing, permission: Permission, organizationId: string | null = null): boolean {
  const need: Need = PERMISSIONS[permission].needs[actor.role];
  const standing = organizationId === null ? undefined : actor.memberships.get(organizationId);
  return need === 'nothing' || (need === 'member' && standing !== undefined) || (need === 'admin' && standing === need);
}

/** @throws Refusal `forbidden` */
export function assertMay(actor: Standing, permission: Permission, organizationId: string | null = null): void {
  if (!may(actor, permission, organizationId)) throw new Refusal('forbidden', PERMISSIONS[permission].refused);
}

const RANK: Readonly<Record<GlobalRole, number>> = { viewer: 0, technician: 1, admin: 2, superadmin: 3 };

/** Is the person's global role `least` or above? */
export const hasRole = (actor: Pick<PersonActor, 'role'>, least: GlobalRole): boolean =>
  RANK[actor.role] >= RANK[least];

export const isMemberOf = (actor: Standing, organizationId: string): boolean => actor.memberships.has(organizationId);

const editing = (organizationId: string | null): Permission =>
  organizationId === null ? 'common_records.edit' : 'records.edit';

/** Assets, channels, locations, procedures, calibrations of an organization; `null`: those of no organization. */
export const mayEditRecordsOf = (actor: Standing, organizationId: string | null): boolean =>
  may(actor, editing(organizationId), organizationId);

export const mayManageOrganization = (actor: Standing, organizationId: string): boolean =>
  may(actor, 'organization.manage', organizationId);

export const mayVoidCalibrationsOf = (actor: Standing, organizationId: string): boolean =>
  may(actor, 'calibrations.void', organizationId);

export const mayDecideOnCertificatesOf = (actor: Standing, organizationId: string): boolean =>
  may(actor, 'certificates.decide', organizationId);

/** @param mayRelease whether an admin of the organization has given them the right (`may_release` of their membership) */
export const mayReleaseCertificatesOf = (actor: Standing, organizationId: string, mayRelease: boolean): boolean =>
  mayRelease && may(actor, 'certificates.release', organizationId);

/** Only members read the history of changes, not every reader of a public organization. */
export const mayReadAuditOf = (actor: Standing, organizationId: string): boolean =>
  may(actor, 'history.read_of_asset', organizationId);

/** Whole records of other people, with address and account state. */
export const maySeeAccounts = (actor: Standing): boolean => may(actor, 'accounts.manage');

/** Only superadmins can create or change superadmins. */
export const mayGrantRole = (actor: Standing, role: GlobalRole): boolean =>
  may(actor, role === 'superadmin' ? 'superadmins.manage' : 'accounts.manage');

/** @throws Refusal `forbidden` */
export const assertMayEditRecordsOf = (actor: Standing, organizationId: string | null): void =>
  assertMay(actor, editing(organizationId), organizationId);

/** @throws Refusal `forbidden` */
export const assertMayManageOrganization = (actor: Standing, organizationId: string): void =>
  assertMay(actor, 'organization.manage', organizationId);

/** Certificate templates of an organization; `null`: those for all. @throws Refusal `forbidden` */
export const assertMayManageTemplatesOf = (actor: Standing, organizationId: string | null): void =>
  assertMay(actor, organizationId === null ? 'common_templates.manage' : 'templates.manage', organizationId);

/** @throws Refusal `forbidden` */
export const assertMayVoidCalibrationsOf = (actor: Standing, organizationId: string): void =>
  assertMay(actor, 'calibrations.void', organizationId);

/** @throws Refusal `forbidden` */
export const assertMayDecideOnCertificatesOf = (actor: Standing, organizationId: string): void =>
  assertMay(actor, 'certificates.decide', organizationId);

/** @throws Refusal `forbidden` */
export function assertMayReleaseCertificatesOf(actor: Standing, organizationId: string, mayRelease: boolean): void {
  if (mayReleaseCertificatesOf(actor, organizationId, mayRelease)) return;
  throw new Refusal('forbidden', PERMISSIONS['certificates.release'].refused);
}

/** @throws Refusal `forbidden` */
export const assertMayReadAuditOf = (actor: Standing, organizationId: string): void =>
  assertMay(actor, 'history.read_of_asset', organizationId);

/** @throws Refusal `forbidden` */
export const assertMayGrantRole = (actor: Standing, role: GlobalRole): void =>
  assertMay(actor, role === 'superadmin' ? 'superadmins.manage' : 'accounts.manage');
