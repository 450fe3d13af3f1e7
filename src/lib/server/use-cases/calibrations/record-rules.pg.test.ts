import { randomUUID } from 'node:crypto';
import { sql } from 'slonik';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calibrationHeaderSchema, type CreateCalibrationBody } from '#lib/contracts/calibrations.ts';
import { SYSTEM, type PersonActor } from '#lib/laboratory/actor.ts';
import { InvalidInput, Refusal } from '#lib/laboratory/refusal.ts';
import { AnalysisRefusal } from '#lib/metrology/types.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import {
  analysisRequest,
  calibratedLaboratory,
  externalBody,
  internalBody,
  recorded,
  submissionOf,
  type CalibratedLaboratory
} from '../../../../../tests/support/calibrated-laboratory.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import { joined, person } from '../../../../../tests/support/people.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { getCalibration } from './get-calibration.ts';
import { recordCalibrations } from './record-calibrations.ts';
import type { Outcome } from './submission.ts';

let database: TestDatabase;
let laboratory: CalibratedLaboratory;
let technician: PersonActor;
beforeAll(async () => {
  database = await createTestDatabase();
  laboratory = await calibratedLaboratory(await testServices(database));
  technician = laboratory.technician;
});
afterAll(() => database.drop());

const record = (...bodies: CreateCalibrationBody[]) =>
  recordCalibrations(
    laboratory.services,
    technician,
    bodies.map((body) => submissionOf(body))
  );
const reasonOf = (outcome: Outcome | undefined): string => {
  if (outcome?.status !== 'rejected') return outcome?.status ?? 'none';
  const { reason } = outcome;
  return reason instanceof InvalidInput ? reason.faults[0].type : reason.code;
};
/** Everything that recording writes. */
const written = async () =>
  (
    await execute(
      database.url,
      `SELECT (SELECT count(*) FROM calibrations) AS calibrations, (SELECT count(*) FROM calibration_points) AS points,
              (SELECT count(*) FROM certificates) AS certificates, (SELECT count(*) FROM applied_ids) AS applied,
              (SELECT sum(last_version) FROM version_counters) AS versions,
              (SELECT sum(last_number) FROM certificate_counters) AS numbers,
              (SELECT sum(last_seq) FROM organization_changes) AS changes,
              (SELECT count(*) FROM audit_log) AS audit, (SELECT count(*) FROM graphile_worker.jobs) AS jobs`
    )
  ).rows[0] as Record<string, string>;

