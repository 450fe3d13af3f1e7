import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { calibrationSchema, type CreateCalibrationBody } from '#lib/contracts/calibrations.ts';
import { certificateContextSchema } from '#lib/contracts/certificate-context.ts';
import { SYSTEM } from '#lib/laboratory/actor.ts';
import { findBrokenLink } from '#lib/server/db/audit-chain.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { analysisRequest } from '../../../../../tests/support/analysis-request.ts';
import {
  calibratedLaboratory,
  externalBody,
  internalBody,
  recorded,
  submissionOf
} from '../../../../../tests/support/calibrated-laboratory.ts';
import { execute } from '../../../../../tests/support/database.ts';
import {
  countWritten,
  reasonOf,
  recordAsTechnician,
  recordingLaboratory
} from '../../../../../tests/support/recording.ts';
import { createCalibration } from './create-calibration.ts';
import { recordCalibrations } from './record-calibrations.ts';

const at = recordingLaboratory();

const record = (...bodies: CreateCalibrationBody[]) => recordAsTechnician(at.laboratory, ...bodies);
const written = () => countWritten(at.database);

describe('an internal calibration', () => {
  test('is returned completely: header, points, request and result as sent', async () => {
    const request = analysisRequest(0, {
      as_found_points: [{ reference: 0, measured: 0.31, direction: 'up', group: 4 }],
      evaluate_at: [12.5]
    });
    const body = internalBody(at.laboratory, { notes: 'checked twice', customer: { name: 'ACME' } }, request);
    const { created, calibration } = await createCalibration(at.laboratory.services, at.technician, body);
    expect(created).toBe(true);
    expect(calibrationSchema.parse(calibration)).toEqual(calibration);
    expect(calibration).toMatchObject({
      version: 1,
      kind: 'internal',
      asset: { id: at.laboratory.asset.id, asset_id: 'TT-042', name: 'Transmitter' },
      due_date: '2027-11-20',
      recorded_by: { id: at.technician.userId, full_name: 'Tess Technician', role: 'technician' },
      recorded_at: '2026-11-21T09:30:00.000000Z',
      conforms: true,
      unit: '°C',
      customer: { name: 'ACME', address: null },
      certificate: { number: 'LAB-2026-0001', state: 'pending' },
      voided: null
    });
    const { as_found, as_left } = calibration.result?.conformity ?? {};
    expect(calibration.profile).toMatchObject({ adjusted: true, as_found, as_left });
    expect(as_left).toBe('pass');
    // The record has the format that defines its repeats.
    expect(calibration.analysis_request).toEqual({ ...body.analysis?.request, format: 2 });
    expect(calibration.result).toEqual({ ...body.analysis?.result, format: 1 });
    expect(calibration.points).toEqual(body.analysis?.result.points);
  });

  test('freezes what the certificate will print', async () => {
    const header = await recorded(at.laboratory.services, at.technician, internalBody(at.laboratory));
    const { rows } = await execute(at.database.url, 'SELECT certificate_context FROM calibrations WHERE id = $1', [
      header.id
    ]);
    const context = certificateContextSchema.parse((rows[0] as { certificate_context: unknown }).certificate_context);
    expect(context).toMatchObject({
      certificate_number: header.certificate?.number,
      verify_url: expect.stringMatching(/^http:\/\/localhost:3000\/verify\/[0-9a-f]{32}$/),
      asset: { asset_id: 'TT-042' },
      reference: { asset_id: 'REF-001', certificate_number: 'NL-2026-17', calibrated_by: 'National laboratory' },
      technician: { full_name: 'Tess Technician', role: 'technician' }
    });
  });

  test('leaves one audit entry, its two jobs and two change numbers, and the chain holds', async () => {
    const before = await written();
    await recorded(at.laboratory.services, at.technician, internalBody(at.laboratory));
    const after = await written();
    const grown = Object.fromEntries(Object.keys(after).map((key) => [key, Number(after[key]) - Number(before[key])]));
    expect(grown).toEqual({
      calibrations: 1, points: 20, certificates: 1, applied: 1, versions: 1, numbers: 1, changes: 2, audit: 1, jobs: 2
    }); // prettier-ignore
    expect(
      await transaction(at.database.pool, SYSTEM, (tx) => findBrokenLink(tx, at.laboratory.organizationId))
    ).toBeNull();
  });
});

