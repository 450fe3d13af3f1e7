import { randomUUID } from 'node:crypto';
import { sql } from 'slonik';
import { describe, expect, test } from 'vitest';
import type { Asset } from '#lib/contracts/assets.ts';
import { calibrationHeaderSchema, type CreateCalibrationBody } from '#lib/contracts/calibrations.ts';
import { SYSTEM, type PersonActor } from '#lib/laboratory/actor.ts';
import { InvalidInput, Refusal } from '#lib/laboratory/refusal.ts';
import { AnalysisRefusal } from '#lib/metrology/refusal.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { createAsset } from '#lib/server/use-cases/assets/create-asset.ts';
import { analysisRequest } from '../../../../../tests/support/analysis-request.ts';
import {
  calibratedLaboratory,
  externalBody,
  internalBody,
  MEASURING,
  recorded,
  submissionOf
} from '../../../../../tests/support/calibrated-laboratory.ts';
import { execute } from '../../../../../tests/support/database.ts';
import { joined, person } from '../../../../../tests/support/people.ts';
import {
  countWritten,
  reasonOf,
  recordAsTechnician,
  recordingLaboratory
} from '../../../../../tests/support/recording.ts';
import { getCalibration } from './get-calibration.ts';
import { recordCalibrations } from './record-calibrations.ts';

const at = recordingLaboratory();

const record = (...bodies: CreateCalibrationBody[]) => recordAsTechnician(at.laboratory, ...bodies);
const written = () => countWritten(at.database);

