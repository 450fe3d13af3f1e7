/**
 * What must be true for each described field of a location, an organization and a procedure, as assets/every-field.pg.test.ts has
 * it for assets: a new field is tested as soon as it is described.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLocationBody, updateLocationBody } from '#lib/contracts/locations.ts';
import { createOrganizationBody, updateOrganizationBody } from '#lib/contracts/organizations.ts';
import { createProcedureBody, updateProcedureBody } from '#lib/contracts/procedures.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { changeableKeys, documentKeys, searchedKeys, type Description } from '#lib/records/field.ts';
import { LOCATION } from '#lib/records/location.ts';
import { ORGANIZATION } from '#lib/records/organization.ts';
import { PROCEDURE } from '#lib/records/procedure.ts';
import { findChanged } from '#lib/server/db/changed-documents.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { documentSchemas } from '#sync/protocol/documents.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../tests/support/database.ts';
import { fieldValues, pick } from '../../../../tests/support/field-values.ts';
import { organizationOf, person, refreshed, superadmin } from '../../../../tests/support/people.ts';
import { testServices } from '../../../../tests/support/services.ts';
import { createLocation } from './locations/create-location.ts';
import { getLocation, listLocations } from './locations/read-locations.ts';
import { updateLocation } from './locations/update-location.ts';
import { createOrganization } from './organizations/create-organization.ts';
import { getOrganization } from './organizations/read-organizations.ts';
import { updateOrganization } from './organizations/update-organization.ts';
import { createProcedure } from './procedures/create-procedure.ts';
import { getProcedure, listProcedures } from './procedures/read-procedures.ts';
import { updateProcedure } from './procedures/update-procedure.ts';

type Values = Readonly<Record<string, unknown>>;
type Made = { readonly id: string };
type Described = {
  readonly description: Description;
  readonly collection: 'locations' | 'organizations' | 'procedures';
  /** Values of fields that follow rules of their own; two for each, as `turn` says. */
  readonly own?: (id: string) => Promise<Readonly<Record<string, readonly unknown[]>>>;
  /** Fields that only a change sets. */
  readonly later?: readonly string[];
  readonly create: (body: Values) => Promise<Made>;
  readonly update: (id: string, body: Values) => Promise<object>;
  readonly get: (id: string) => Promise<object>;
  readonly search?: (words: string) => Promise<{ readonly items: readonly Made[] }>;
};

let database: TestDatabase;
let services: Services;
let admin: PersonActor;
let organization_id: string;
let places: readonly string[];

const placeIn = async (organization: string, name: string) =>
  (await createLocation(services, admin, createLocationBody.parse({ name, organization_id: organization }))).id;

beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
  await superadmin(services);
  const { organization, founder } = await organizationOf(services, await person(services, 'admin'), { private: true });
  [organization_id, admin] = [organization.id, founder];
  places = [await placeIn(organization_id, 'One'), await placeIn(organization_id, 'Two')];
});
afterAll(() => database.drop());

const limit = 5;
const LOCATIONS: Described = {
  description: LOCATION,
  collection: 'locations',
  create: (body) => createLocation(services, admin, createLocationBody.parse({ ...body, organization_id })),
  update: (id, body) => updateLocation(services, admin, id, updateLocationBody.parse(body), null),
  get: (id) => getLocation(services, admin, id),
  search: (q) => listLocations(services, admin, { q, limit })
};
const PROCEDURES: Described = {
  description: PROCEDURE,
  collection: 'procedures',
  // A code is no other procedure's.
  own: async (id) => ({ code: ['code.0', `C${id}`] }),
  create: (body) => createProcedure(services, admin, createProcedureBody.parse({ ...body, organization_id })),
  update: (id, body) => updateProcedure(services, admin, id, updateProcedureBody.parse(body), null),
  get: (id) => getProcedure(services, admin, id),
  search: (q) => listProcedures(services, admin, { q, limit })
};
const ORGANIZATIONS: Described = {
  description: ORGANIZATION,
  collection: 'organizations',
  own: async (id) => ({
    location_id: [null, await placeIn(id, 'Head office')],
    certificate_prefix: ['FIELDS', 'OTHERS']
  }),
  later: ['location_id'],
  create: async (body) => {
    const made = await createOrganization(services, admin, createOrganizationBody.parse(body));
    admin = await refreshed(services, admin);
    return made;
  },
  update: (id, body) => updateOrganization(services, admin, id, updateOrganizationBody.parse(body), null),
  get: (id) => getOrganization(services, admin, id)
};
const RECORDS = [LOCATIONS, PROCEDURES, ORGANIZATIONS].map((record) => [record.collection, record] as const);

