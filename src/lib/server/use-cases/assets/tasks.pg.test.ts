import { randomUUID } from 'node:crypto';
import { sql } from 'slonik';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Asset } from '#lib/contracts/assets.ts';
import { taskDoneBody, taskListInput, type TaskDoneBody, type TaskInput } from '#lib/contracts/tasks.ts';
import { SYSTEM, type PersonActor } from '#lib/laboratory/actor.ts';
import { findBrokenLink } from '#lib/server/db/audit-chain.ts';
import { findChanged } from '#lib/server/db/changed-documents.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { documentSchemas } from '#sync/protocol/documents.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import { joined, organizationOf, person, superadmin } from '../../../../../tests/support/people.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { createAsset } from './create-asset.ts';
import { duplicateAsset } from './duplicate-asset.ts';
import { getAsset } from './read-assets.ts';
import { listTaskPerformances } from './list-task-performances.ts';
import { recordTaskDone } from './record-task-done.ts';
import { retireAsset } from './retire-asset.ts';
import { updateAsset } from './update-asset.ts';

const TODAY = '2026-06-15';
let database: TestDatabase;
let services: Services;
let technician: PersonActor;
let colleague: PersonActor;
let viewer: PersonActor;
let outsider: PersonActor;
let organization_id: string;

beforeAll(async () => {
  database = await createTestDatabase();
  services = { ...(await testServices(database)), today: () => TODAY };
  await superadmin(services);
  const own = await organizationOf(services, await person(services, 'technician', 'Tess Technician'), {
    private: true
  });
  technician = own.founder;
  organization_id = own.organization.id;
  colleague = await joined(services, await person(services, 'technician'), organization_id);
  viewer = await joined(services, await person(services, 'viewer'), organization_id, 'admin');
  outsider = await person(services, 'admin', 'Oscar Outsider');
});
afterAll(() => database.drop());

let count = 0;
const MONTHLY = { name: 'Ice point', kind: 'intermediate_check', interval: { value: 1, unit: 'months' } } as const;
const made = (tasks: readonly TaskInput[] = [MONTHLY]) =>
  createAsset(services, technician, {
    ...{ asset_id: `T-${++count}`, name: 'Thermometer', organization_id },
    channels: [{ name: 'A' }, { name: 'B' }],
    tasks: taskListInput.parse(tasks)
  });
const taskOf = (asset: Asset) => {
  const [task] = asset.tasks;
  if (task === undefined) throw new Error('the asset has a task');
  return task;
};
const done = (asset: Asset, body: Partial<TaskDoneBody> = {}, actor = technician, taskId = taskOf(asset).id) =>
  recordTaskDone(
    services,
    actor,
    { ref: asset.id, taskId },
    taskDoneBody.parse({ date: '2026-06-10', outcome: 'ok', ...body })
  );
const set = (asset: Asset, tasks: readonly TaskInput[]) =>
  updateAsset(services, technician, { ref: asset.id }, { tasks: taskListInput.parse(tasks) }, null);
const now = (asset: Asset) => getAsset(services, technician, { ref: asset.id });
const history = async (asset: Asset, taskId = taskOf(asset).id, actor = technician) =>
  (await listTaskPerformances(services, actor, { ref: asset.id, taskId }, { limit: 50 })).items;
const auditOf = async (asset: Asset) =>
  (await transaction(database.pool, SYSTEM, (tx) =>
    tx.any(sql.unsafe`SELECT action, changes FROM audit_log WHERE resource_id = ${asset.id} ORDER BY number`)
  )) as readonly { action: string; changes: Record<string, { old: unknown; new: unknown }> }[];

test.each([
  ['a day on', { value: 10, unit: 'days' }, '2026-06-25'],
  ['weeks', { value: 2, unit: 'weeks' }, '2026-06-29'],
  ['months', { value: 3, unit: 'months' }, '2026-09-15'],
  ['years', { value: 2, unit: 'years' }, '2028-06-15']
] as const)('a new task is due an interval from today: %s', async (_, interval, next_due) => {
  const { tasks } = await made([{ ...MONTHLY, interval }]);
  expect(tasks).toEqual([
    { id: tasks[0]?.id, ...MONTHLY, interval, channel_id: null, lead_days: null, last_done: null, next_due }
  ]);
});

