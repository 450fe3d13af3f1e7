/** What every test of recording calibrations begins with: a laboratory in its own database, and a look at what was written. */
import { afterAll, beforeAll } from 'vitest';
import type { CreateCalibrationBody } from '#lib/contracts/calibrations.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { InvalidInput } from '#lib/laboratory/refusal.ts';
import { recordCalibrations } from '#lib/server/use-cases/calibrations/record-calibrations.ts';
import type { Outcome } from '#lib/server/use-cases/calibrations/submission.ts';
import { calibratedLaboratory, submissionOf, type CalibratedLaboratory } from './calibrated-laboratory.ts';
import { createTestDatabase, execute, type TestDatabase } from './database.ts';
import { testServices } from './services.ts';

export type Recording = {
  readonly database: TestDatabase;
  readonly laboratory: CalibratedLaboratory;
  readonly technician: PersonActor;
};

/** Founds the laboratory before the file's tests and drops its database after them; the getters are for inside the tests. */
export function recordingLaboratory(): Recording {
  let database: TestDatabase;
  let laboratory: CalibratedLaboratory;
  beforeAll(async () => {
    database = await createTestDatabase();
    laboratory = await calibratedLaboratory(await testServices(database));
  });
  afterAll(() => database.drop());
  return {
    get database() {
      return database;
    },
    get laboratory() {
      return laboratory;
    },
    get technician() {
      return laboratory.technician;
    }
  };
}

/** Records as the laboratory's technician, all in one batch. */
export const recordAsTechnician = (
  { services, technician }: CalibratedLaboratory,
  ...bodies: CreateCalibrationBody[]
) =>
  recordCalibrations(
    services,
    technician,
    bodies.map((body) => submissionOf(body))
  );

/** The machine's word for why it was rejected; else what became of it. */
export function reasonOf(outcome: Outcome | undefined): string {
  if (outcome?.status !== 'rejected') return outcome?.status ?? 'none';
  const { reason } = outcome;
  return reason instanceof InvalidInput ? reason.faults[0].type : reason.code;
}

/** Counts of everything that recording writes. */
export const countWritten = async ({ url }: TestDatabase) =>
  (
    await execute(
      url,
      `SELECT (SELECT count(*) FROM calibrations) AS calibrations, (SELECT count(*) FROM calibration_points) AS points,
              (SELECT count(*) FROM certificates) AS certificates, (SELECT count(*) FROM applied_ids) AS applied,
              (SELECT sum(last_version) FROM version_counters) AS versions,
              (SELECT sum(last_number) FROM certificate_counters) AS numbers,
              (SELECT sum(last_seq) FROM organization_changes) AS changes,
              (SELECT count(*) FROM audit_log) AS audit, (SELECT count(*) FROM graphile_worker.jobs) AS jobs`
    )
  ).rows[0] as Record<string, string>;
