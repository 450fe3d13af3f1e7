import { randomUUID } from 'node:crypto';
import { sql } from 'slonik';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calibrationHeaderSchema, calibrationSchema, type CreateCalibrationBody } from '#lib/contracts/calibrations.ts';
import { certificateContextSchema } from '#lib/contracts/certificate-context.ts';
import { SYSTEM, type PersonActor } from '#lib/laboratory/actor.ts';
import { InvalidInput, Refusal } from '#lib/laboratory/refusal.ts';
import { AnalysisRefusal } from '#lib/metrology/types.ts';
import { findBrokenLink } from '#lib/server/db/audit-chain.ts';
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
import { createCalibration } from './create-calibration.ts';
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

describe('an internal calibration', () => {
  test('comes back whole: header, points, request and result as they were sent', async () => {
    const request = analysisRequest(0, {
      as_found_points: [{ reference: 0, measured: 0.31, direction: 'up', group: 4 }],
      evaluate_at: [12.5]
    });
    const body = internalBody(laboratory, { notes: 'checked twice', customer: { name: 'ACME' } }, request);
    const { created, calibration } = await createCalibration(laboratory.services, technician, body);
    expect(created).toBe(true);
    expect(calibrationSchema.parse(calibration)).toEqual(calibration);
    expect(calibration).toMatchObject({
      version: 1,
      kind: 'internal',
      asset: { id: laboratory.asset.id, asset_id: 'TT-042', name: 'Transmitter' },
      due_date: '2027-11-20',
      recorded_by: { id: technician.userId, full_name: 'Tess Technician', role: 'technician' },
      recorded_at: '2026-11-21T09:30:00Z',
      conforms: true,
      unit: '°C',
      customer: { name: 'ACME', address: null },
      certificate: { number: 'LAB-2026-0002', state: 'pending' },
      voided: null
    });
    expect(calibration.analysis_request).toEqual(body.analysis?.request);
    expect(calibration.result).toEqual(body.analysis?.result);
    expect(calibration.points).toEqual(body.analysis?.result.points);
  });

  test('freezes what the certificate will print', async () => {
    const header = await recorded(laboratory.services, technician, internalBody(laboratory));
    const { rows } = await execute(database.url, 'SELECT certificate_context FROM calibrations WHERE id = $1', [
      header.id
    ]);
    const context = certificateContextSchema.parse((rows[0] as { certificate_context: unknown }).certificate_context);
    expect(context).toMatchObject({
      certificate_number: header.certificate?.number,
      verify_url: `http://localhost:3000/verify/${header.id}`,
      asset: { asset_id: 'TT-042' },
      reference: { asset_id: 'REF-001', certificate_number: 'NL-2026-17', calibrated_by: 'National laboratory' },
      technician: { full_name: 'Tess Technician', role: 'technician' }
    });
  });

  test('leaves one audit entry, its two jobs and two change numbers, and the chain holds', async () => {
    const before = await written();
    await recorded(laboratory.services, technician, internalBody(laboratory));
    const after = await written();
    const grown = Object.fromEntries(Object.keys(after).map((key) => [key, Number(after[key]) - Number(before[key])]));
    expect(grown).toEqual({
      calibrations: 1, points: 20, certificates: 1, applied: 1, versions: 1, numbers: 1, changes: 2, audit: 1, jobs: 2
    }); // prettier-ignore
    expect(await transaction(database.pool, SYSTEM, (tx) => findBrokenLink(tx, laboratory.organizationId))).toBeNull();
  });
});

describe('versions', () => {
  test('of twenty calibrations of one asset at once are 1 to 20, and their certificate numbers differ', async () => {
    const own = await calibratedLaboratory(laboratory.services, { certificate_prefix: 'TWENTY' });
    const headers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        recorded(own.services, own.technician, internalBody(own, {}, analysisRequest(i * 0.01)))
      )
    );
    expect(headers.map(({ version }) => version).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, i) => i + 1)
    );
    expect(new Set(headers.map(({ certificate }) => certificate?.number)).size).toBe(20);
  });

  test('count for each channel, also within one batch, in the order sent', async () => {
    const [one, two] = laboratory.multi.channels.map(({ id }) => id);
    const bodies = [one, two, one, one].map((channel_id) =>
      internalBody({ ...laboratory, asset: laboratory.multi }, { channel_id: channel_id ?? null })
    );
    const outcomes = await record(...bodies);
    expect(outcomes.map((outcome) => outcome.status === 'applied' && outcome.record?.version)).toEqual([1, 1, 2, 3]);
  });

  test('of two batches that name the same assets in opposite order neither fails', async () => {
    const { reference } = laboratory;
    const there = [laboratory.asset, reference].map((asset) => externalBody(asset));
    const back = [...there].reverse();
    const outcomes = (
      await Promise.all(Array.from({ length: 10 }, (_, i) => record(...(i % 2 ? there : back))))
    ).flat();
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['applied']));
  });
});

