import { sql } from 'slonik';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Procedure } from '#lib/contracts/procedures.ts';
import { SYSTEM, type PersonActor } from '#lib/laboratory/actor.ts';
import { etag } from '#lib/laboratory/freshness.ts';
import { changeableKeys } from '#lib/records/field.ts';
import { PROCEDURE } from '#lib/records/procedure.ts';
import { findChanged } from '#lib/server/db/changed-documents.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { createAsset } from '#lib/server/use-cases/assets/create-asset.ts';
import { updateAsset } from '#lib/server/use-cases/assets/update-asset.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import { joined, organizationOf, person, superadmin } from '../../../../../tests/support/people.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { createProcedure } from './create-procedure.ts';
import { deleteProcedure } from './delete-procedure.ts';
import { getProcedure, listProcedures } from './read-procedures.ts';
import { restoreProcedure, retireProcedure } from './retire-procedure.ts';
import { getRevision, listRevisions } from './revisions.ts';
import { updateProcedure } from './update-procedure.ts';

let database: TestDatabase;
let services: Services;
let technician: PersonActor;
let viewer: PersonActor;
let admin: PersonActor;
let outsider: PersonActor;
let boss: PersonActor;
let organizationId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
  boss = await superadmin(services);
  const own = await organizationOf(services, await person(services, 'technician'), { private: true });
  technician = own.founder;
  organizationId = own.organization.id;
  viewer = await joined(services, await person(services, 'viewer'), organizationId);
  admin = await person(services, 'admin');
  outsider = await person(services, 'technician');
});
afterAll(() => database.drop());

let made = 0;
type Given = Partial<Parameters<typeof createProcedure>[2]>;
const create = (given: Given = {}, actor = technician) => {
  made += 1;
  const body = { code: `P-${made}`, name: 'Comparison', body: '', organization_id: organizationId, ...given };
  return createProcedure(services, actor, body);
};
const update = (id: string, body: Parameters<typeof updateProcedure>[3], ifMatch: string | null = null) =>
  updateProcedure(services, technician, id, body, ifMatch);
const run = (query: ReturnType<typeof sql.unsafe>) =>
  transaction(database.pool, SYSTEM, (tx) => tx.any(query)) as Promise<readonly Record<string, unknown>[]>;
const revisionsOf = async (id: string, actor = technician) =>
  (await listRevisions(services, actor, id, { limit: 50 })).items;

/** Something else for each field that people change. */
const CHANGED: { readonly [K in (typeof CONTENT)[number]]: Procedure[K] } = {
  code: 'P-other',
  name: 'Fixed points',
  quantity: 'temperature',
  description: 'For probes',
  body: '# Steps\n\n1. Wait',
  effective_from: '2027-01-01',
  reference_class: 'Class AA',
  environment: { temperature_c: { min: 21, max: 25 } },
  plan: { unit: '°C', points: [{ nominal: 50, kind: 'percent_of_span', direction: 'up', repeats: 3 }], runs: 'both' }
};
const CONTENT = changeableKeys(PROCEDURE);

