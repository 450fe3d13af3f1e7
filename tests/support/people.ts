/** People and organizations, arranged as they arise: through the use-cases. */
import { randomUUID } from 'node:crypto';
import { sql } from 'slonik';
import type { Organization } from '#lib/contracts/organizations.ts';
import type { GlobalRole, OrganizationRole } from '#lib/contracts/primitives.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { register } from '#lib/server/use-cases/accounts/register.ts';
import { addMember } from '#lib/server/use-cases/organizations/add-member.ts';
import { createOrganization } from '#lib/server/use-cases/organizations/create-organization.ts';
import { createUser } from '#lib/server/use-cases/people/create-user.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

export const PASSWORD = 'a plumb line hangs true';
export const CLIENT = { address: '192.0.2.1', userAgent: 'tests', requestId: 'test-request' };

const superadmins = new WeakMap<object, Promise<PersonActor>>();

/** The superadmin of the test's database: its first registration. */
export function superadmin(services: Services): Promise<PersonActor> {
  const known = superadmins.get(services.pool) ?? registerFirst(services);
  superadmins.set(services.pool, known);
  return known;
}

async function registerFirst(services: Services): Promise<PersonActor> {
  const user = await register(services, CLIENT, {
    email: 'founder@laboratory.example',
    password: PASSWORD,
    full_name: 'Ada Founder'
  });
  return actorFor(user.id, user.full_name, user.role);
}

/** A new verified person; the address is `<uuid>@laboratory.example`. */
export async function person(services: Services, role: GlobalRole, fullName = `A ${role}`): Promise<PersonActor> {
  const email = `${randomUUID()}@laboratory.example`;
  const user = await createUser(services, await superadmin(services), {
    email,
    password: PASSWORD,
    full_name: fullName,
    role
  });
  return actorFor(user.id, fullName, role);
}

/** A new organization of a founder; act with the founder that comes back: it knows of its membership. */
export async function organizationOf(
  services: Services,
  founder: PersonActor,
  given: { name?: string; private?: boolean; certificate_prefix?: string } = {}
): Promise<{ organization: Organization; founder: PersonActor }> {
  const organization = await createOrganization(services, founder, { name: 'Laboratory', ...given });
  return { organization, founder: await refreshed(services, founder) };
}

/** Makes somebody a member; act with the actor that comes back. */
export async function joined(
  services: Services,
  newcomer: PersonActor,
  organizationId: string,
  role: OrganizationRole = 'member'
): Promise<PersonActor> {
  await addMember(services, await superadmin(services), organizationId, { user_id: newcomer.userId, role });
  return refreshed(services, newcomer);
}

/** The same person with today's memberships, as the next request would see them. */
export async function refreshed(services: Services, actor: PersonActor): Promise<PersonActor> {
  const rows = (await services.pool.any(
    sql.unsafe`SELECT organization_id, role FROM memberships_of(${actor.userId})`
  )) as readonly { organization_id: string; role: OrganizationRole }[];
  return { ...actor, memberships: new Map(rows.map((row) => [row.organization_id, row.role])) };
}

const actorFor = (userId: string, fullName: string, role: GlobalRole): PersonActor => ({
  kind: 'person',
  userId,
  fullName,
  role,
  language: 'en',
  memberships: new Map(),
  requestId: 'test-request'
});
