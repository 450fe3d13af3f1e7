import type { GlobalRole, Language, OrganizationRole } from '#lib/contracts/primitives.ts';

/** The signed-in person who acts, as known at the start of the request. */
export type PersonActor = {
  readonly kind: 'person';
  readonly userId: string;
  readonly fullName: string;
  readonly role: GlobalRole;
  readonly language: Language;
  /** Active organizations that the person is a member of. */
  readonly memberships: ReadonlyMap<string, OrganizationRole>;
  readonly requestId: string | null;
  /** By which session or access token they act; left out where none is asked for. */
  readonly sessionId?: string;
};
/** The service itself: jobs, sign-in. */
export type SystemActor = { readonly kind: 'system'; readonly requestId: string | null };
export type Actor = PersonActor | SystemActor;

export const SYSTEM: SystemActor = { kind: 'system', requestId: null };
