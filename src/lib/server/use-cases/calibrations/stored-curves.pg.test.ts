import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import type { CreateCalibrationBody } from '#lib/contracts/calibrations.ts';
import { correctionInForce } from '#lib/laboratory/stored-curve.ts';
import { evaluateCurve } from '#lib/metrology/curve.ts';
import type { AnalysisRequest, FitRequest } from '#lib/metrology/types.ts';
import { analysisRequest } from '../../../../../tests/support/analysis-request.ts';
import { externalBody, internalBody, recorded } from '../../../../../tests/support/calibrated-laboratory.ts';
import { execute } from '../../../../../tests/support/database.ts';
import { recordingLaboratory } from '../../../../../tests/support/recording.ts';
import { getCalibration } from './get-calibration.ts';

type Place = { measured: number; reference: number };

const at = recordingLaboratory();

const record = (body: CreateCalibrationBody) => recorded(at.laboratory.services, at.laboratory.technician, body);
const requestFor = (fit: FitRequest, changes: Partial<AnalysisRequest> = {}): AnalysisRequest => {
  const request = analysisRequest(0, { fit, ...changes });
  // From five degrees up, to avoid the logarithm of zero.
  return { ...request, points: request.points.filter(({ measured }) => measured > 4) };
};

const FITS: readonly FitRequest[] = [
  { model: 'offset' },
  { model: 'proportional' },
  { model: 'linear' },
  { model: 'polynomial', degree: 3 },
  { model: 'logarithmic' },
  { model: 'exponential' },
  { model: 'power' },
  { model: 'rational', numerator: 1, denominator: 1 },
  { model: 'interpolation' },
  { model: 'custom', expression: 'a + b * y + d * sin(y / 50)', start: [0, 1, 0.1] }
];

describe('the curve of a stored calibration', () => {
  test.each(FITS)('$model is evaluated again to the last bit, and serves as correction in force', async (fit) => {
    const request = requestFor(fit);
    const header = await record(internalBody(at.laboratory, {}, request));
    const stored = await getCalibration(at.laboratory.services, at.laboratory.technician, header.id);
    const curve = correctionInForce(header);
    if (curve === null) throw new Error('The calibration keeps no curve.');
    stored.points.forEach((point) => expect(evaluateCurve(curve, point.measured)).toBe(point.corrected));
    const later = requestFor({ model: 'linear' }, { correction_in_force: curve });
    const second = await record(internalBody(at.laboratory, { calibration_date: '2026-11-21' }, later));
    const found = await getCalibration(at.laboratory.services, at.laboratory.technician, second.id);
    found.points.forEach((point, i) => expect(point.error).toBeCloseTo(-(stored.points[i]?.residual ?? Number.NaN), 9));
  });

  test.each([
    { model: 'rational', coefficients: [0.1, 1, 0.001], numerator: 1 },
    { model: 'custom', coefficients: [0.1, 1], expression: 'a + b * y' },
    { model: 'interpolation', coefficients: [0, 50.1, 100], knots: [0, 50, 100] },
    { model: 'steinhart_hart', coefficients: [1.1e-3, 2.3e-4, 8.8e-8] }
  ] as const)('$model of an external certificate is stored completely', async (stated) => {
    const given = { expanded_uncertainty: 0.03, coverage_factor: 2, unit: '°C', measured_unit: '°C' };
    const body = externalBody(at.laboratory.asset, {
      coefficients_only: { ...given, ...JSON.parse(JSON.stringify(stated)) }
    });
    const curve = correctionInForce(await record(body));
    expect(curve).toMatchObject(stated);
    expect(curve?.center).toBe(stated.model === 'steinhart_hart' ? 273.15 : 0);
    expect(evaluateCurve(curve ?? { model: 'none', coefficients: [] }, 50)).not.toBeNaN();
  });
});

test('the migration completes existing calibrations in the same way as recording', async () => {
  const adjusted = requestFor({ model: 'interpolation' }, { as_found_points: analysisRequest(0.2).points });
  const grouped = requestFor({ model: 'custom', expression: 'a + b * y', start: [0, 1] });
  const points = grouped.points.slice(0, 10).flatMap((point, group) => [
    { ...point, group },
    { ...point, group, measured: point.measured + 0.01 }
  ]);
  const trimmed = { ...adjusted, fit: { model: 'none' as const } };
  for (const request of [adjusted, trimmed, { ...grouped, points }])
    await record(internalBody(at.laboratory, {}, request));
  const read = async () =>
    (await execute(at.database.url, 'SELECT id, curve, profile, seq FROM calibrations ORDER BY id')).rows as {
      curve: unknown;
      profile: { places: Place[]; left?: Place[] } | null;
      seq: string;
    }[];
  const before = await read();
  await execute(at.database.url, 'ALTER TABLE calibrations DISABLE TRIGGER USER');
  await execute(
    at.database.url,
    `UPDATE calibrations SET profile = NULL, curve = curve - 'numerator' - 'expression' - 'knots' WHERE result IS NOT NULL`
  );
  await execute(at.database.url, 'ALTER TABLE calibrations ENABLE TRIGGER USER');
  const migration = await readFile('migrations/0008_whole_curves_and_profiles.sql', 'utf8');
  await execute(
    at.database.url,
    migration.slice(migration.indexOf('SELECT set_config')).replace(', true)', ', false)')
  );
  const after = await read();
  after.forEach((row, i) => {
    const was = before[i];
    expect(row.curve).toEqual(was?.curve);
    expect({ ...row.profile, places: [], left: row.profile?.left?.length }).toEqual({
      ...was?.profile,
      places: [],
      left: was?.profile?.left?.length
    });
    expect(row.profile?.places.length).toBe(was?.profile?.places.length);
    row.profile?.places.forEach((place, j) => {
      expect(place.measured).toBeCloseTo(was?.profile?.places[j]?.measured ?? Number.NaN, 9);
      expect(place.reference).toBeCloseTo(was?.profile?.places[j]?.reference ?? Number.NaN, 9);
    });
    if (row.profile !== null) expect(Number(row.seq)).toBeGreaterThan(Number(was?.seq));
  });
});