describe('refused with its reason, nothing written', () => {
  const refusals: [string, () => CreateCalibrationBody, string, string?][] = [
    ['an asset that does not exist', () => internalBody(laboratory, { asset_ref: 'NOTHING' }), 'not_found'],
    ['a channel of another asset', () => internalBody(laboratory, { channel_id: laboratory.multi.channels[0]?.id ?? null }), 'not_found', 'channel_id'],
    ['an asset with channels as a whole', () => internalBody({ ...laboratory, asset: laboratory.multi }), 'missing', 'channel_id'],
    ['another unit', () => internalBody(laboratory, {}, analysisRequest(0, { unit: 'K' })), 'unit_mismatch', 'unit'],
    ['a place that does not exist', () => internalBody(laboratory, { calibration_location_id: randomUUID() }), 'not_found', 'calibration_location_id'],
    ['a procedure that does not exist', () => internalBody(laboratory, { procedure_id: randomUUID() }), 'not_found', 'procedure_id'],
    ['a replaced calibration of another asset', () => internalBody(laboratory, { replaces_calibration_id: randomUUID() }), 'not_found', 'replaces_calibration_id'],
    ['a reference that was not calibrated by then', () => internalBody(laboratory, { calibration_date: '2026-03-03' }), 'reference_uncalibrated', 'reference_asset_id'],
    ['itself as reference', () => internalBody(laboratory, { reference_asset_id: laboratory.asset.id }), 'reference_is_itself', 'reference_asset_id'],
    ['another uncertainty of the reference', () => internalBody(laboratory, {}, analysisRequest(0, { uncertainty: { reference_standard: { expanded_uncertainty: 0.01, coverage_factor: 2 } } })), 'reference_mismatch', 'expanded_uncertainty'],
    ['no uncertainty of the reference', () => internalBody(laboratory, {}, analysisRequest(0, { uncertainty: {} })), 'missing', 'reference_standard'],
    ['an external one with a reference', () => externalBody(laboratory.asset, { reference_asset_id: laboratory.reference.id }), 'not_internal', 'reference_asset_id']
  ]; // prettier-ignore
  test.each(refusals)('%s', async (_name, body, type, field) => {
    const before = await written();
    const [outcome] = await record(body());
    expect(reasonOf(outcome)).toBe(type);
    if (field !== undefined && outcome?.status === 'rejected' && outcome.reason instanceof InvalidInput) {
      expect(outcome.reason.faults[0].loc.join('.')).toContain(field);
      expect(outcome.reason.faults[0].loc[0]).toBe('body');
    }
    expect(await written()).toEqual(before);
  });

  test('a result that the server does not find, naming both values', async () => {
    const body = internalBody(laboratory);
    const U = body.analysis?.result.expanded_uncertainty ?? 0;
    if (body.analysis) body.analysis.result.expanded_uncertainty = U * 1.0001;
    const before = await written();
    const [outcome] = await record(body);
    expect(reasonOf(outcome)).toBe('result_mismatch');
    expect(String(outcome?.status === 'rejected' && outcome.reason)).toContain(String(U));
    expect(await written()).toEqual(before);
  });

  test('a request that the engine refuses, at its place in the body', async () => {
    const body = internalBody(laboratory);
    if (body.analysis)
      body.analysis.request.points = body.analysis.request.points.map((point) => ({ ...point, measured: 5 }));
    const [outcome] = await record(body);
    const reason = outcome?.status === 'rejected' ? outcome.reason : null;
    expect(reason).toBeInstanceOf(AnalysisRefusal);
    expect(reason instanceof AnalysisRefusal && reason.path.slice(0, 3)).toEqual(['analysis', 'request', 'points']);
  });

  test('a viewer who is a member, a technician who is not, and nobody learns of a private asset', async () => {
    const viewer = await joined(
      laboratory.services,
      await person(laboratory.services, 'viewer'),
      laboratory.organizationId
    );
    const stranger = await person(laboratory.services, 'technician');
    const open = await calibratedLaboratory(laboratory.services, { private: false });
    const before = await written();
    const tryAs = async (actor: PersonActor, body: CreateCalibrationBody) =>
      reasonOf((await recordCalibrations(laboratory.services, actor, [submissionOf(body)]))[0]);
    expect(await tryAs(viewer, internalBody(laboratory))).toBe('forbidden');
    expect(await tryAs(stranger, internalBody(laboratory))).toBe('not_found');
    expect(await tryAs(stranger, internalBody(open))).toBe('forbidden');
    expect(await written()).toEqual(before);
  });
});

describe('a reference', () => {
  test('that has a newer calibration by now stays the one used, and that is recorded', async () => {
    const own = await calibratedLaboratory(laboratory.services, { certificate_prefix: 'REF' });
    const first = (await recorded(own.services, own.technician, internalBody(own))).reference_calibration_id;
    const newer = await recorded(
      own.services,
      own.admin,
      externalBody(own.reference, { calibration_date: '2026-10-01', due_date: '2026-11-01' })
    );
    const copy = { expanded_uncertainty: 0.03, coverage_factor: 2 };
    const request = analysisRequest(0, {
      uncertainty: { reference_standard: { ...copy, calibration_id: first ?? '' } }
    });
    const late = await recorded(own.services, own.technician, internalBody(own, {}, request));
    expect(late).toMatchObject({ reference_calibration_id: first, reference_superseded: true });
    expect(late.warnings.map(({ code }) => code)).toContain('reference_superseded');
    const latest = await recorded(own.services, own.technician, internalBody(own));
    expect(latest).toMatchObject({ reference_calibration_id: newer.id, reference_superseded: false });
    expect(latest.warnings.map(({ code }) => code)).toContain('reference_overdue');
  });

  test('that was retired meanwhile warns, and so does a retired asset', async () => {
    const own = await calibratedLaboratory(laboratory.services, { certificate_prefix: 'OLD' });
    await execute(database.url, `UPDATE assets SET status = 'retired' WHERE organization_id = $1`, [
      own.organizationId
    ]);
    const header = await recorded(own.services, own.technician, internalBody(own));
    expect(header.warnings.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['asset_retired', 'reference_retired'])
    );
  });
});