test('when done, it is due an interval after that day; the last day of a month stays one; a late record moves nothing back', async () => {
  const asset = await made([{ ...MONTHLY, next_due: '2026-02-01' }]);
  const dates = ['2026-02-28', '2026-01-15', '2026-02-28', '2026-03-31'];
  const seen: unknown[] = [];
  for (const date of dates) {
    const { last_done, next_due } = taskOf(await done(asset, { date }));
    seen.push([last_done, next_due]);
  }
  expect(seen).toEqual([
    ['2026-02-28', '2026-03-31'],
    ['2026-02-28', '2026-03-31'],
    ['2026-02-28', '2026-03-31'],
    ['2026-03-31', '2026-04-30']
  ]);
  expect((await history(asset)).map(({ date }) => date)).toEqual([...dates].sort().reverse());
});

test('the list is changed with the asset: kept, renamed, reordered, removed, each recorded in the history', async () => {
  const asset = await made([MONTHLY, { ...MONTHLY, name: 'Clean', kind: 'maintenance' }]);
  const [ice, clean] = asset.tasks;
  await done(asset);
  const { tasks } = await set(asset, [
    { ...MONTHLY, id: clean?.id, name: 'Clean well', kind: 'maintenance', lead_days: 3 },
    { ...MONTHLY, id: ice?.id, interval: { value: 2, unit: 'weeks' } }
  ]);
  expect(tasks.map(({ id, name, next_due, lead_days }) => [id, name, next_due, lead_days])).toEqual([
    [clean?.id, 'Clean well', clean?.next_due, 3],
    [ice?.id, 'Ice point', '2026-06-24', null]
  ]);
  expect((await auditOf(asset)).at(-1)?.changes).toEqual({
    [`task.${clean?.id}.name`]: { old: 'Clean', new: 'Clean well' },
    [`task.${clean?.id}.lead_days`]: { old: null, new: 3 },
    [`task.${ice?.id}.interval`]: { old: { value: 1, unit: 'months' }, new: { value: 2, unit: 'weeks' } },
    [`task.${ice?.id}.next_due`]: { old: '2026-07-10', new: '2026-06-24' }
  });
  const before = await now(asset);
  expect(
    await set(
      asset,
      before.tasks.map(({ last_done: _, ...task }) => task)
    )
  ).toEqual(before);
  expect((await set(asset, [])).tasks).toEqual([]);
  expect((await auditOf(asset)).at(-1)?.changes[`task.${ice?.id}`]).toEqual({ old: 'Ice point', new: null });
  expect(await history(asset, ice?.id)).toHaveLength(1);
});

test('a task of a channel is removed with it, and the channel stays as evidence', async () => {
  const asset = await made();
  const [a, b] = asset.channels;
  const channel_id = a?.id ?? '';
  await set(asset, [{ ...MONTHLY, channel_id }]);
  const { channels, tasks } = await updateAsset(
    services,
    technician,
    { ref: asset.id },
    { channels: [{ id: b?.id, name: 'B' }] },
    null
  );
  expect([tasks, channels.find(({ id }) => id === channel_id)?.archived_at]).toEqual([[], expect.any(String)]);
  await expect(set(asset, [{ ...MONTHLY, channel_id }])).rejects.toMatchObject({
    faults: [{ loc: ['body', 'tasks', '0', 'channel_id'], type: 'not_found' }]
  });
});