describe('delivered again', () => {
  test('the same bytes are a duplicate with the stored record, other bytes and other authors are refused', async () => {
    const id = randomUUID();
    const body = internalBody(laboratory);
    const first = await recorded(laboratory.services, technician, body, id);
    const before = await written();
    const [again] = await recordCalibrations(laboratory.services, technician, [submissionOf(body, id)]);
    expect(again).toEqual({ status: 'duplicate', record: first });
    const changed = submissionOf({ ...body, notes: 'changed' }, id);
    expect((await recordCalibrations(laboratory.services, technician, [changed])).map(reasonOf)).toEqual(['id_reused']);
    const [other] = await recordCalibrations(laboratory.services, laboratory.admin, [submissionOf(body, id)]);
    expect(reasonOf(other)).toBe('id_reused');
    expect(await written()).toEqual(before);
  });

  test('by five requests at once it is applied once', async () => {
    const submission = submissionOf(internalBody(laboratory), randomUUID());
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, () => recordCalibrations(laboratory.services, technician, [submission]))
    );
    const statuses = outcomes
      .flat()
      .map(({ status }) => status)
      .sort();
    expect(statuses).toEqual(['applied', 'duplicate', 'duplicate', 'duplicate', 'duplicate']);
    const versions = outcomes.flat().map((outcome) => ('record' in outcome ? outcome.record?.version : null));
    expect(new Set(versions).size).toBe(1);
  });

  test('twice in one batch it is applied once', async () => {
    const submission = submissionOf(internalBody(laboratory), randomUUID());
    const outcomes = await recordCalibrations(laboratory.services, technician, [submission, submission]);
    expect(outcomes.map(({ status }) => status)).toEqual(['applied', 'duplicate']);
  });

  test('a refusal is not remembered: the corrected entry keeps its id', async () => {
    const id = randomUUID();
    const wrong = internalBody(laboratory, { channel_id: randomUUID() });
    expect(
      (await recordCalibrations(laboratory.services, technician, [submissionOf(wrong, id)])).map(reasonOf)
    ).toEqual(['not_found']);
    expect((await recorded(laboratory.services, technician, internalBody(laboratory), id)).id).toBe(id);
  });
});

describe('in a batch', () => {
  test('one bad entry does not stop the others, and each has its result in order', async () => {
    const good = internalBody(laboratory);
    const outcomes = await record(good, { ...good, asset_ref: randomUUID() }, good, {
      ...good,
      reference_asset_id: laboratory.asset.id
    });
    expect(outcomes.map(reasonOf)).toEqual(['applied', 'not_found', 'applied', 'reference_is_itself']);
  });

  test('what the database refuses as a whole is applied one by one', async () => {
    await execute(database.url, `ALTER TABLE calibrations ADD CONSTRAINT no_poison CHECK (notes <> 'poison')`);
    const outcomes = await record(
      internalBody(laboratory),
      internalBody(laboratory, { notes: 'poison' }),
      internalBody(laboratory)
    );
    expect(outcomes.map(({ status }) => status)).toEqual(['applied', 'retry', 'applied']);
    await execute(database.url, 'ALTER TABLE calibrations DROP CONSTRAINT no_poison');
  });

  test('a reference that was calibrated in the same delivery counts', async () => {
    const own = await calibratedLaboratory(laboratory.services, { certificate_prefix: 'SAME' });
    const better = externalBody(own.reference, {
      calibration_date: '2026-11-19',
      coefficients_only: { model: 'none', coefficients: [], expanded_uncertainty: 0.02, coverage_factor: 2, unit: '°C' }
    });
    const id = randomUUID();
    const request = analysisRequest(0, {
      uncertainty: { reference_standard: { calibration_id: id, expanded_uncertainty: 0.02, coverage_factor: 2 } }
    });
    const outcomes = await recordCalibrations(own.services, own.technician, [
      submissionOf(better, id),
      submissionOf(internalBody(own, {}, request))
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['applied', 'applied']);
    expect(outcomes[1]).toMatchObject({ record: { reference_calibration_id: id, reference_superseded: false } });
  });
});

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
