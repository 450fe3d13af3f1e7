/** Who asks and what they ask about: every kind of caller, and every way in which an organization can stand to them. */
import { createHash, randomUUID } from 'node:crypto';
import pg from 'pg';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import type { GlobalRole, OrganizationRole } from '#lib/contracts/primitives.ts';
import { startSession } from '#lib/server/auth/sessions.ts';
import { createAsset } from '#lib/server/use-cases/assets/create-asset.ts';
import { getCertificate } from '#lib/server/use-cases/certificates/get-certificate.ts';
import { createLocation } from '#lib/server/use-cases/locations/create-location.ts';
import { updateOrganization } from '#lib/server/use-cases/organizations/update-organization.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { externalBody, recorded } from '../../support/calibrated-laboratory.ts';
import type { TestDatabase } from '../../support/database.ts';
import { joined, organizationOf, person, refreshed, superadmin } from '../../support/people.ts';
import { testServices } from '../../support/services.ts';
import { fillPlace } from './fill-place.ts';
import { beginTracing } from './trace.ts';

export const CALLERS = [
  'anonymous',
  'viewer',
  'viewer_admin',
  'technician',
  'organization_admin',
  'admin',
  'superadmin'
] as const;
export type Caller = (typeof CALLERS)[number];

/**
 * Every caller but the superadmin and the anonymous is a member of `own` (private) and was one of `deactivated`. The admins of the
 * organization are a technician and, as `viewer_admin`, a viewer.
 */
export const STANDINGS = ['own', 'public', 'private', 'deactivated'] as const;
export type Standing = (typeof STANDINGS)[number];

/** An organization with one of everything. All that a stranger must not read of a private one carries its mark. */
export type Place = {
  readonly standing: Standing;
  readonly mark: string;
  readonly id: string;
  readonly keeper: PersonActor;
  /** A member whose only part is to be changed and removed. */
  readonly memberId: string;
  readonly locationId: string;
  readonly assetId: string;
  readonly calibrationId: string;
};
export type World = {
  readonly services: Services;
  readonly boss: PersonActor;
  readonly callers: Readonly<Record<Exclude<Caller, 'anonymous'>, PersonActor>>;
  readonly places: Readonly<Record<Standing, Place>>;
  /** Somebody who is a member of nothing. */
  readonly candidateId: string;
  /** As the superuser of the database. */
  readonly run: (statement: string, values?: unknown[]) => Promise<pg.QueryResult>;
  /** The same, planned once: for what is asked thousands of times, whose plan takes longer than its answer. */
  readonly again: (statement: string, values?: unknown[]) => Promise<pg.QueryResult>;
  readonly signIn: (actor: PersonActor) => Promise<string>;
  /** Undoes what a call may have done to the organizations and to who belongs to them. */
  readonly mend: () => Promise<void>;
  readonly end: () => Promise<void>;
};

const MEMBERS: Readonly<Record<Exclude<Caller, 'anonymous' | 'superadmin'>, [GlobalRole, OrganizationRole]>> = {
  viewer: ['viewer', 'member'],
  viewer_admin: ['viewer', 'admin'],
  technician: ['technician', 'member'],
  organization_admin: ['technician', 'admin'],
  admin: ['admin', 'member']
};

export async function makeWorld(database: TestDatabase): Promise<World> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const run = (statement: string, values: unknown[] = []) => client.query(statement, values);
  await run('SET plan_cache_mode = force_generic_plan');
  const again = (text: string, values: unknown[] = []) => {
    const name = createHash('sha256').update(text).digest('base64url');
    return client.query({ name, text, values });
  };
  const services = await testServices(database);
  const boss = await superadmin(services);
  const own = await makePlace(services, 'own');
  const places = {
    own,
    public: await makePlace(services, 'public'),
    private: await makePlace(services, 'private'),
    deactivated: await makePlace(services, 'deactivated')
  };
  for (const place of Object.values(places)) await fillPlace(run, place.id, place.keeper.userId, place.mark);
  const made = await Promise.all(
    Object.entries(MEMBERS).map(async ([caller, [role, membership]]) => {
      const actor = await person(services, role, `Caller ${caller}`);
      for (const place of [own, places.deactivated]) await joined(services, actor, place.id, membership);
      return [caller, actor] as const;
    })
  );
  await run('UPDATE organizations SET is_active = false WHERE id = $1', [places.deactivated.id]);
  const callers = Object.fromEntries(
    await Promise.all(made.map(async ([caller, actor]) => [caller, await refreshed(services, actor)] as const))
  );
  const candidateId = (await person(services, 'technician', 'Candice Candidate')).userId;
  await run('CREATE TABLE kept_memberships AS SELECT organization_id, user_id, role FROM memberships');
  await run('CREATE TABLE kept_organizations AS SELECT id, is_active, private FROM organizations');
  await beginTracing(run);
  return {
    services,
    boss,
    callers: { ...callers, superadmin: boss } as World['callers'],
    places,
    candidateId,
    run,
    again,
    signIn: (actor) => startSession(services.pool, actor.userId, { kind: 'remembered', userAgent: null }),
    mend: () => mend(again),
    end: () => client.end()
  };
}

async function makePlace(services: Services, standing: Standing): Promise<Place> {
  const mark = `MARK-${standing}-${randomUUID().slice(0, 8)}`;
  const { organization, founder } = await organizationOf(services, await person(services, 'technician', 'Kay Keeper'), {
    name: `Laboratory ${standing}`,
    private: standing === 'own' || standing === 'private'
  });
  const { id } = organization;
  await updateOrganization(services, founder, id, { description: mark, phone: mark }, null);
  const location = await createLocation(services, founder, {
    name: mark,
    organization_id: id,
    is_calibration_lab: true
  });
  const asset = await createAsset(services, founder, {
    organization_id: id,
    asset_id: mark,
    name: mark,
    is_reference: true,
    unit: '°C',
    measured_unit: '°C'
  });
  const { id: calibrationId } = await recorded(services, founder, externalBody(asset, { notes: mark }));
  await getCertificate(services, founder, calibrationId);
  const member = await joined(services, await person(services, 'technician', 'Morgan Member'), id);
  return {
    standing,
    mark,
    id,
    keeper: founder,
    memberId: member.userId,
    locationId: location.id,
    assetId: asset.id,
    calibrationId
  };
}

async function mend(again: World['again']): Promise<void> {
  await again(`DELETE FROM memberships m WHERE NOT EXISTS (
    SELECT FROM kept_memberships k WHERE (k.organization_id, k.user_id) = (m.organization_id, m.user_id))
    AND EXISTS (SELECT FROM kept_organizations k WHERE k.id = m.organization_id)`);
  await again(`INSERT INTO memberships (organization_id, user_id, role) SELECT * FROM kept_memberships
    ON CONFLICT (organization_id, user_id) DO UPDATE SET role = excluded.role`);
  await again(`UPDATE organizations o SET is_active = k.is_active, private = k.private FROM kept_organizations k
    WHERE k.id = o.id AND (o.is_active, o.private) <> (k.is_active, k.private)`);
  await again(`UPDATE join_requests SET state = 'withdrawn', decided_at = now() WHERE state = 'pending'`);
}
