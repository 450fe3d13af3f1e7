import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { handlers } from '#lib/server/jobs/registry.ts';
import { listCalibrations } from '#lib/server/use-cases/calibrations/list-calibrations.ts';
import { logIn } from '#lib/server/use-cases/accounts/log-in.ts';
import { cancelOperation, getOperation } from '#lib/server/use-cases/long-work/own-operations.ts';
import { updateOrganization } from '#lib/server/use-cases/organizations/update-organization.ts';
import { sweepReminders } from '#lib/server/use-cases/reminders/sweep-reminders.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import {
  calibratedLaboratory,
  externalBody,
  recorded,
  type CalibratedLaboratory
} from '../../../../../tests/support/calibrated-laboratory.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import { CLIENT, person, superadmin } from '../../../../../tests/support/people.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { fillDemonstration } from './fill-demonstration.ts';
import { removeDemonstration } from './remove-demonstration.ts';

let database: TestDatabase;
let services: Services;
let laboratory: CalibratedLaboratory;
let boss: PersonActor;
beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
  laboratory = await calibratedLaboratory(services);
  boss = await superadmin(services);
});
afterAll(() => database.drop());

const rows = async (text: string, values: unknown[] = []) => (await execute(database.url, text, values)).rows;
const run = (operation_id: string) => handlers.run_operation(services, { operation_id });
async function fill(): Promise<{ organization_id: string; calibrations: number }> {
  const { job_id } = await fillDemonstration(services, boss);
  await run(job_id);
  const { state, error, result } = await getOperation(services, boss, job_id);
  expect({ state, error }).toEqual({ state: 'done', error: null });
  return result as { organization_id: string; calibrations: number };
}
async function remove() {
  const { job_id } = await removeDemonstration(services, boss);
  await run(job_id);
  return getOperation(services, boss, job_id);
}

/** What stays of any history, or counts it: everything else must be as it was. */
const MOVING = ['audit_log', 'audit_heads', 'operations', 'unkept_objects', 'idempotency_keys', 'clock_ticks'];

