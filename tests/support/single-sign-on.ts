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
import { createTestDatabase, execute, type TestDatabase } from './database.ts';
import { startIdentityProvider, type IdentityProvider, type PersonThere } from './identity-provider.ts';
import { CLIENT, PASSWORD, person, superadmin } from './people.ts';
import { testServices } from './services.ts';

/** Made before all tests of a file (`startSignOn`); then `begin` before each. */
export class SignOn {
  /** What the steps below use; a test may replace it. */
  services: Services;
  /** Has a password, and is not linked. */
  ada: PersonActor;
  email = '';

  constructor(
    readonly database: TestDatabase,
    readonly provider: IdentityProvider,
    /** Without a provider. */
    readonly plain: Services,
    /** The superadmin. */
    readonly boss: PersonActor
  ) {
    this.services = plain;
    this.ada = boss;
  }

  /** A provider that behaves, and Ada, whom it knows as somebody with her address. */
  async begin(): Promise<void> {
    this.services = this.withOidc();
    const calm = { alter: (claims: object) => claims, forges: false, failure: null, endsSessions: true };
    Object.assign(this.provider, calm);
    this.ada = await person(this.services, 'technician', 'Ada');
    ({ email: this.email } = await getMe(this.services, this.ada));
    const { email } = this;
    this.provider.person = { sub: crypto.randomUUID(), email, email_verified: true, name: 'Ada There' };
  }
  async end(): Promise<void> {
    await this.provider.stop();
    await this.database.drop();
  }
  readonly run = (statement: string, values: unknown[] = []) => execute(this.database.url, statement, values);

  withOidc(given: Partial<IdentityProvider['config']> = {}, skewSeconds = 0, timeout?: number): Services {
    const oidc = createOidc({ ...this.provider.config, ...given }, this.plain.origin, skewSeconds, timeout);
    return { ...this.plain, oidc };
  }
  enter(password = PASSWORD) {
    return logIn(this.services, CLIENT, { email: this.email, password, remember: true });
  }
  whoSignsIn(): PersonThere {
    return this.provider.person ?? { sub: 'nobody' };
  }
  /** Why the browser is led to a page that says so; null if it is not. */
  problemOf({ url }: OidcStep): string | null {
    return new URL(url, this.plain.origin).searchParams.get('problem');
  }
  async sessionOf(token: string): Promise<string> {
    return (await findSessionOf(this.services.pool, token))?.sessionId ?? '';
  }
  async passwordSession(): Promise<string> {
    return this.sessionOf((await this.enter()).access_token);
  }
  begun(): Promise<OidcStep> {
    return startOidc(this.services, { next: '/assets?q=1', remember: true });
  }
  /** To the provider and back. */
  async round(step: OidcStep | null = null): Promise<OidcStep> {
    const { url, cookie } = step ?? (await this.begun());
    return finishOidc(this.services, CLIENT, await this.provider.visit(url), cookie);
  }
  async signIn() {
    return signInWithOidc(this.services, CLIENT, (await this.round()).cookie);
  }
  async link(password = PASSWORD) {
    return linkOidc(this.services, CLIENT, (await this.round()).cookie, { password });
  }
  /** Somebody new, for whom an account is made: without a password. */
  async newcomer(): Promise<{ readonly actor: PersonActor; readonly sessionId: string }> {
    this.services = this.withOidc({ autoCreate: true });
    const sub = crypto.randomUUID();
    this.provider.person = { sub, email: `${sub}@works.example`, email_verified: true, name: 'New Comer' };
    const { access_token } = await this.signIn();
    const sessionId = await this.sessionOf(access_token);
    const userId = (await this.userOf(access_token))?.id ?? '';
    return { actor: { ...this.ada, userId, sessionId }, sessionId };
  }
  async methodsOf(token: string, who: PersonActor = this.ada) {
    const { items } = await listSessions(this.services, who, await this.sessionOf(token), { limit: 50 });
    return items.find(({ is_current }) => is_current)?.methods;
  }
  async userOf(token: string) {
    return (await findSessionOf(this.services.pool, token))?.user;
  }
  async auditOf(userId: string): Promise<readonly string[]> {
    const { rows } = await this.run('SELECT action FROM audit_log WHERE resource_id = $1 ORDER BY id', [userId]);
    return rows.map((row) => (row as { action: string }).action);
  }
  /** Nobody has proved who they are for eleven minutes. */
  async age(): Promise<void> {
    await this.run(`UPDATE sessions SET proved_at = now() - interval '11 minutes'`);
  }
}

export async function startSignOn(): Promise<SignOn> {
  const database = await createTestDatabase();
  const plain = await testServices(database);
  const provider = await startIdentityProvider(plain.origin);
  return new SignOn(database, provider, plain, await superadmin(plain));
}

export async function refusalOf(work: Promise<unknown>): Promise<Refusal> {
  const thrown: unknown = await work.then(
    () => null,
    (error: unknown) => error
  );
  if (thrown instanceof Refusal) return thrown;
  throw new Error(`not refused: ${String(thrown)}`);
}
