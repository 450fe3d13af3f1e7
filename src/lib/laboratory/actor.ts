import type { GlobalRole, Language, OrganizationRole } from '#lib/contracts/primitives.ts';

/** The signed-in person, as known at the start of the request. */
export type PersonActor = {
  readonly kind: 'person';
  readonly userId: string;
  readonly fullName: string;
  readonly role: GlobalRole;
  readonly language: Language;
  /** Active organizations that the person is a member of. */
  readonly memberships: ReadonlyMap<string, OrganizationRole>;
  readonly requestId: string | null;
  /** The session or access token they use; omitted where it is not needed. */
  readonly sessionId?: string;
  /** What is known of them was read a moment before the request, and is compared with what is true when the work begins. */
  readonly remembered?: true;
};
/** The service itself: jobs, sign-in. */
export type SystemActor = { readonly kind: 'system'; readonly requestId: string | null };
export type Actor = PersonActor | SystemActor;

export const SYSTEM: SystemActor = { kind: 'system', requestId: null };
