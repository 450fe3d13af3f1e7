import { SYSTEM } from '#lib/laboratory/actor.ts';
import type { OidcOptions } from '#lib/contracts/oidc.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { countAttempt, oidcLimits } from '#lib/server/auth/attempt-limits.ts';
import { refused, type Oidc } from '#lib/server/auth/oidc.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import type { Client } from './client.ts';
import { linkFromSession, proveByIdentity } from './own-identities.ts';
import { openAttempt, sealAttempt, sealTicket, spend, type OidcPurpose } from './oidc-tickets.ts';
import { ownPath, withQuery } from './own-path.ts';

/** Where the browser goes next, and what it carries until it comes back; null: nothing any more. */
export type OidcStep = { readonly url: string; readonly cookie: string | null };

/** The page that finishes signing in, and shows why it cannot. */
const PAGE = '/sign-in/oidc';

/** What the sign-in page needs to know; without asking the provider, which may be away. */
export const getOidc = ({ oidc }: Services): OidcOptions => ({ name: oidc?.name ?? null, only: oidc?.only ?? false });

/** @throws Refusal `not_found` */
export function requireOidc({ oidc }: Services): Oidc {
  if (oidc === undefined) throw new Refusal('not_found', 'No identity provider is set up here.');
  return oidc;
}

/** Sends the browser to the provider. @throws Refusal `not_found`, `oidc_unavailable` */
export async function beginRound(services: Services, purpose: OidcPurpose): Promise<OidcStep> {
  const { url, attempt } = await requireOidc(services).begin(purpose.for === 'proof');
  return { url, cookie: sealAttempt(services, attempt, purpose) };
}

/** The same for who signs in: a provider that is away is reported on a page. @throws Refusal `not_found` */
export async function startOidc(
  services: Services,
  { next, remember }: { readonly next?: string | undefined; readonly remember: boolean }
): Promise<OidcStep> {
  const path = ownPath(next, services.origin, '/');
  try {
    return await beginRound(services, { for: 'sign in', next: path, remember });
  } catch (thrown) {
    if (!(thrown instanceof Refusal) || thrown.code === 'not_found') throw thrown;
    return explainedOnPage(services, thrown, withQuery(PAGE, { next: path }));
  }
}

/**
 * Takes the browser back from the provider, by what it carries. Who signs in gets a ticket, not yet a session: it is exchanged by
 * `signInWithOidc`, so that no token is ever in an address.
 * @param query with which it came back @throws Refusal `not_found`
 */
export async function finishOidc(
  services: Services,
  client: Client,
  query: string,
  cookie: string | null
): Promise<OidcStep> {
  const oidc = requireOidc(services);
  const begun = openAttempt(services, cookie);
  // Another browser, a link that somebody sent, or too late.
  if (begun === null) return explainedOnPage(services, refused('no attempt of this browser'), PAGE);
  const { attempt, purpose } = begun;
  const page = purpose.for === 'sign in' ? withQuery(PAGE, { next: purpose.next }) : purpose.next;
  try {
    if (new URLSearchParams(query).get('state') !== attempt.state) throw refused('another state');
    await countAttempt(services.pool, oidcLimits(client.address));
    if (!(await transaction(services.pool, SYSTEM, (tx) => spend(tx, attempt.state, begun)))) {
      throw refused('used before');
    }
    const stated = await oidc.finish(query, attempt);
    if (purpose.for === 'sign in') {
      const { next, remember } = purpose;
      const url = withQuery(PAGE, { next, ...(!remember && { remember: '0' }) });
      return { url, cookie: sealTicket(services, stated, remember) };
    }
    if (purpose.for === 'link') await linkFromSession(services, client, purpose, stated);
    else await proveByIdentity(services, purpose, stated);
    return { url: withQuery(purpose.next, { oidc: purpose.for }), cookie: null };
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown;
    return explainedOnPage(services, thrown, page);
  }
}

/** The reason goes into the log, and its kind to the person. */
function explainedOnPage({ log }: Services, refusal: Refusal, path: string): OidcStep {
  const { cause } = refusal as { readonly cause?: unknown };
  const reason = cause instanceof Error ? `${cause.name}: ${cause.message}` : (cause ?? refusal.message);
  log.warn({ code: refusal.code, reason }, 'single sign-on failed');
  return { url: withQuery(path, { problem: refusal.code }), cookie: null };
}
