/**
 * Who may do what: the one matrix of global role, membership and record that API, pages and sync ask (specification 5).
 * Visibility comes first and is the database's answer: what a person cannot see is `not_found`, and never reaches these rules.
 */
import type { GlobalRole } from '#lib/contracts/primitives.ts';
import type { PersonActor } from './actor.ts';
import { Refusal } from './refusal.ts';

const RANK: Readonly<Record<GlobalRole, number>> = { viewer: 0, technician: 1, admin: 2, superadmin: 3 };

/** Is the person's global role `least` or above? */
export const hasRole = (actor: Pick<PersonActor, 'role'>, least: GlobalRole): boolean =>
  RANK[actor.role] >= RANK[least];

export const isMemberOf = (actor: PersonActor, organizationId: string): boolean =>
  actor.memberships.has(organizationId);

/** Assets, channels, locations, procedures, calibrations of an organization; `null`: those that belong to all. */
export function mayEditRecordsOf(actor: PersonActor, organizationId: string | null): boolean {
  if (actor.role === 'superadmin') return true;
  if (organizationId === null) return hasRole(actor, 'admin');
  return hasRole(actor, 'technician') && isMemberOf(actor, organizationId);
}

/** Profile, members and roles. A viewer manages nothing, not even as an organization's admin; a global admin is nobody here. */
export function mayManageOrganization(actor: PersonActor, organizationId: string): boolean {
  if (actor.role === 'superadmin') return true;
  return hasRole(actor, 'technician') && actor.memberships.get(organizationId) === 'admin';
}

export function mayVoidCalibrationsOf(actor: PersonActor, organizationId: string): boolean {
  if (actor.role === 'superadmin') return true;
  return hasRole(actor, 'admin') && isMemberOf(actor, organizationId);
}

/** The history of who changed what is read by those who belong to it, not by every reader of a public organization. */
export const mayReadAuditOf = (actor: PersonActor, organizationId: string): boolean =>
  actor.role === 'superadmin' || isMemberOf(actor, organizationId);

/** Whole records of other people, with address and account state. */
export const maySeeAccounts = (actor: PersonActor): boolean => hasRole(actor, 'admin');

/** Only a superadmin makes or touches a superadmin. */
export const mayGrantRole = (actor: PersonActor, role: GlobalRole): boolean =>
  hasRole(actor, 'admin') && (role !== 'superadmin' || actor.role === 'superadmin');

/** @throws Refusal `forbidden` */
export function assertMayEditRecordsOf(actor: PersonActor, organizationId: string | null): void {
  if (mayEditRecordsOf(actor, organizationId)) return;
  throw forbidden(
    organizationId === null
      ? 'Records that belong to all organizations are changed by an admin.'
      : 'Only technicians and admins who are members of this organization may change its records.'
  );
}

/** @throws Refusal `forbidden` */
export function assertMayManageOrganization(actor: PersonActor, organizationId: string): void {
  if (!mayManageOrganization(actor, organizationId)) {
    throw forbidden('Only an admin of this organization may manage it.');
  }
}

/** @throws Refusal `forbidden` */
export function assertMayVoidCalibrationsOf(actor: PersonActor, organizationId: string): void {
  if (!mayVoidCalibrationsOf(actor, organizationId)) {
    throw forbidden('Only an admin who is a member of this organization may void or restore its calibrations.');
  }
}

/** @throws Refusal `forbidden` */
export function assertMayReadAuditOf(actor: PersonActor, organizationId: string): void {
  if (!mayReadAuditOf(actor, organizationId))
    throw forbidden('Only members of this organization may read its history.');
}

/** @throws Refusal `forbidden` */
export function assertMayGrantRole(actor: PersonActor, role: GlobalRole): void {
  if (!mayGrantRole(actor, role)) throw forbidden(`Your role does not allow to grant the role ${role}.`);
}

const forbidden = (message: string): Refusal => new Refusal('forbidden', message);