describe('a device weeks behind', () => {
  const older = (change: (result: NonNullable<CreateCalibrationBody['analysis']>['result']) => void) => {
    const body = internalBody(laboratory);
    if (body.analysis) {
      body.analysis.result.engine = '3.5.0';
      change(body.analysis.result);
    }
    return body;
  };

  test('keeps its own result beside that of the server', async () => {
    const body = older((result) => {
      result.expanded_uncertainty *= 1.0000001;
    });
    const { id } = await recorded(laboratory.services, technician, body);
    const calibration = await getCalibration(laboratory.services, technician, id);
    expect(calibration.device_result).toEqual(body.analysis?.result);
    expect(calibration.engine).not.toBe('3.5.0');
    expect(calibration.warnings.map(({ code }) => code)).toContain('engine_differs');
  });

  test('is refused where a verdict or the printed uncertainty would change under its author', async () => {
    const body = older((result) => {
      result.expanded_uncertainty_rounded = { ...result.expanded_uncertainty_rounded, text: '9.9' };
    });
    expect((await record(body)).map(reasonOf)).toEqual(['result_changed']);
  });
});

describe('what was recorded', () => {
  test('cannot be changed or deleted by any statement; a bare change of its number is allowed', async () => {
    const { id } = await recorded(laboratory.services, technician, internalBody(laboratory));
    for (const statement of [
      'UPDATE calibrations SET calibration_date = calibration_date - 1 WHERE id = $1',
      'UPDATE calibrations SET certificate_context = $${}$$ WHERE id = $1',
      'DELETE FROM calibrations WHERE id = $1',
      'UPDATE calibration_points SET measured = 0 WHERE calibration_id = $1',
      'DELETE FROM calibration_points WHERE calibration_id = $1',
      'DELETE FROM applied_ids WHERE id = $1'
    ]) {
      await expect(execute(database.url, statement, [id]), statement).rejects.toThrow(/never edited|append-only/);
    }
    await execute(database.url, 'UPDATE calibrations SET voided_at = voided_at WHERE id = $1', [id]);
  });

  test('has no points without a calibration, and no run without its first point: the database sees to it', async () => {
    const write = (position: number) =>
      transaction(database.pool, SYSTEM, (tx) =>
        tx.query(sql.unsafe`
          INSERT INTO calibration_points (organization_id, calibration_id, role, position, reference, measured, result)
          VALUES (${laboratory.organizationId}, ${randomUUID()}, 'points', ${position}, 1, 1, '{}')`)
      );
    await expect(write(0)).rejects.toMatchObject({ cause: { message: 'points without their calibration' } });
    await expect(write(1)).rejects.toMatchObject({ cause: { message: 'the points of a run are written together' } });
  });

  test('is told as the contract describes it', async () => {
    const header = await recorded(laboratory.services, technician, externalBody(laboratory.asset));
    expect(calibrationHeaderSchema.parse(header)).toEqual(header);
    expect(header.curve).toEqual({ model: 'none', coefficients: [], center: 0, scale: 1, equation: null });
    await expect(getCalibration(laboratory.services, technician, randomUUID())).rejects.toThrow(Refusal);
  });
});
