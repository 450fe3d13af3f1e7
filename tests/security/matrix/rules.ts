/**
 * What each kind of caller must be answered, written out by hand from specification 5 and api.md ("order of checks"): token, role,
 * visibility, permission. Nothing here is read from the code under test.
 */
import type { Caller, Standing } from './world.ts';

/** The status that a caller must get for a well-formed request about an organization of a standing. */
export type Rule = (caller: Caller, standing: Standing) => number;

const isViewer = (caller: Caller): boolean => caller === 'viewer' || caller === 'viewer_admin';
const isMember = (caller: Caller, standing: Standing) => standing === 'own' && caller !== 'superadmin';

/** Own, public and, for the override, all; a deactivated one is gone for everybody else, its members included. */
export const isVisible = (caller: Caller, standing: Standing): boolean =>
  caller === 'superadmin' || standing === 'own' || standing === 'public';

const signedIn =
  (rule: Rule): Rule =>
  (caller, standing) =>
    caller === 'anonymous' ? 401 : rule(caller, standing);

export const anyone =
  (status: number): Rule =>
  () =>
    status;
export const anyUser = (status: number): Rule => signedIn(() => status);

export const readers = (status: number): Rule =>
  signedIn((caller, standing) => (isVisible(caller, standing) ? status : 404));

/** Those who know at least the name: everybody, of every organization that is active. */
export const whoKnowsTheName = (status: number): Rule =>
  signedIn((caller, standing) => (caller === 'superadmin' || standing !== 'deactivated' ? status : 404));

/** @param mayBy who of those that see it may; viewers are refused by role, before anything is looked at. */
const changing = (status: number, mayBy: (caller: Caller) => boolean, refusedByRole = isViewer): Rule =>
  signedIn((caller, standing) => {
    if (refusedByRole(caller)) return 403;
    if (!isVisible(caller, standing)) return 404;
    return caller === 'superadmin' || (isMember(caller, standing) && mayBy(caller)) ? status : 403;
  });

export const editors = (status: number): Rule => changing(status, () => true);
export const managers = (status: number): Rule => changing(status, (caller) => caller === 'organization_admin');
export const voiders = (status: number): Rule =>
  changing(
    status,
    (caller) => caller === 'admin',
    (caller) => caller !== 'admin' && caller !== 'superadmin'
  );
/** Of an organization's audit log: its admin, and admins who are members. */
export const historians = (status: number): Rule =>
  changing(status, (caller) => caller === 'organization_admin' || caller === 'admin');

/** Members to whom the right was given: the override does not reach what needs two persons. */
export const releasers = (status: number): Rule =>
  signedIn((caller, standing) => {
    if (isViewer(caller)) return 403;
    if (!isVisible(caller, standing)) return 404;
    return isMember(caller, standing) ? status : 403;
  });

/** Members of whatever role, and the override; others who see the thing are refused. */
export const insiders = (status: number): Rule =>
  signedIn((caller, standing) => {
    if (!isVisible(caller, standing)) return 404;
    return caller === 'superadmin' || isMember(caller, standing) ? status : 403;
  });

/** Members alone; whoever is none finds nothing to end. */
export const membersThemselves = (status: number): Rule =>
  signedIn((caller, standing) => (isMember(caller, standing) ? status : 404));

export const askers = (status: number): Rule =>
  signedIn((caller, standing) => (standing === 'deactivated' ? 404 : isMember(caller, standing) ? 409 : status));

export const atLeastAdmin = (status: number): Rule =>
  signedIn((caller) => (caller === 'admin' || caller === 'superadmin' ? status : 403));
export const atLeastTechnician = (status: number): Rule => signedIn((caller) => (isViewer(caller) ? 403 : status));
export const superadmins = (status: number): Rule => signedIn((caller) => (caller === 'superadmin' ? status : 403));