describe('refused with its reason, nothing written', () => {
  const refusals: [string, () => CreateCalibrationBody, string, string?][] = [
    ['an asset that does not exist', () => internalBody(at.laboratory, { asset_ref: 'NOTHING' }), 'not_found'],
    ['a channel of another asset', () => internalBody(at.laboratory, { channel_id: at.laboratory.multi.channels[0]?.id ?? null }), 'not_found', 'channel_id'],
    ['an asset with channels as a whole', () => internalBody({ ...at.laboratory, asset: at.laboratory.multi }), 'missing', 'channel_id'],
    ['another unit', () => internalBody(at.laboratory, {}, analysisRequest(0, { unit: 'K' })), 'unit_mismatch', 'unit'],
    ['a place that does not exist', () => internalBody(at.laboratory, { calibration_location_id: randomUUID() }), 'not_found', 'calibration_location_id'],
    ['a procedure that does not exist', () => internalBody(at.laboratory, { procedure_id: randomUUID() }), 'not_found', 'procedure_id'],
    ['a replaced calibration of another asset', () => internalBody(at.laboratory, { replaces_calibration_id: randomUUID() }), 'not_found', 'replaces_calibration_id'],
    ['a reference that was not calibrated by then', () => internalBody(at.laboratory, { calibration_date: '2026-03-03' }), 'reference_uncalibrated', 'reference_asset_id'],
    ['itself as reference', () => internalBody(at.laboratory, { reference_asset_id: at.laboratory.asset.id }), 'reference_is_itself', 'reference_asset_id'],
    ['another uncertainty of the reference', () => internalBody(at.laboratory, {}, analysisRequest(0, { uncertainty: { reference_standard: { expanded_uncertainty: 0.01, coverage_factor: 2 } } })), 'reference_mismatch', 'expanded_uncertainty'],
    ['no uncertainty of the reference', () => internalBody(at.laboratory, {}, analysisRequest(0, { uncertainty: {} })), 'missing', 'reference_standard'],
    ['an external one with a reference', () => externalBody(at.laboratory.asset, { reference_asset_id: at.laboratory.reference.id }), 'not_internal', 'reference_asset_id']
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

  test('a result that differs from the server’s, with both values', async () => {
    const body = internalBody(at.laboratory);
    const U = body.analysis?.result.expanded_uncertainty ?? 0;
    if (body.analysis) body.analysis.result.expanded_uncertainty = U * 1.0001;
    const before = await written();
    const [outcome] = await record(body);
    expect(reasonOf(outcome)).toBe('result_mismatch');
    expect(String(outcome?.status === 'rejected' && outcome.reason)).toContain(String(U));
    expect(await written()).toEqual(before);
  });

  test('a request that the engine refuses, with its path in the body', async () => {
    const body = internalBody(at.laboratory);
    if (body.analysis)
      body.analysis.request.points = body.analysis.request.points.map((point) => ({ ...point, measured: 5 }));
    const [outcome] = await record(body);
    const reason = outcome?.status === 'rejected' ? outcome.reason : null;
    expect(reason).toBeInstanceOf(AnalysisRefusal);
    expect(reason instanceof AnalysisRefusal && reason.path.slice(0, 3)).toEqual(['analysis', 'request', 'points']);
  });

  test('a viewer who is a member, a technician who is not, without revealing a private asset', async () => {
    const viewer = await joined(
      at.laboratory.services,
      await person(at.laboratory.services, 'viewer'),
      at.laboratory.organizationId
    );
    const stranger = await person(at.laboratory.services, 'technician');
    const open = await calibratedLaboratory(at.laboratory.services, { private: false });
    const before = await written();
    const tryAs = async (actor: PersonActor, body: CreateCalibrationBody) =>
      reasonOf((await recordCalibrations(at.laboratory.services, actor, [submissionOf(body)]))[0]);
    expect(await tryAs(viewer, internalBody(at.laboratory))).toBe('forbidden');
    expect(await tryAs(stranger, internalBody(at.laboratory))).toBe('not_found');
    expect(await tryAs(stranger, internalBody(open))).toBe('forbidden');
    expect(await written()).toEqual(before);
  });
});

describe('an instrument that is used without correction', () => {
  test('but is judged after one gives a warning; judged as found it does not', async () => {
    const own = await calibratedLaboratory(at.laboratory.services, { certificate_prefix: 'RAW' });
    const asset = await createAsset(own.services, own.admin, {
      ...MEASURING,
      organization_id: own.organizationId,
      asset_id: 'TT-043',
      name: 'Transmitter without correction',
      correction_applied: false
    });
    const conformity = { tolerance: [{ kind: 'absolute', lower: -1, upper: 1 }], rule: 'simple_acceptance' } as const;
    const codesOf = async (of: Asset, judge?: 'as_found' | 'as_left') => {
      const request = analysisRequest(0, { conformity: { ...conformity, ...(judge && { judge }) } });
      const body = internalBody({ ...own, asset: of }, {}, request);
      return (await recorded(own.services, own.technician, body)).warnings.map(({ code }) => code);
    };
    expect(await codesOf(asset)).toContain('correction_not_applied');
    expect(await codesOf(asset, 'as_left')).toContain('correction_not_applied');
    expect(await codesOf(asset, 'as_found')).not.toContain('correction_not_applied');
    expect(await codesOf(own.asset)).not.toContain('correction_not_applied');
  });
});

describe('a device weeks behind', () => {
  const older = (change: (result: NonNullable<CreateCalibrationBody['analysis']>['result']) => void) => {
    const body = internalBody(at.laboratory);
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
    const { id } = await recorded(at.laboratory.services, at.technician, body);
    const calibration = await getCalibration(at.laboratory.services, at.technician, id);
    expect(calibration.device_result).toEqual({ ...body.analysis?.result, format: 1 });
    expect(calibration.engine).not.toBe('3.5.0');
    expect(calibration.warnings.map(({ code }) => code)).toContain('engine_differs');
  });

  test('is refused if a verdict or the printed uncertainty would change', async () => {
    const body = older((result) => {
      result.expanded_uncertainty_rounded = { ...result.expanded_uncertainty_rounded, text: '9.9' };
    });
    expect((await record(body)).map(reasonOf)).toEqual(['result_changed']);
  });
});