/** A digest of all rows of each table. */
async function contents(): Promise<Record<string, string>> {
  const tables = await rows(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1`
  );
  const digests: Record<string, string> = {};
  for (const { name } of tables as { name: string }[]) {
    if (MOVING.includes(name)) continue;
    const [{ digest }] = await rows(
      `SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, '' ORDER BY t::text)), '') AS digest FROM "${name}" t`
    );
    digests[name] = digest as string;
  }
  return digests;
}

test(
  'it is marked in all that it issues, nobody can sign in as its people, and it goes without a trace but its audit log',
  { timeout: 300_000 },
  async () => {
    const own = await recorded(services, laboratory.technician, externalBody(laboratory.reference));
    // The authority that signs for the whole installation is made with the first certificate of any laboratory.
    await handlers.issue_certificate(services, { calibration_id: own.id });
    const before = await contents();

    const { organization_id: id, calibrations } = await fill();
    expect(calibrations).toBeGreaterThan(150);
    const [organization] = await rows('SELECT name, certificate_prefix FROM organizations WHERE is_demonstration');
    expect(organization).toEqual({
      name: 'Demonstration laboratory (not a real laboratory)',
      certificate_prefix: 'DEMO'
    });
    const [unmarked] = await rows(
      `SELECT count(*)::int AS n FROM calibrations WHERE organization_id = $1
     AND (notes NOT LIKE 'DEMONSTRATION.%' OR certificate_context -> 'organization' ->> 'name' NOT LIKE '%not a real laboratory%'
          OR recorded_by = $2)`,
      [id, boss.userId]
    );
    expect(unmarked).toEqual({ n: 0 });
    const people = await rows(
      `SELECT email, full_name, is_active, EXISTS (SELECT FROM passwords WHERE user_id = u.id) AS has_password
     FROM users u WHERE email LIKE '%@demonstration.invalid'`
    );
    expect(people).toHaveLength(4);
    for (const one of people) {
      expect(one).toMatchObject({ is_active: false, has_password: false });
      expect(one.full_name).toContain('(demonstration)');
      const attempt = { email: one.email as string, password: 'correct plumb line 42', remember: false };
      await expect(logIn(services, CLIENT, attempt)).rejects.toMatchObject({ code: 'invalid_credentials' });
    }
    await expect(fillDemonstration(services, boss)).rejects.toMatchObject({ code: 'demonstration_exists' });
    const renamed = updateOrganization(services, boss, id, { name: 'Real Laboratory' }, null);
    await expect(renamed).rejects.toMatchObject({ code: 'forbidden' });
    await nobodyIsNotified(id);
    await staysWhileNeeded(id);

    const { items } = await listCalibrations(services, boss, { organization_id: id, limit: 2 } as never);
    for (const { id: calibration_id } of items) await handlers.issue_certificate(services, { calibration_id });
    const issued = await rows(
      'SELECT object_key FROM certificates WHERE organization_id = $1 AND object_key IS NOT NULL',
      [id]
    );
    expect(issued).toHaveLength(2);
    expect(await remove()).toMatchObject({ state: 'done', error: null });
    for (const { object_key } of issued) expect(await services.store.head(object_key as string)).toBeNull();
    await execute(database.url, 'DELETE FROM login_attempts');
    expect(await contents()).toEqual({ ...before, login_attempts: '0 ' });
    const history = await rows('SELECT action FROM audit_log WHERE organization_id = $1 ORDER BY number DESC', [id]);
    expect(history[0]).toEqual({ action: 'organization.demonstration_removed' });
    expect(history.length).toBeGreaterThan(200);
    // The rules apply again.
    await expect(execute(database.url, 'DELETE FROM calibrations')).rejects.toThrow('never edited');
    const jobs = await rows(
      `SELECT FROM graphile_worker._private_jobs WHERE payload ->> 'calibration_id' IS NOT NULL
     AND NOT EXISTS (SELECT FROM calibrations WHERE id::text = payload ->> 'calibration_id')`
    );
    expect(jobs).toEqual([]);
    await expect(removeDemonstration(services, boss)).rejects.toMatchObject({ code: 'not_found' });
  }
);

async function nobodyIsNotified(id: string): Promise<void> {
  const [failed] = await rows('SELECT id FROM calibrations WHERE organization_id = $1 AND NOT conforms LIMIT 1', [id]);
  const calibration_id = failed.id as string;
  await handlers.notify_calibration_recorded(services, { calibration_id });
  await handlers.notify_out_of_tolerance(services, { calibration_id });
  await sweepReminders(services);
  expect(await rows('SELECT FROM notifications WHERE organization_id = $1', [id])).toEqual([]);
}

/** An instrument of a real laboratory is at a place of the demonstration; changed past all rules, and back. */
async function staysWhileNeeded(id: string): Promise<void> {
  const place = (location: string) =>
    execute(
      database.url,
      `SET LOCAL session_replication_role = replica; UPDATE assets SET location_id = ${location} WHERE id = '${laboratory.asset.id}'`
    );
  await place(`(SELECT id FROM locations WHERE organization_id = '${id}' LIMIT 1)`);
  expect(await remove()).toMatchObject({ state: 'failed', error: { code: 'in_use' } });
  expect(await rows('SELECT FROM organizations WHERE id = $1', [id])).toHaveLength(1);
  await place(laboratory.asset.location_id === null ? 'NULL' : `'${laboratory.asset.location_id}'`);
}

test('cancelled on the way, nothing of it exists', async () => {
  const before = await contents();
  const { job_id } = await fillDemonstration(services, boss);
  const told: unknown[] = [];
  const stopping = {
    ...services,
    analyses: {
      ...services.analyses,
      analyze: async (...asked: Parameters<Services['analyses']['analyze']>) => {
        if (told.push(null) === 5) await cancelOperation(services, boss, job_id);
        return services.analyses.analyze(...asked);
      }
    }
  };
  await handlers.run_operation(stopping, { operation_id: job_id });
  expect(told.length).toBeGreaterThanOrEqual(5);
  expect((await getOperation(services, boss, job_id)).state).toBe('cancelled');
  expect(await contents()).toEqual(before);
});

test('only superadmins set it up or remove it, and no real laboratory becomes one', async () => {
  const admin = await person(services, 'admin');
  expect(() => fillDemonstration(services, admin)).toThrow('super administrator');
  expect(() => removeDemonstration(services, admin)).toThrow('super administrator');
  await expect(
    execute(database.url, 'UPDATE organizations SET is_demonstration = true WHERE id = $1', [laboratory.organizationId])
  ).rejects.toThrow(/never changed|duplicate/);
});