test('an inconsistent list is refused as a whole', async () => {
  const asset = await made();
  const { id } = taskOf(asset);
  await expect(set(asset, [{ ...MONTHLY, id: randomUUID() }])).rejects.toMatchObject({
    faults: [{ loc: ['body', 'tasks', '0', 'id'] }]
  });
  await expect(set(asset, [MONTHLY, { ...MONTHLY, name: 'ICE POINT' }])).rejects.toMatchObject({
    faults: [{ loc: ['body', 'tasks', '1', 'name'], type: 'duplicate' }]
  });
  await expect(set(asset, [MONTHLY, { ...MONTHLY, id: id }, { ...MONTHLY, id, name: 'Twice' }])).rejects.toThrow();
  expect(taskListInput.safeParse([{ ...MONTHLY, interval: { value: 101, unit: 'years' } }]).success).toBe(false);
  expect(await now(asset)).toEqual(asset);
});

test('sent again it is recognised at any time; a different record with its id is refused', async () => {
  const asset = await made();
  const body = { id: randomUUID(), note: 'at the bath', values: [{ key: 'Ice', value: '0.02', unit: '°C' }] };
  const after = await done(asset, body);
  expect(await done(asset, body)).toEqual(after);
  await done(asset, { date: '2026-06-12' });
  await done(asset, body);
  expect(await history(asset)).toHaveLength(2);
  await expect(done(asset, { ...body, note: 'elsewhere' })).rejects.toMatchObject({ code: 'id_reused' });
  await expect(done(asset, body, colleague)).rejects.toMatchObject({ code: 'id_reused' });
  await expect(done(await made(), body)).rejects.toMatchObject({ code: 'id_reused' });
  // Removed in between: the repetition still finds that it was recorded.
  await set(asset, []);
  await done(asset, body, technician, taskOf(asset).id);
  expect((await auditOf(asset)).filter(({ action }) => action === 'asset.task_done')).toHaveLength(2);
});

test('two devices that do the same task at once are both recorded; one delivery twice at once counts once', async () => {
  const asset = await made();
  const id = randomUUID();
  const all = [
    ...[1, 2, 3].map(() => done(asset, { id })),
    done(asset, { date: '2026-06-11' }, colleague),
    done(asset, { date: '2026-06-09' }, colleague)
  ];
  await Promise.all(all);
  expect((await history(asset)).map(({ date, done_by }) => [date, done_by.id])).toEqual([
    ['2026-06-11', colleague.userId],
    ['2026-06-10', technician.userId],
    ['2026-06-09', colleague.userId]
  ]);
  expect(taskOf(await now(asset))).toMatchObject({ last_done: '2026-06-11', next_due: '2026-07-11' });
  expect(await findBroken()).toBeNull();
});

test('done while it is being removed: recorded before, or refused as removed, never lost in between', async () => {
  const asset = await made();
  const [outcome] = await Promise.allSettled([done(asset), set(asset, [])]);
  if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'task_removed' });
  expect(await history(asset)).toHaveLength(outcome.status === 'fulfilled' ? 1 : 0);
  await expect(done(asset)).rejects.toMatchObject({ code: 'task_removed' });
  await expect(done(asset, {}, technician, randomUUID())).rejects.toMatchObject({ code: 'not_found' });
});

test('a failed task takes the asset out of service if requested, and keeps an existing state', async () => {
  const asset = await made();
  const out_of_service = { reason: 'Reads too high', until: '2026-07-01' };
  expect((await done(asset, { outcome: 'not_ok' })).out_of_service).toBeNull();
  const body = { id: randomUUID(), outcome: 'not_ok', out_of_service } as const;
  const taken = await done(asset, body);
  expect(taken.out_of_service).toMatchObject(out_of_service);
  expect(await done(asset, body)).toEqual(taken);
  expect((await auditOf(asset)).slice(-2).map(({ action }) => action)).toEqual([
    'asset.task_done',
    'asset.taken_out_of_service'
  ]);
  const again = await done(asset, { outcome: 'not_ok', out_of_service: { reason: 'Again' } });
  expect(again.out_of_service).toEqual(taken.out_of_service);
  const all = await history(asset);
  expect(all).toHaveLength(3);
  expect(all.filter(({ took_out_of_service }) => took_out_of_service).map(({ id }) => id)).toEqual([body.id]);
  expect(taskDoneBody.safeParse({ date: TODAY, outcome: 'ok', out_of_service }).success).toBe(false);
});

