import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Asset } from '#lib/contracts/assets.ts';
import type { CreateCalibrationBody } from '#lib/contracts/calibrations.ts';
import { analyze } from '#lib/metrology/analyze.ts';
import type { AnalysisRequest, CorrectionCurve } from '#lib/metrology/types.ts';
import { createAsset } from '#lib/server/use-cases/assets/create-asset.ts';
import { internalBody, recorded } from '../../../../../tests/support/calibrated-laboratory.ts';
import { reasonOf, recordAsTechnician, recordingLaboratory } from '../../../../../tests/support/recording.ts';
import { getCalibration } from './get-calibration.ts';

const at = recordingLaboratory();

const NOMINAL: CorrectionCurve = { model: 'linear', coefficients: [0, 100], center: 4, scale: 16 };

const transmitter = (changes: Partial<Parameters<typeof createAsset>[2]> = {}): Promise<Asset> =>
  createAsset(at.laboratory.services, at.laboratory.admin, {
    organization_id: at.laboratory.organizationId,
    asset_id: `TX-${randomUUID().slice(0, 8)}`,
    name: 'Transmitter',
    quantity: 'temperature',
    unit: '°C',
    measured_unit: 'mA',
    range_min: 0,
    range_max: 100,
    signal_min: 4,
    signal_max: 20,
    ...changes
  });

/** Five points of 4–20 mA that read 0.1 °C high, judged after correction. */
const request = (changes: Partial<AnalysisRequest> = {}): AnalysisRequest => ({
  points: [0, 25, 50, 75, 100].map((reference, i) => ({
    reference,
    measured: 4 + (16 * (reference + 0.1 + (i % 2) * 0.02)) / 100
  })),
  fit: { model: 'linear' },
  uncertainty: { reference_standard: { expanded_uncertainty: 0.03, coverage_factor: 2 } },
  conformity: { tolerance: [{ kind: 'absolute', lower: -0.3, upper: 0.3 }], rule: 'guard_band', judge: 'as_left' },
  unit: '°C',
  measured_unit: 'mA',
  ...changes
});

const record = async (asset: Asset, asked = request(), given: Partial<CreateCalibrationBody> = {}) => {
  const body = internalBody({ ...at.laboratory, asset }, given, asked);
  const { id } = await recorded(at.laboratory.services, at.technician, body);
  return getCalibration(at.laboratory.services, at.technician, id);
};
const codes = ({ warnings }: Awaited<ReturnType<typeof record>>) => warnings.map(({ code }) => code);

describe('an output signal is used with its nominal characteristic', () => {
  test('which is added if a request omits it: errors as found are known, with a warning', async () => {
    const stored = await record(await transmitter());
    expect(stored.analysis_request?.correction_in_force).toEqual(NOMINAL);
    expect(stored.result?.points[0]?.error).toBeCloseTo(0.1, 10);
    expect(stored.result?.conformity).toMatchObject({ as_found: 'pass', as_left: 'pass' });
    expect(stored.device_result?.points[0]?.error).toBeNull();
    expect(codes(stored)).toContain('nominal_put_in');
    expect(codes(stored)).not.toContain('as_found_undefined');
  });

  test('and its capability with it', async () => {
    const stored = await record(await transmitter({ cmc: 0.0001 }));
    expect(stored.analysis_request).toMatchObject({ correction_in_force: NOMINAL, uncertainty: { cmc: 0.0001 } });
    expect(stored.result?.points[0]?.error).toBeCloseTo(0.1, 10);
  });

  test('not instead of a curve from a calibration, nor one in the request', async () => {
    const asset = await transmitter();
    await record(asset, request(), { calibration_date: '2026-11-19' });
    const later = await record(asset);
    expect(later.analysis_request).not.toHaveProperty('correction_in_force');
    const named = { ...NOMINAL, coefficients: [0.1, 100] };
    const own = await record(await transmitter(), request({ correction_in_force: named }));
    expect(own.analysis_request?.correction_in_force).toEqual(named);
    for (const stored of [later, own]) expect(codes(stored)).not.toContain('nominal_put_in');
  });

  test('nor if the device reports that none was in force, or indications are already values', async () => {
    const said = await record(await transmitter(), request(), {
      judged_with: { correction_calibration_id: null, reference_calibration_id: null }
    });
    expect(said.analysis_request).not.toHaveProperty('correction_in_force');
    const same = await transmitter({ measured_unit: '°C' });
    const points = [0, 50, 100].map((reference) => ({ reference, measured: reference + 0.1 }));
    const stored = await record(same, request({ points, measured_unit: '°C' }));
    expect(stored.analysis_request).not.toHaveProperty('correction_in_force');
  });

  test('a deciding verdict that its author has not seen is refused, with both', async () => {
    const conformity = request().conformity;
    const asked = request(conformity && { conformity: { ...conformity, judge: 'as_found' } });
    expect(analyze(asked).conformity?.conforms).toBeNull();
    const body = internalBody({ ...at.laboratory, asset: await transmitter() }, {}, asked);
    const [outcome] = await recordAsTechnician(at.laboratory, body);
    expect(reasonOf(outcome)).toBe('result_changed');
  });
});