/** A new record with the first value of every field, and what its fields may hold. */
async function made({ description, create, own, later = [] }: Described) {
  const keys: readonly string[] = changeableKeys(description);
  const common = fieldValues(description, (_, turn) => places[turn]);
  const first = common.filled(
    keys.filter((key) => !later.includes(key)),
    0
  );
  // A prefix is the only value of its own that a new record needs.
  const { id } = await create('certificate_prefix' in first ? { ...first, certificate_prefix: 'FIELDS' } : first);
  const special = (await own?.(id)) ?? {};
  const valueOf = (key: string, turn: number) => (special[key] ?? [0, 1].map((n) => common.valueOf(key, n)))[turn];
  return {
    id,
    keys,
    valueOf,
    filled: (turn: number) => Object.fromEntries(keys.map((key) => [key, valueOf(key, turn)]))
  };
}

test.each(RECORDS)(
  '%s: is stored, changed, recorded in the audit log, sent to devices and found by search',
  async (_, record) => {
    const { description, collection, update, get, search } = record;
    const { id, keys, valueOf, filled } = await made(record);
    const answered = keys.filter((key) => description[key]?.from !== 'kept');
    const kept = keys.filter((key) => !answered.includes(key));
    const expectValues = async (turn: number) => {
      const now = await get(id);
      expect(pick(now, answered)).toEqual(pick(filled(turn), answered));
      expect(pick(await rowOf(collection, id), kept)).toEqual(pick(filled(turn), kept));
      return now;
    };
    await expectValues(0);

    await update(id, filled(1));
    const now = await expectValues(1);

    const { revision: _revision, ...changes } = await lastChangesOf(id);
    expect(changes).toEqual(
      Object.fromEntries(keys.map((key) => [key, { old: valueOf(key, 0), new: valueOf(key, 1) }]))
    );

    const onDevice = documentSchemas[collection].parse(await documentOf(collection, id));
    expect(Object.keys(onDevice).sort()).toEqual([...documentKeys(description)].sort());
    expect(onDevice).toEqual(pick(now, documentKeys(description)));

    for (const key of searchedKeys(description)) {
      const found = await search?.(String(valueOf(key, 1)));
      expect(
        found?.items.map((item) => item.id),
        `searched for ${key}`
      ).toContain(id);
    }
  }
);

test.each(RECORDS)('%s: is unchanged if a change does not include it', async (_, record) => {
  const { description, update, get } = record;
  const { id, keys, valueOf } = await made(record);
  const answered = keys.filter((key) => description[key]?.from !== 'kept');
  // The first day of a procedure's revision is today, unless the change says otherwise.
  const lasting = answered.filter((key) => key !== 'effective_from');
  for (const key of keys) {
    const before = await get(id);
    await update(id, { [key]: valueOf(key, 1) });
    const after = await get(id);
    const others = lasting.filter((other) => other !== key);
    expect(pick(after, others), `after a change of ${key}`).toEqual(pick(before, others));
    if (answered.includes(key)) expect(pick(after, [key])).toEqual({ [key]: valueOf(key, 1) });
  }
});

async function rowOf(collection: Described['collection'], id: string): Promise<object> {
  const { rows } = await execute(database.url, `SELECT * FROM ${collection} WHERE id = $1`, [id]);
  return rows[0] as object;
}

async function lastChangesOf(id: string): Promise<Values> {
  const { rows } = await execute(
    database.url,
    'SELECT changes FROM audit_log WHERE resource_id = $1 ORDER BY number DESC LIMIT 1',
    [id]
  );
  return (rows[0] as { changes: Values }).changes;
}

async function documentOf(collection: Described['collection'], id: string): Promise<unknown> {
  const window = { stream: collection === 'organizations' ? id : organization_id, after: 0, limit: 100 };
  const found = await transaction(services.pool, admin, (tx) =>
    findChanged(tx, collection, { ...window, reader: admin.userId })
  );
  return found.find(({ document }) => document.id === id)?.document;
}
