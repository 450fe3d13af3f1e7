import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { handlers } from '#lib/server/jobs/registry.ts';
import { listNotifications } from '#lib/server/use-cases/notifications/inbox.ts';
import { analysisRequest } from '../../../../../tests/support/analysis-request.ts';
import {
  calibratedLaboratory,
  externalBody,
  internalBody,
  recorded,
  type CalibratedLaboratory
} from '../../../../../tests/support/calibrated-laboratory.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import { joined, person } from '../../../../../tests/support/people.ts';
import { testServices } from '../../../../../tests/support/services.ts';

let database: TestDatabase;
let laboratory: CalibratedLaboratory;
beforeAll(async () => {
  database = await createTestDatabase();
  laboratory = await calibratedLaboratory(await testServices(database), { private: false });
});
afterAll(() => database.drop());

const inboxOf = async (actor: PersonActor) =>
  (await listNotifications(laboratory.services, actor, { limit: 50 })).items.filter(
    ({ category }) => category === 'out_of_tolerance'
  );
const isToldOf = async (id: string): Promise<boolean> =>
  (
    await execute(
      database.url,
      `SELECT 1 FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
       WHERE t.identifier = 'notify_out_of_tolerance' AND j.payload ->> 'calibration_id' = $1`,
      [id]
    )
  ).rows.length === 1;
const failing = analysisRequest(2, { fit: { model: 'none' } });

test('a reference that is found out of tolerance: everybody concerned learns what it has served since it last conformed', async () => {
  const { services, admin, technician, reference, asset, organizationId } = laboratory;
  const viewer = await joined(services, await person(services, 'viewer'), organizationId, 'admin');
  // Another laboratory, which uses the same reference.
  const other = await calibratedLaboratory(services, { certificate_prefix: 'OTHER' });
  const standard = await recorded(services, admin, externalBody(reference, { calibration_date: '2026-04-01' }));
  const good = analysisRequest(0, {
    uncertainty: { reference_standard: { expanded_uncertainty: 0.03, coverage_factor: 2, calibration_id: standard.id } }
  });
  await recorded(services, technician, internalBody({ asset, reference }, { calibration_date: '2026-04-15' }, good));
  const conforms = await recorded(
    services,
    admin,
    externalBody(reference, {
      calibration_date: '2026-05-01',
      analysis: internalBody(laboratory, {}, analysisRequest()).analysis,
      coefficients_only: undefined
    } as never)
  );
  expect(conforms.conforms).toBe(true);
  const copy = {
    expanded_uncertainty: conforms.expanded_uncertainty ?? 0,
    coverage_factor: conforms.coverage_factor ?? 2
  };
  const used = analysisRequest(0, {
    uncertainty: {
      reference_standard: {
        ...copy,
        calibration_id: conforms.id,
        degrees_of_freedom: conforms.effective_degrees_of_freedom
      }
    }
  });
  const mine = await recorded(
    services,
    technician,
    internalBody({ asset, reference }, { calibration_date: '2026-06-01' }, used)
  );
  await recorded(
    services,
    other.technician,
    internalBody({ asset: other.asset, reference }, { calibration_date: '2026-06-02' }, used)
  );
  const bad = await recorded(
    services,
    technician,
    externalBody(reference, {
      calibration_date: '2026-11-20',
      analysis: internalBody(laboratory, {}, failing).analysis,
      coefficients_only: undefined
    } as never)
  );
  expect(bad.conforms).toBe(false);
  expect([await isToldOf(bad.id), await isToldOf(conforms.id), await isToldOf(mine.id)]).toEqual([true, false, false]);
  for (let i = 0; i < 2; i++) await handlers.notify_out_of_tolerance(services, { calibration_id: bad.id });
  // Who recorded it too: it is a duty, not news.
  for (const told of [admin, technician]) {
    expect(await inboxOf(told)).toMatchObject([
      {
        title: 'REF-001 was out of tolerance as found',
        link: `/calibrations/${bad.id}`,
        body: expect.stringMatching(
          /conforming calibration is dated (1 May|May 1,) 2026\. Since then it has been used as the reference for one calibration: TT-042 v2\./
        ) as unknown
      }
    ]);
  }
  const [foreign, ...more] = await inboxOf(other.technician);
  expect(more).toEqual([]);
  expect(foreign).toMatchObject({
    organization_id: other.organizationId,
    body: expect.stringContaining('the reference for one calibration: TT-042 v1.') as unknown
  });
  expect(await inboxOf(viewer)).toEqual([]);
});

test('an instrument that was nobody’s reference says so', async () => {
  const { services, admin, technician, multi } = laboratory;
  const bad = await recorded(
    services,
    technician,
    externalBody(multi, {
      channel_id: multi.channels[0]?.id ?? null,
      analysis: internalBody(laboratory, {}, failing).analysis,
      coefficients_only: undefined
    } as never)
  );
  await handlers.notify_out_of_tolerance(services, { calibration_id: bad.id });
  expect((await inboxOf(admin))[0]).toMatchObject({
    title: 'LOG-4 was out of tolerance as found',
    body: expect.stringContaining(
      'No earlier calibration conforms. It has not been used as a reference since.'
    ) as unknown
  });
});
