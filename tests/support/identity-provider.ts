/** An identity provider (oidc-provider) of the tests' own: who signs in, with which key, and what is wrong with its answers. */
import { createPrivateKey, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import type { OidcConfig } from '#lib/server/config.ts';
import { OIDC_CALLBACK } from '#lib/server/auth/oidc.ts';

export type PersonThere = {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  readonly roles?: readonly string[];
};
type Claims = Readonly<Record<string, unknown>>;
type Jwk = Claims & { readonly kid: string };

const CLIENT = { clientId: 'plumbline', clientSecret: 'the secret of a plumb line' };

export type IdentityProvider = {
  readonly config: OidcConfig;
  /** Who signs in next; null: they cancel. */
  person: PersonThere | null;
  /** Whether a page asks before it goes on, for browsers that people look at. */
  asksOnPage: boolean;
  /** Changes an ID token, which is signed again. */
  alter: (claims: Claims) => Claims;
  /** Signs with a key that it does not publish. */
  forges: boolean;
  /** Does not answer, or with this status. */
  failure: 'silence' | number | null;
  /** Whether it has a page to sign out at. */
  endsSessions: boolean;
  /** What was asked of its token endpoint, in order. */
  readonly tokenRequests: string[];
  /** Publishes another key, and no longer the one before. */
  rotate: () => void;
  /** As a browser: from the address that begins to the query that it comes back with. */
  visit: (url: string) => Promise<string>;
  stop: () => Promise<void>;
};

/** @param origin of the service that people sign in to */
export async function startIdentityProvider(
  origin: string,
  given: Partial<OidcConfig> = {}
): Promise<IdentityProvider> {
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let key = newKey();
  const make = () => makeProvider(issuer, origin, key, () => self.person);
  let provider = make();

  const self: IdentityProvider = {
    config: {
      ...CLIENT,
      issuer,
      name: 'Works Account',
      roleClaim: 'roles',
      mfaAcr: ['urn:works:two-factors'],
      autoCreate: false,
      only: false,
      ...given
    },
    person: null,
    asksOnPage: false,
    alter: (claims) => claims,
    forges: false,
    endsSessions: true,
    failure: null,
    tokenRequests: [],
    rotate: () => {
      key = newKey();
      provider = make();
    },
    visit,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (self.failure === 'silence') return;
    if (self.failure !== null) return void response.writeHead(self.failure).end();
    const { pathname } = new URL(request.url ?? '/', issuer);
    if (pathname.startsWith('/interaction/')) return interact(request, response, pathname.endsWith('/go'));
    if (pathname === '/token') {
      self.tokenRequests.push(pathname);
      const change = (token: string) => resigned(token, self.alter, self.forges ? newKey(key.kid) : key);
      alterAnswer(response, ({ id_token, ...rest }) => ({
        ...rest,
        ...(typeof id_token === 'string' && { id_token: change(id_token) })
      }));
    }
    if (pathname === '/.well-known/openid-configuration' && !self.endsSessions) {
      alterAnswer(response, ({ end_session_endpoint: _none, ...rest }) => rest);
    }
    return void provider.callback()(request, response);
  }

  async function interact(request: IncomingMessage, response: ServerResponse, goes: boolean): Promise<void> {
    if (self.asksOnPage && !goes) {
      const go = `${(request.url ?? '').split('?')[0]}/go`;
      const page = `<!doctype html><html lang="en"><title>Works Account</title><main><h1>Works Account</h1><a href="${go}">Continue as ${self.person?.name}</a></main></html>`;
      return void response.writeHead(200, { 'Content-Type': 'text/html' }).end(page);
    }
    const { person } = self;
    const result = person
      ? { login: { accountId: person.sub } }
      : { error: 'access_denied', error_description: 'cancelled' };
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  }

  async function visit(url: string): Promise<string> {
    const cookies = new Map<string, string>();
    let at = url;
    while (!at.startsWith(origin)) {
      const response = await fetch(at, {
        redirect: 'manual',
        headers: { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
      });
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value === '') cookies.delete(name);
        else cookies.set(name, value);
      }
      const next = response.headers.get('location');
      if (next === null) throw new Error(`the provider answered ${response.status}: ${await response.text()}`);
      at = new URL(next, at).href;
    }
    return new URL(at).search;
  }
  return self;
}

function makeProvider(issuer: string, origin: string, key: Jwk, who: () => PersonThere | null) {
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [origin + OIDC_CALLBACK],
        post_logout_redirect_uris: [`${origin}/sign-in`],
        response_types: ['code'],
        grant_types: ['authorization_code']
      }
    ],
    jwks: { keys: [key] },
    cookies: { keys: [randomUUID()] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'roles'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: true, logoutSource } },
    // The path of the cookie covers the page that goes on.
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_context: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({ ...who(), sub })
    }),
    loadExistingGrant: async (context: GrantContext) => {
      const grant = new context.oidc.provider.Grant({
        clientId: CLIENT.clientId,
        accountId: context.oidc.session.accountId
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    }
  });
  provider.on('server_error', (_context: unknown, error: unknown) => void process.stderr.write(`${String(error)}\n`));
  return provider;
}
/** It asks, as providers do. */
const logoutSource = (context: { body: string }, form: string): void => {
  context.body = `<!doctype html><html lang="en"><title>Works Account</title><main><h1>Works Account</h1>${form}<button type="submit" form="op.logoutForm" name="logout" value="yes">Leave Works Account</button></main></html>`;
};

type Grant = { addOIDCScope: (scope: string) => void; save: () => Promise<unknown> };
type GrantContext = {
  readonly oidc: {
    readonly session: { readonly accountId: string };
    readonly provider: { readonly Grant: new (of: { clientId: string; accountId: string }) => Grant };
  };
};

function newKey(kid: string = randomUUID()): Jwk {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...(privateKey.export({ format: 'jwk' }) as Claims), kid, use: 'sig', alg: 'RS256' };
}

/** Has a JSON answer changed on its way out. */
function alterAnswer(response: ServerResponse, change: (body: Claims) => Claims): void {
  const end = response.end.bind(response);
  response.end = ((chunk?: unknown) => {
    const text = Buffer.isBuffer(chunk) ? chunk.toString('utf8') : String(chunk ?? '');
    const changed = JSON.stringify(change(JSON.parse(text) as Claims));
    response.setHeader('Content-Length', Buffer.byteLength(changed));
    return end(changed);
  }) as typeof response.end;
}

function resigned(token: string, alter: (claims: Claims) => Claims, key: Jwk): string {
  const [, payload = ''] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as Claims;
  const part = (content: Claims) => Buffer.from(JSON.stringify(content)).toString('base64url');
  const text = `${part({ alg: 'RS256', kid: key.kid, typ: 'JWT' })}.${part(alter(claims))}`;
  const signer = createPrivateKey({ key: key as never, format: 'jwk' });
  return `${text}.${sign('sha256', Buffer.from(text), signer).toString('base64url')}`;
}