describe('versions', () => {
  test('of twenty calibrations of one asset at once are 1 to 20, and their certificate numbers differ', async () => {
    const own = await calibratedLaboratory(at.laboratory.services, { certificate_prefix: 'TWENTY' });
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
    const [one, two] = at.laboratory.multi.channels.map(({ id }) => id);
    const bodies = [one, two, one, one].map((channel_id) =>
      internalBody({ ...at.laboratory, asset: at.laboratory.multi }, { channel_id: channel_id ?? null })
    );
    const outcomes = await record(...bodies);
    expect(outcomes.map((outcome) => outcome.status === 'applied' && outcome.record?.version)).toEqual([1, 1, 2, 3]);
  });

  test('of two batches with the same assets in opposite order neither fails', async () => {
    const { reference } = at.laboratory;
    const there = [at.laboratory.asset, reference].map((asset) => externalBody(asset));
    const back = [...there].reverse();
    const outcomes = (
      await Promise.all(Array.from({ length: 10 }, (_, i) => record(...(i % 2 ? there : back))))
    ).flat();
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['applied']));
  });
});

describe('delivered again', () => {
  test('the same bytes are a duplicate with the stored record; other bytes and other authors are refused', async () => {
    const id = randomUUID();
    const body = internalBody(at.laboratory);
    const first = await recorded(at.laboratory.services, at.technician, body, id);
    const before = await written();
    const [again] = await recordCalibrations(at.laboratory.services, at.technician, [submissionOf(body, id)]);
    expect(again).toEqual({ status: 'duplicate', record: first });
    const changed = submissionOf({ ...body, notes: 'changed' }, id);
    expect((await recordCalibrations(at.laboratory.services, at.technician, [changed])).map(reasonOf)).toEqual([
      'id_reused'
    ]);
    const [other] = await recordCalibrations(at.laboratory.services, at.laboratory.admin, [submissionOf(body, id)]);
    expect(reasonOf(other)).toBe('id_reused');
    expect(await written()).toEqual(before);
  });

  test('in five concurrent requests it is applied once', async () => {
    const submission = submissionOf(internalBody(at.laboratory), randomUUID());
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, () => recordCalibrations(at.laboratory.services, at.technician, [submission]))
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
    const submission = submissionOf(internalBody(at.laboratory), randomUUID());
    const outcomes = await recordCalibrations(at.laboratory.services, at.technician, [submission, submission]);
    expect(outcomes.map(({ status }) => status)).toEqual(['applied', 'duplicate']);
  });

  test('a refusal is not remembered: the corrected entry keeps its id', async () => {
    const id = randomUUID();
    const wrong = internalBody(at.laboratory, { channel_id: randomUUID() });
    expect(
      (await recordCalibrations(at.laboratory.services, at.technician, [submissionOf(wrong, id)])).map(reasonOf)
    ).toEqual(['not_found']);
    expect((await recorded(at.laboratory.services, at.technician, internalBody(at.laboratory), id)).id).toBe(id);
  });
});

describe('in a batch', () => {
  test('one invalid entry does not stop the others, and the results are in order', async () => {
    const good = internalBody(at.laboratory);
    const outcomes = await record(good, { ...good, asset_ref: randomUUID() }, good, {
      ...good,
      reference_asset_id: at.laboratory.asset.id
    });
    expect(outcomes.map(reasonOf)).toEqual(['applied', 'not_found', 'applied', 'reference_is_itself']);
  });

  test('a batch that the database refuses is applied one by one', async () => {
    await execute(at.database.url, `ALTER TABLE calibrations ADD CONSTRAINT no_poison CHECK (notes <> 'poison')`);
    const outcomes = await record(
      internalBody(at.laboratory),
      internalBody(at.laboratory, { notes: 'poison' }),
      internalBody(at.laboratory)
    );
    expect(outcomes.map(({ status }) => status)).toEqual(['applied', 'retry', 'applied']);
    await execute(at.database.url, 'ALTER TABLE calibrations DROP CONSTRAINT no_poison');
  });

  test('a reference that was calibrated in the same delivery counts', async () => {
    const own = await calibratedLaboratory(at.laboratory.services, { certificate_prefix: 'SAME' });
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
