/** What a browser carries of a single sign-on, sealed, in a cookie: where it began, and what the provider has stated. */
import { createHash, randomUUID } from 'node:crypto';
import type { OidcAttempt } from '#lib/server/auth/oidc.ts';
import type { Stated } from '#lib/server/auth/oidc-claims.ts';
import { takeSignInTicket } from '#lib/server/db/identities.ts';
import type { Tx } from '#lib/server/db/transaction.ts';
import { openSealed, sealText, type Seal } from '#lib/server/secrets/sealed-text.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

const PURPOSE = 'plumbline single sign-on v1';
const ATTEMPT: Seal = { purpose: PURPOSE, bound: 'attempt' };
const TICKET: Seal = { purpose: PURPOSE, bound: 'ticket' };

/** How long a person may take at the provider, and then to prove that an account is theirs. */
export const OIDC_SECONDS = 600;

/** What single sign-on is for; `next` is a path of this product. */
export type OidcPurpose =
  | { readonly for: 'sign in'; readonly next: string; readonly remember: boolean }
  | { readonly for: 'link' | 'proof'; readonly next: string; readonly userId: string; readonly sessionId: string };

/** Milliseconds since 1970. */
type Expiring = { readonly expiresAt: number };
type Begun = Expiring & { readonly attempt: OidcAttempt; readonly purpose: OidcPurpose };
/** Of who has signed in at the provider. */
export type OidcTicket = Expiring & { readonly id: string; readonly stated: Stated; readonly remember: boolean };

export const sealAttempt = (services: Services, attempt: OidcAttempt, purpose: OidcPurpose): string =>
  seal(services, ATTEMPT, { attempt, purpose });
export const openAttempt = (services: Services, sealed: string | null): Begun | null => open(services, ATTEMPT, sealed);

export const sealTicket = (services: Services, stated: Stated, remember: boolean): string =>
  seal(services, TICKET, { id: randomUUID(), stated, remember });
export const openTicket = (services: Services, sealed: string | null): OidcTicket | null =>
  open(services, TICKET, sealed);

/** Uses up an attempt by its state, or a ticket by its id. @returns false if it was used before */
export const spend = (tx: Tx, name: string, { expiresAt }: Expiring): Promise<boolean> =>
  takeSignInTicket(tx, createHash('sha256').update(name).digest('hex'), new Date(expiresAt));

const seal = (services: Services, as: Seal, content: object): string =>
  sealText(JSON.stringify({ ...content, expiresAt: services.now().getTime() + OIDC_SECONDS * 1000 }), as, services);

function open<T extends Expiring>(services: Services, as: Seal, sealed: string | null): T | null {
  const text = sealed === null ? null : openSealed(sealed, as, services);
  // What opens was sealed here.
  const opened = text === null ? null : (JSON.parse(text) as T);
  return opened !== null && opened.expiresAt > services.now().getTime() ? opened : null;
}