describe('what was recorded', () => {
  test('cannot be changed or deleted by any statement, except for its change number', async () => {
    const { id } = await recorded(at.laboratory.services, at.technician, internalBody(at.laboratory));
    for (const statement of [
      'UPDATE calibrations SET calibration_date = calibration_date - 1 WHERE id = $1',
      'UPDATE calibrations SET certificate_context = $${}$$ WHERE id = $1',
      'DELETE FROM calibrations WHERE id = $1',
      'UPDATE calibration_points SET measured = 0 WHERE calibration_id = $1',
      'DELETE FROM calibration_points WHERE calibration_id = $1',
      'DELETE FROM applied_ids WHERE id = $1'
    ]) {
      await expect(execute(at.database.url, statement, [id]), statement).rejects.toThrow(/never edited|append-only/);
    }
    await execute(at.database.url, 'UPDATE calibrations SET voided_at = voided_at WHERE id = $1', [id]);
  });

  test('has no points without a calibration, and no run without its first point: the database ensures it', async () => {
    const write = (position: number) =>
      transaction(at.database.pool, SYSTEM, (tx) =>
        tx.query(sql.unsafe`
          INSERT INTO calibration_points (organization_id, calibration_id, role, position, reference, measured, result)
          VALUES (${at.laboratory.organizationId}, ${randomUUID()}, 'points', ${position}, 1, 1, '{}')`)
      );
    await expect(write(0)).rejects.toMatchObject({ cause: { message: 'points without their calibration' } });
    await expect(write(1)).rejects.toMatchObject({ cause: { message: 'the points of a run are written together' } });
  });

  test('is returned as in the contract', async () => {
    const header = await recorded(at.laboratory.services, at.technician, externalBody(at.laboratory.asset));
    expect(calibrationHeaderSchema.parse(header)).toEqual(header);
    expect(header.curve).toEqual({ model: 'none', coefficients: [], center: 0, scale: 1, equation: 'f(y) = y' });
    await expect(getCalibration(at.laboratory.services, at.technician, randomUUID())).rejects.toThrow(Refusal);
  });
});

describe('the capability of the record', () => {
  const capable = async (cmc: number | { a: number; b: number }): Promise<Asset> =>
    createAsset(at.laboratory.services, at.laboratory.admin, {
      organization_id: at.laboratory.organizationId,
      asset_id: `CMC-${randomUUID().slice(0, 8)}`,
      name: 'Transmitter',
      ...MEASURING,
      cmc
    });
  const bodyOf = (asset: Asset, cmc?: number | { a: number; b: number }) => {
    const { uncertainty, ...request } = analysisRequest();
    return internalBody(
      { ...at.laboratory, asset },
      {},
      { ...request, uncertainty: { ...uncertainty, ...(cmc === undefined ? {} : { cmc }) } }
    );
  };

  test('is added by the server if the device omitted it, and its result counts', async () => {
    // Below U of the readings at some points: nothing that its author has seen changes.
    const asset = await capable({ a: 0.001, b: 0 });
    const header = await recorded(at.laboratory.services, at.technician, bodyOf(asset, 0.0001));
    const stored = await getCalibration(at.laboratory.services, at.technician, header.id);
    expect(stored.analysis_request?.uncertainty.cmc).toBe(0.001);
  });

  test('cannot be weakened: an uncertainty that would change is refused, with both', async () => {
    const asset = await capable({ a: 0.1, b: 0.001 });
    const before = await written();
    const [outcome] = await record(bodyOf(asset, 0.0001));
    expect(reasonOf(outcome)).toBe('result_changed');
    expect(await written()).toEqual(before);
    const same = await recorded(at.laboratory.services, at.technician, bodyOf(asset, { a: 0.1, b: 0.001 }));
    expect(same.expanded_uncertainty).toBeCloseTo(0.195, 3);
    expect(same).toMatchObject({ coverage_factor: 2, effective_degrees_of_freedom: null });
  });

  test('is used by later calibrations: U/k of the reference is half of it', async () => {
    const asset = await capable(0.5);
    const header = await recorded(at.laboratory.services, at.technician, bodyOf(asset, 0.5));
    expect((header.expanded_uncertainty ?? 0) / (header.coverage_factor ?? 0)).toBe(0.25);
  });
});
