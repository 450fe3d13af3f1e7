/** Single sign-on in a database and with a provider of a test's own, and somebody who signs in there. */
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { createOidc } from '#lib/server/auth/oidc.ts';
import { findSessionOf } from '#lib/server/auth/sessions.ts';
import { logIn } from '#lib/server/use-cases/accounts/log-in.ts';
import { finishOidc, startOidc, type OidcStep } from '#lib/server/use-cases/accounts/oidc-round.ts';
import { linkOidc, signInWithOidc } from '#lib/server/use-cases/accounts/oidc-sign-in.ts';
import { listSessions } from '#lib/server/use-cases/accounts/own-sessions.ts';
import { getMe } from '#lib/server/use-cases/people/read-users.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { createTestDatabase, execute } from './database.ts';
import { startIdentityProvider, type IdentityProvider, type PersonThere } from './identity-provider.ts';
import { CLIENT, PASSWORD, person, superadmin } from './people.ts';
import { testServices } from './services.ts';

export type SignOn = Awaited<ReturnType<typeof startSignOn>>;

/** Before all tests of a file; then `begin` before each. */
export async function startSignOn() {
  const database = await createTestDatabase();
  const plain = await testServices(database);
  const provider = await startIdentityProvider(plain.origin);
  const boss = await superadmin(plain);
  const run = (statement: string, values: unknown[] = []) => execute(database.url, statement, values);

  const self = {
    provider,
    /** Without a provider. */
    plain,
    /** What the steps below use; a test may replace it. */
    services: plain,
    boss,
    /** Has a password, and is not linked. */
    ada: boss,
    email: '',
    run,
    /** A provider that behaves, and Ada, whom it knows as somebody with her address. */
    begin: async () => {
      self.services = withOidc();
      Object.assign(provider, { alter: (claims: object) => claims, forges: false, failure: null, endsSessions: true });
      self.ada = await person(self.services, 'technician', 'Ada');
      ({ email: self.email } = await getMe(self.services, self.ada));
      provider.person = { sub: crypto.randomUUID(), email: self.email, email_verified: true, name: 'Ada There' };
    },
    end: async () => {
      await provider.stop();
      await database.drop();
    },
    withOidc,
    enter: (password = PASSWORD) => logIn(self.services, CLIENT, { email: self.email, password, remember: true }),
    whoSignsIn: (): PersonThere => provider.person ?? { sub: 'nobody' },
    /** Why the browser is led to a page that says so; null if it is not. */
    problemOf: ({ url }: OidcStep) => new URL(url, plain.origin).searchParams.get('problem'),
    sessionOf: async (token: string) => (await findSessionOf(self.services.pool, token))?.sessionId ?? '',
    passwordSession: async () => self.sessionOf((await self.enter()).access_token),
    begun: () => startOidc(self.services, { next: '/assets?q=1', remember: true }),
    /** To the provider and back. */
    round: async (step: OidcStep | null = null): Promise<OidcStep> => {
      const { url, cookie } = step ?? (await self.begun());
      return finishOidc(self.services, CLIENT, await provider.visit(url), cookie);
    },
    signIn: async () => signInWithOidc(self.services, CLIENT, (await self.round()).cookie),
    link: async (password = PASSWORD) => linkOidc(self.services, CLIENT, (await self.round()).cookie, { password }),
    /** Somebody new, for whom an account is made: without a password. */
    newcomer: async () => {
      self.services = withOidc({ autoCreate: true });
      const sub = crypto.randomUUID();
      provider.person = { sub, email: `${sub}@works.example`, email_verified: true, name: 'New Comer' };
      const { access_token } = await self.signIn();
      const sessionId = await self.sessionOf(access_token);
      return { actor: { ...self.ada, userId: (await self.userOf(access_token))?.id ?? '', sessionId }, sessionId };
    },
    methodsOf: async (token: string, who: PersonActor = self.ada) =>
      (await listSessions(self.services, who, await self.sessionOf(token), { limit: 50 })).items.find(
        ({ is_current }) => is_current
      )?.methods,
    userOf: async (token: string) => (await findSessionOf(self.services.pool, token))?.user,
    auditOf: async (userId: string) =>
      (await run('SELECT action FROM audit_log WHERE resource_id = $1 ORDER BY id', [userId])).rows.map(
        (row) => (row as { action: string }).action
      ),
    /** Nobody has proved who they are for eleven minutes. */
    age: () => run(`UPDATE sessions SET proved_at = now() - interval '11 minutes'`)
  };

  function withOidc(given: Partial<IdentityProvider['config']> = {}, skewSeconds = 0, timeout?: number): Services {
    return { ...plain, oidc: createOidc({ ...provider.config, ...given }, plain.origin, skewSeconds, timeout) };
  }
  return self;
}

export async function refusalOf(work: Promise<unknown>): Promise<Refusal> {
  const thrown: unknown = await work.then(
    () => null,
    (error: unknown) => error
  );
  if (thrown instanceof Refusal) return thrown;
  throw new Error(`not refused: ${String(thrown)}`);
}