test('for a retired asset it is recorded, because it was done, and the state stays', async () => {
  const asset = await made();
  await retireAsset(services, technician, { ref: asset.id });
  const after = await done(asset, { outcome: 'not_ok', out_of_service: { reason: 'Broken' } });
  expect([after.status, after.out_of_service, taskOf(after).last_done]).toEqual(['retired', null, '2026-06-10']);
});

test('the day after tomorrow is refused, and so is a return before it was taken out', async () => {
  const asset = await made();
  await expect(done(asset, { date: '2026-06-17' })).rejects.toMatchObject({ faults: [{ type: 'date_in_future' }] });
  const out_of_service = { reason: 'Broken', until: '2026-06-09' };
  await expect(done(asset, { outcome: 'not_ok', out_of_service })).rejects.toMatchObject({
    faults: [{ type: 'date_in_past' }]
  });
  expect(await history(asset)).toEqual([]);
});

test('people who edit records record it; members read it; nobody changes it', async () => {
  const asset = await made();
  await expect(done(asset, {}, viewer)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(done(asset, {}, outsider)).rejects.toMatchObject({ code: 'not_found' });
  await done(asset);
  expect(await history(asset, taskOf(asset).id, viewer)).toHaveLength(1);
  await expect(history(asset, taskOf(asset).id, outsider)).rejects.toMatchObject({ code: 'not_found' });
  for (const change of ['UPDATE task_performances SET note = $$x$$', 'DELETE FROM task_performances']) {
    await expect(execute(database.url, change)).rejects.toThrow('what was done is kept');
  }
});

test('devices are sent the asset with its tasks when one was done', async () => {
  const asset = await made();
  const seqOf = async () => {
    const found = (await transaction(services.pool, technician, (tx) =>
      findChanged(tx, 'assets', { stream: organization_id, after: 0, limit: 1000, reader: technician.userId })
    )) as readonly { seq: number; document: { id: string } }[];
    const one = found.find(({ document }) => document.id === asset.id);
    return { seq: one?.seq ?? 0, tasks: documentSchemas.assets.parse(one?.document).tasks };
  };
  const before = await seqOf();
  const after = await done(asset);
  const held = await seqOf();
  expect(held.tasks).toEqual(after.tasks);
  expect(held.seq).toBeGreaterThan(before.seq);
});

test('a duplicate has the same tasks, for its own channels, and no completions', async () => {
  const asset = await made([]);
  await set(asset, [{ ...MONTHLY, channel_id: asset.channels[1]?.id ?? '' }]);
  await done(await now(asset));
  const copy = await duplicateAsset(services, technician, { ref: asset.id }, { asset_id: `T-${++count}` });
  expect(copy.tasks).toMatchObject([
    { ...MONTHLY, channel_id: copy.channels[1]?.id, last_done: null, next_due: '2026-07-15' }
  ]);
});

const findBroken = () => transaction(database.pool, SYSTEM, (tx) => findBrokenLink(tx, organization_id));

test('nobody records a task or a calibration in the name of another, whatever a statement says', async () => {
  const { id: task } = taskOf(await made());
  const performed = (by: string, imported: object | null = null) =>
    transaction(services.pool, technician, (tx) =>
      tx.query(sql.unsafe`
        INSERT INTO task_performances (id, organization_id, task_id, date, outcome, done_by, imported)
        VALUES (${randomUUID()}, ${organization_id}, ${task}, ${TODAY}, 'ok', ${by}, ${imported && JSON.stringify(imported)}::jsonb)`)
    );
  const origin = { hash: null, name: 'Ida Import', role: 'technician' };
  await expect(performed(colleague.userId)).rejects.toThrow();
  await expect(performed(outsider.userId, origin)).rejects.toThrow();
  await performed(technician.userId);
  await performed(colleague.userId, origin);
});
