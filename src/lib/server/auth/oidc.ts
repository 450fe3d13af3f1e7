/** Single sign-on (OpenID Connect): code flow with PKCE, state and nonce; the only user of openid-client. */
import * as client from 'openid-client';
import type { OidcConfig } from '#lib/server/config.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { statedBy, type Stated } from './oidc-claims.ts';

/** What the browser is sent away with, and must come back with; kept where only this server can read it. */
export type OidcAttempt = {
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE. */
  readonly verifier: string;
  /** The provider was asked to have the person sign in again. */
  readonly again: boolean;
};

export type Oidc = Pick<OidcConfig, 'name' | 'issuer' | 'autoCreate' | 'only'> & {
  /** @param again even whoever is signed in at the provider has to sign in there. @throws Refusal `oidc_unavailable` */
  readonly begin: (again: boolean) => Promise<{ readonly url: string; readonly attempt: OidcAttempt }>;
  /**
   * @param query with which the browser came back
   * @throws Refusal `oidc_refused` (whatever is wrong: `cause` says what), `oidc_unavailable`
   */
  readonly finish: (query: string, attempt: OidcAttempt) => Promise<Stated>;
  /** Where the person can sign out at the provider; null if it offers no such page. @throws Refusal `oidc_unavailable` */
  readonly signOutUrl: () => Promise<string | null>;
};

/** Path of the address that the provider is told to send people back to. */
export const OIDC_CALLBACK = '/api/v1/auth/oidc/callback';
/** Path of the page that people come back to when they have signed out at the provider. */
export const SIGNED_OUT = '/sign-in';
const SCOPE = 'openid email profile';
/** Of each request to the provider. */
const TIMEOUT_SECONDS = 10;
/** How far the clocks of both may differ. */
const CLOCK_TOLERANCE_SECONDS = 60;
/** How long ago the person may have signed in again at the provider, with what it took to come back. */
const AGAIN_SECONDS = 300;
/** How long the provider's own description of itself is used. */
const DISCOVERED_MS = 60 * 60_000;

const RETRY_SECONDS = 30;

/** @param skewSeconds of this process's clock, for tests */
export function createOidc(config: OidcConfig, origin: string, skewSeconds = 0, timeout = TIMEOUT_SECONDS): Oidc {
  let known: { readonly metadata: Promise<client.ServerMetadata>; readonly until: number } | null = null;
  const provider = async (): Promise<client.Configuration> => {
    if (known === null || known.until < Date.now()) {
      const found = { metadata: discover(config, timeout), until: Date.now() + DISCOVERED_MS };
      // What was not found is looked for again.
      found.metadata.catch(() => known === found && (known = null));
      known = found;
    }
    return configure(await known.metadata, config, skewSeconds, timeout);
  };
  const redirect_uri = `${origin}${OIDC_CALLBACK}`;
  return {
    name: config.name,
    issuer: config.issuer,
    autoCreate: config.autoCreate,
    only: config.only,
    begin: (again) =>
      explained(async () => {
        const attempt = {
          state: client.randomState(),
          nonce: client.randomNonce(),
          verifier: client.randomPKCECodeVerifier(),
          again
        };
        const url = client.buildAuthorizationUrl(await provider(), {
          redirect_uri,
          scope: SCOPE,
          state: attempt.state,
          nonce: attempt.nonce,
          code_challenge: await client.calculatePKCECodeChallenge(attempt.verifier),
          code_challenge_method: 'S256',
          ...(again && { prompt: 'login', max_age: '0' })
        });
        return { url: url.href, attempt };
      }),
    finish: (query, attempt) =>
      explained(async () => {
        const asked = await provider();
        const tokens = await client.authorizationCodeGrant(asked, new URL(redirect_uri + query), {
          expectedState: attempt.state,
          expectedNonce: attempt.nonce,
          pkceCodeVerifier: attempt.verifier,
          idTokenExpected: true,
          ...(attempt.again && { maxAge: AGAIN_SECONDS })
        });
        const claims = tokens.claims();
        if (claims === undefined) throw new Error('no ID token');
        const { userinfo_endpoint } = asked.serverMetadata();
        const more = userinfo_endpoint && (await client.fetchUserInfo(asked, tokens.access_token, claims.sub));
        return statedBy({ ...(more || {}), ...claims }, config);
      }),
    signOutUrl: () =>
      explained(async () => {
        const asked = await provider();
        if (asked.serverMetadata().end_session_endpoint === undefined) return null;
        // ID tokens are not kept: the provider knows who it is by its own session, and the client by its id.
        return client.buildEndSessionUrl(asked, { post_logout_redirect_uri: `${origin}${SIGNED_OUT}` }).href;
      })
  };
}

async function discover({ issuer, clientId }: OidcConfig, timeout: number): Promise<client.ServerMetadata> {
  const url = new URL(issuer);
  const found = await client.discovery(url, clientId, undefined, undefined, { timeout, execute: insecureAt(url) });
  return found.serverMetadata();
}

/** Made anew for each sign-in: keys that were replaced a moment ago are known, and those that were taken back are not used. */
function configure(
  metadata: client.ServerMetadata,
  { issuer, clientId, clientSecret }: OidcConfig,
  skewSeconds: number,
  timeout: number
): client.Configuration {
  const ways = metadata.token_endpoint_auth_methods_supported;
  // The way that the protocol presumes.
  const isBasic = ways === undefined || ways.includes('client_secret_basic');
  const authentication = isBasic ? client.ClientSecretBasic(clientSecret) : client.ClientSecretPost(clientSecret);
  const clocks = { [client.clockSkew]: skewSeconds, [client.clockTolerance]: CLOCK_TOLERANCE_SECONDS };
  const configured = new client.Configuration(metadata, clientId, clocks, authentication);
  configured.timeout = timeout;
  for (const set of [...insecureAt(new URL(issuer)), client.enableNonRepudiationChecks]) set(configured);
  return configured;
}

/** By http only on this machine (config.ts). */
const insecureAt = ({ protocol }: URL) => (protocol === 'http:' ? [client.allowInsecureRequests] : []);

async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw isAway(cause) ? unavailable(cause) : refused(cause);
  }
}

/** The provider did not answer, or only that it cannot. */
function isAway(thrown: unknown): boolean {
  if (thrown instanceof client.ResponseBodyError) return thrown.status >= 500;
  if (!(thrown instanceof Error)) return false;
  const { code } = thrown as Error & { code?: unknown };
  if (code === 'OAUTH_TIMEOUT' || code === 'OAUTH_RESPONSE_IS_NOT_CONFORM') return true;
  return thrown instanceof TypeError && thrown.message === 'fetch failed';
}

const unavailable = (cause: unknown) =>
  Object.assign(
    new Refusal('oidc_unavailable', 'The identity provider does not answer. Try again later.', {
      retry_after_seconds: RETRY_SECONDS
    }),
    { cause }
  );
export const refused = (cause?: unknown) =>
  Object.assign(
    new Refusal(
      'oidc_refused',
      'Signing in at the identity provider was cancelled, took too long or failed. Try again.'
    ),
    { cause }
  );