describe('revisions', () => {
  test('every change of what a procedure says is its next revision, and the ones before stay as they were', async () => {
    const first = await create();
    expect(first).toMatchObject({ revision: 1, effective_from: services.today(), retired_at: null });
    const states = [first];
    for (const field of CONTENT) {
      const before = states.at(-1) ?? first;
      const after = await update(first.id, { [field]: CHANGED[field] });
      expect(after, field).toMatchObject({ revision: before.revision + 1, [field]: CHANGED[field] });
      states.push(after);
    }
    const kept = await revisionsOf(first.id);
    expect(kept.map(({ revision }) => revision)).toEqual(states.map(({ revision }) => revision).reverse());
    for (const state of states) {
      const said = Object.fromEntries(CONTENT.map((field) => [field, state[field]]));
      const found = await getRevision(services, viewer, first.id, state.revision);
      expect(found).toMatchObject({ ...said, created_by: { id: technician.userId } });
      expect(kept.find(({ revision }) => revision === state.revision)).toEqual(found);
    }
    await expect(getRevision(services, technician, first.id, 99)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('what changes nothing makes none; a new revision holds from today unless it says otherwise', async () => {
    const first = await create({ effective_from: '2020-02-02' });
    expect(await update(first.id, { name: first.name })).toEqual(first);
    expect(await update(first.id, { name: 'Other' })).toMatchObject({ revision: 2, effective_from: services.today() });
    expect(await update(first.id, { name: 'Third', effective_from: '2027-03-04' })).toMatchObject({
      revision: 3,
      effective_from: '2027-03-04'
    });
  });

  test('two changes at once: the second is refused or becomes the next revision; none is lost', async () => {
    const first = await create();
    const tag = etag(first.updated_at);
    const ends = await Promise.allSettled(['a', 'b', 'c'].map((name) => update(first.id, { name }, tag)));
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const end of ends) if (end.status === 'rejected') expect(end.reason).toMatchObject({ code: 'stale' });
    await Promise.all(['d', 'e', 'f'].map((name) => update(first.id, { name })));
    expect((await revisionsOf(first.id)).map(({ revision }) => revision)).toEqual([5, 4, 3, 2, 1]);
  });

  test('the database keeps them whatever the code does', async () => {
    const { id } = await create();
    await update(id, { name: 'Second' });
    for (const statement of [
      `UPDATE procedure_revisions SET name = 'x' WHERE procedure_id = $1`,
      `DELETE FROM procedure_revisions WHERE procedure_id = $1`,
      `UPDATE procedures SET name = 'x' WHERE id = $1`,
      `UPDATE procedures SET name = 'x', revision = 4 WHERE id = $1`,
      `UPDATE procedures SET revision = 3 WHERE id = $1`
    ])
      await expect(execute(database.url, statement, [id]), statement).rejects.toThrow();
    expect(await revisionsOf(id)).toHaveLength(2);
  });

  test('the history shows who changed what', async () => {
    const { id } = await create();
    await update(id, { name: 'Fixed points', environment: { temperature_c: { min: 21, max: 25 } } });
    const rows = await run(sql.unsafe`SELECT action, changes FROM audit_log WHERE resource_id = ${id} ORDER BY number`);
    expect(rows).toEqual([
      { action: 'procedure.created', changes: {} },
      {
        action: 'procedure.updated',
        changes: {
          revision: { old: 1, new: 2 },
          name: { old: 'Comparison', new: 'Fixed points' },
          environment: { old: null, new: { temperature_c: { min: 21, max: 25 } } }
        }
      }
    ]);
  });
});

describe('whose procedures', () => {
  test('those of a private organization are unknown outside; those of all are read by everybody and made by admins', async () => {
    const own = await create();
    for (const stranger of [outsider, admin]) {
      for (const call of [
        () => getProcedure(services, stranger, own.id),
        () => listRevisions(services, stranger, own.id, { limit: 5 }),
        () => getRevision(services, stranger, own.id, 1),
        () => updateProcedure(services, stranger, own.id, { name: 'x' }, null),
        () => retireProcedure(services, stranger, own.id),
        () => deleteProcedure(services, stranger, own.id)
      ])
        await expect(call()).rejects.toMatchObject({ code: 'not_found' });
      const visible = await listProcedures(services, stranger, { limit: 500 });
      expect(visible.items.map(({ id }) => id)).not.toContain(own.id);
    }
    for (const call of [
      () => updateProcedure(services, viewer, own.id, { name: 'x' }, null),
      () => retireProcedure(services, viewer, own.id),
      () => deleteProcedure(services, viewer, own.id),
      () => create({}, viewer),
      () => create({ organization_id: null })
    ])
      await expect(call()).rejects.toMatchObject({ code: 'forbidden' });
    const common = await create({ organization_id: null }, admin);
    expect(await getProcedure(services, outsider, common.id)).toEqual(common);
    expect(await revisionsOf(common.id, outsider)).toHaveLength(1);
    await expect(update(common.id, { name: 'x' })).rejects.toMatchObject({ code: 'forbidden' });
    expect(await updateProcedure(services, admin, common.id, { name: 'x' }, null)).toMatchObject({ revision: 2 });
    expect(await updateProcedure(services, boss, own.id, { name: 'x' }, null)).toMatchObject({ revision: 2 });
  });

  test('a code names one procedure of an organization, whatever its case; another organization may use it', async () => {
    await create({ code: 'T-01' });
    await expect(create({ code: 't-01' })).rejects.toMatchObject({ code: 'procedure_code_taken' });
    const other = await create({ code: 'T-02' });
    await expect(update(other.id, { code: 'T-01' })).rejects.toMatchObject({ code: 'procedure_code_taken' });
    await create({ code: 'T-01', organization_id: null }, admin);
    const elsewhere = await organizationOf(services, outsider);
    await create({ code: 'T-01', organization_id: elsewhere.organization.id }, elsewhere.founder);
  });

  test('they are found by code, name, quantity and description, sorted and paged', async () => {
    await create({ code: 'ZZ-1', name: 'Zeta bath', quantity: 'zetaflow' });
    await create({ code: 'ZZ-2', name: 'Zeta block', description: 'For zetas' });
    const codes = async (filter: object) =>
      (await listProcedures(services, technician, { limit: 50, ...filter })).items.map(({ code }) => code);
    expect(await codes({ q: 'zeta', sort: '-code' })).toEqual(['ZZ-2', 'ZZ-1']);
    expect(await codes({ q: 'zetaflow' })).toEqual(['ZZ-1']);
    expect(await codes({ q: 'FOR ZETAS' })).toEqual(['ZZ-2']);
    const first = await listProcedures(services, technician, { q: 'zeta', limit: 1 });
    expect(first.total).toBe(2);
    expect(await codes({ q: 'zeta', limit: 1, cursor: first.nextCursor ?? '' })).toEqual(['ZZ-2']);
  });
});

describe('use', () => {
  const newAsset = (procedure_id: string | null) =>
    createAsset(services, technician, {
      asset_id: `A-${(made += 1)}`,
      name: 'Transmitter',
      organization_id: organizationId,
      procedure_id
    });

  test('an asset is given an own or a common procedure that is in force, and keeps one that is retired', async () => {
    const [own, common] = [await create(), await create({ organization_id: null }, admin)];
    const elsewhere = await organizationOf(services, outsider);
    const foreign = await create({ organization_id: elsewhere.organization.id }, elsewhere.founder);
    const asset = await newAsset(own.id);
    expect(asset.procedure_id).toBe(own.id);
    const given = (procedure_id: string | null) =>
      updateAsset(services, technician, { ref: asset.id }, { procedure_id }, null);
    expect(await given(common.id)).toMatchObject({ procedure_id: common.id });
    await expect(given(foreign.id)).rejects.toMatchObject({
      faults: [{ loc: ['body', 'procedure_id'], type: 'not_found' }]
    });
    await given(own.id);
    await retireProcedure(services, technician, own.id);
    expect(await updateAsset(services, technician, { ref: asset.id }, { name: 'New' }, null)).toMatchObject({
      procedure_id: own.id
    });
    const retired = { faults: [{ loc: ['body', 'procedure_id'], type: 'procedure_retired' }] };
    await expect(newAsset(own.id)).rejects.toMatchObject(retired);
    await given(null);
    await expect(given(own.id)).rejects.toMatchObject(retired);
    await restoreProcedure(services, technician, own.id);
    expect(await given(own.id)).toMatchObject({ procedure_id: own.id });
  });

  test('one in use is not deleted; one that is not goes with its revisions, and devices hear of it', async () => {
    const used = await create();
    const asset = await newAsset(used.id);
    await expect(deleteProcedure(services, technician, used.id)).rejects.toMatchObject({ code: 'in_use' });
    await updateAsset(services, technician, { ref: asset.id }, { procedure_id: null }, null);
    await update(used.id, { name: 'Second' });
    await deleteProcedure(services, technician, used.id);
    await expect(getProcedure(services, technician, used.id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await run(sql.unsafe`SELECT revision FROM procedure_revisions WHERE procedure_id = ${used.id}`)).toEqual([]);
    expect(await run(sql.unsafe`SELECT collection FROM tombstones WHERE document_id = ${used.id}`)).toEqual([
      { collection: 'procedures' }
    ]);
  });

  test('an asset that is being given it while it is deleted: one of both is refused', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await create();
      const ends = await Promise.allSettled([newAsset(id), deleteProcedure(services, technician, id)]);
      expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    }
  });

  test('retiring and restoring change no revision, twice is as once, and both are in the history', async () => {
    const { id } = await create();
    const retired = await retireProcedure(services, technician, id);
    expect(retired).toMatchObject({ revision: 1 });
    expect(retired.retired_at).not.toBe(null);
    expect(await retireProcedure(services, technician, id)).toEqual(retired);
    const ids = async (filter: object) =>
      (await listProcedures(services, technician, { limit: 500, ...filter })).items.map((item) => item.id);
    expect([(await ids({ retired: true })).includes(id), (await ids({ retired: false })).includes(id)]).toEqual([
      true,
      false
    ]);
    expect(await restoreProcedure(services, technician, id)).toMatchObject({ retired_at: null, revision: 1 });
    const rows = await run(sql.unsafe`SELECT action FROM audit_log WHERE resource_id = ${id} ORDER BY number`);
    expect(rows.map(({ action }) => action)).toEqual(['procedure.created', 'procedure.retired', 'procedure.restored']);
  });

  test('devices hold the revision in force, with its text, and hear of the next one', async () => {
    const procedure = await create({ body: 'Wait **one hour**.', plan: CHANGED.plan });
    const held = async () =>
      (
        await transaction(database.pool, technician, (tx) =>
          findChanged(tx, 'procedures', { stream: organizationId, after: 0, limit: 500, reader: technician.userId })
        )
      ).find(({ document }) => document.id === procedure.id);
    const before = await held();
    expect(before?.document).toEqual(procedure);
    const next = await update(procedure.id, { body: 'Wait two hours.' });
    const after = await held();
    expect(after?.document).toEqual(next);
    expect(after?.seq).toBeGreaterThan(before?.seq ?? Infinity);
  });
});
