import { describe, expect, test } from 'vitest';
import { calibrationProfile } from '#lib/laboratory/calibration-profile.ts';
import { storedCurve } from '#lib/laboratory/stored-curve.ts';
import { analyze } from '#lib/metrology/analyze.ts';
import type { AnalysisRequest, FitRequest } from '#lib/metrology/types.ts';
import { assetHealth, type HealthSubject } from './asset-health.ts';
import { compareHistory } from './compare-history.ts';
import type { HealthRecord } from './curve-history.ts';

const REFERENCE = '018f0000-0000-7000-8000-0000000000b1';
const subject: HealthSubject = {
  asset: { id: '018f0000-0000-7000-8000-0000000000a1', asset_id: 'T-1', name: 'Thermometer' },
  channelId: null,
  unit: '°C',
  measuredUnit: '°C',
  tolerance: [{ kind: 'absolute', lower: -0.5, upper: 0.5 }],
  rangeMin: 0,
  rangeMax: 100,
  nominal: null,
  correctionApplied: false,
  intervalDays: 365
};

type Given = { fit?: FitRequest; low?: number; high?: number; adjusted?: boolean; noise?: number };
/** A calibration of an instrument that reads `high` by `error` everywhere; after an adjustment by nothing. */
function calibration(version: number, date: string, error: number, given: Given = {}): HealthRecord {
  const { fit = { model: 'linear' }, low = 0, high = 100, adjusted = false, noise = 0.002 } = given;
  const run = (offset: number) =>
    Array.from({ length: 11 }, (_, i) => {
      const reference = low + ((high - low) * i) / 10;
      return { reference, measured: reference + offset + noise * (((i * 7 + version * 3) % 5) - 2) };
    });
  const request: AnalysisRequest = {
    points: run(adjusted ? 0 : error),
    ...(adjusted ? { as_found_points: run(error) } : {}),
    fit,
    uncertainty: { reference_standard: { expanded_uncertainty: 0.02, coverage_factor: 2 } },
    conformity: {
      tolerance: [{ kind: 'absolute', lower: -0.5, upper: 0.5 }],
      rule: 'simple_acceptance',
      judge: 'as_found'
    }
  };
  const result = analyze(request);
  return {
    id: `018f0000-0000-7000-8000-0000000000${(16 + version).toString(16)}`,
    version,
    calibration_date: date,
    voided: null,
    unit: '°C',
    measured_unit: '°C',
    conforms: true,
    curve: storedCurve(result),
    profile: calibrationProfile(request, result),
    expanded_uncertainty: result.expanded_uncertainty,
    coverage_factor: result.coverage_factor,
    reference_asset_id: REFERENCE,
    reference_channel_id: null
  };
}
const yearly = (errors: readonly number[], given: (i: number) => Given = () => ({})) =>
  errors.map((error, i) => calibration(i + 1, `${2018 + i}-03-01`, error, given(i)));

describe('the health of an instrument', () => {
  test('finds a drift, when it leaves the tolerance, and shortens the interval with its reason', () => {
    const health = assetHealth(yearly([0, 0.07, 0.14, 0.21, 0.28, 0.35]), subject);
    expect(health.drift?.per_year).toBeCloseTo(0.07, 2);
    expect(health.drift?.significance).toBeLessThan(0.001);
    expect(health.drift?.leaves_tolerance_on?.slice(0, 4)).toBe('2024');
    expect(health.interval).toMatchObject({
      current_days: 365,
      decided_by: 'a3',
      reason: 'reliability_not_distinguishable'
    });
    const variables = health.interval?.methods.find(({ method }) => method === 'variables');
    expect(variables?.reason).toBe('drift_leaves_tolerance');
    expect(variables?.days).toBeGreaterThan(365);
    expect(health.calibrations.map(({ error }) => error ?? Number.NaN).at(-1)).toBeCloseTo(0.35, 1);
    expect(health.error_kind).toBe('indication');
    expect(health.calibrations.map(({ error_as_found }) => error_as_found)).toEqual(
      [0, 0.07, 0.14, 0.21, 0.28, 0.35].map((error) => expect.closeTo(error, 2))
    );
    expect(health.calibrations.every(({ expanded_uncertainty_as_found: U }) => U !== null && U > 0.02)).toBe(true);
    const steeper = assetHealth(yearly([0, 0.12, 0.24, 0.36, 0.46]), subject);
    expect(steeper.interval).toMatchObject({ decided_by: 'variables', reason: 'drift_leaves_tolerance' });
    expect(steeper.interval?.recommended_days).toBeLessThan(365);
  });

  test('an output signal is judged by its nominal characteristic, also before a record named it', () => {
    const nominal = { model: 'linear', coefficients: [0, 100], center: 4, scale: 16 } as const;
    const inSignal = (record: HealthRecord): HealthRecord => {
      const { curve, profile } = record;
      if (curve === null || profile === null) throw new Error('no curve');
      const signal = (value: number) => 4 + (16 * value) / 100;
      const places = profile.places.map((place) => ({ ...place, measured: signal(place.measured), error: null }));
      return {
        ...record,
        measured_unit: 'mA',
        // The same line, of the signal.
        curve: { ...curve, center: signal(curve.center ?? 0), scale: (16 * (curve.scale ?? 1)) / 100 },
        profile: { ...profile, low: signal(profile.low), high: signal(profile.high), places }
      };
    };
    const records = yearly([0.1, 0.2, 0.3, 0.4]).map(inSignal);
    const transmitter = { ...subject, measuredUnit: 'mA', nominal };
    const health = assetHealth(records, transmitter);
    expect(health.error_kind).toBe('nominal');
    health.calibrations.forEach(({ error }, i) => expect(error).toBeCloseTo(0.1 * (i + 1), 2));
    expect(health.calibrations.map(({ error_as_found: found }) => found !== null)).toEqual([true, false, false, false]);
    expect(health.calibrations[0]?.error_as_found).toBeCloseTo(0.1, 2);
    const corrected = assetHealth(records, { ...transmitter, correctionApplied: true });
    expect(corrected.error_kind).toBe('corrected');
    expect(assetHealth(records, { ...transmitter, nominal: null }).error_kind).toBe('corrected');
  });

  test('an adjustment is no drift: what was found is compared with what was left', () => {
    const adjusted = yearly([0.2, 0.2, 0.2, 0.2, 0.2], () => ({ adjusted: true }));
    const health = assetHealth(adjusted, subject);
    health.changes.forEach(({ difference }) => difference.forEach((d) => expect(d).toBeCloseTo(-0.2, 1)));
    expect(health.drift?.per_year).toBeCloseTo(0.2, 2);
    expect(health.calibrations.at(-1)?.error).toBeCloseTo(0, 1);
    // What the records say does not move with the newest calibration.
    for (const { error_as_found } of health.calibrations) expect(error_as_found).toBeCloseTo(0.2, 1);
    const uncorrected = yearly([0.2, 0.2, 0.2], () => ({ adjusted: true, fit: { model: 'none' } }));
    expect(assetHealth(uncorrected, subject).drift?.per_year).toBeCloseTo(0.2, 2);
  });

  test('E_n and stability come from successive calibrations, and the common reference is noted', () => {
    const health = assetHealth(yearly([0, 0.01, 0.3]), subject);
    expect(health.changes.map(({ agrees }) => agrees)).toEqual([true, false]);
    const change = health.changes[1];
    expect(change?.common_reference).toBe(true);
    expect(Math.abs(change?.largest_en_without_reference ?? 0)).toBeGreaterThan(Math.abs(change?.largest_en ?? 0));
    change?.en.forEach((en, i) =>
      expect(en).toBeCloseTo((change.difference[i] ?? 0) / (change.expanded_uncertainty[i] ?? 0), 12)
    );
    const squares = health.changes.map(({ difference }) => (difference[3] ?? 0) ** 2);
    expect(health.stability?.values[3]).toBeCloseTo(Math.sqrt(((squares[0] ?? 0) + (squares[1] ?? 0)) / 2), 12);
  });

  test('looks only where all have measured, and says which calibration had to be left out and why', () => {
    const [a, b, c] = [
      calibration(1, '2020-01-01', 0, { low: 200, high: 300 }),
      calibration(2, '2021-01-01', 0, { low: 0, high: 60 }),
      calibration(3, '2022-01-01', 0, { low: 20, high: 100 })
    ];
    const kelvin = { ...calibration(4, '2020-06-01', 0), unit: 'K' };
    const voided = {
      ...calibration(5, '2022-06-01', 9),
      voided: { at: '', by: { id: '', full_name: '', role: 'admin' as const, profile_picture_url: null }, reason: null }
    };
    const health = assetHealth([a, b, c, kelvin, voided], subject);
    expect(health.range?.low).toBeCloseTo(20, 1);
    expect(health.range?.high).toBeCloseTo(60, 1);
    expect(health.calibrations.map(({ version, left_out }) => [version, left_out])).toEqual([
      [1, 'other_range'],
      [4, 'other_unit'],
      [2, null],
      [3, null]
    ]);
    expect(health.insufficient_history).toBe(false);
  });

  test('one calibration, or none, is not enough, and that is an answer', () => {
    const one = assetHealth(yearly([0.1]), subject);
    expect(one).toMatchObject({ insufficient_history: true, changes: [], stability: null, drift: null });
    expect(one.interval).toMatchObject({ recommended_days: 365, reason: 'unchanged', decided_by: null });
    expect(assetHealth([], subject)).toMatchObject({ insufficient_history: true, range: null, grid: [] });
  });

  test('an instrument that failed too often is calibrated sooner, a good one is trusted longer', () => {
    const dates = (n: number) => Array.from({ length: n }, (_, i) => i);
    const failing = dates(9).map((i) =>
      calibration(i + 1, `${2010 + i}-01-01`, i % 3 === 0 ? 0 : 0.7, { fit: { model: 'none' } })
    );
    const health = assetHealth(failing, { ...subject, tolerance: [] });
    expect(health.interval).toMatchObject({ decided_by: 'a3', reason: 'reliability_below_target' });
    expect(health.interval?.recommended_days).toBeLessThan(250);
    const good = dates(30).map((i) => calibration(i + 1, `${1990 + i}-01-01`, 0.001 * (i % 2)));
    const longer = assetHealth(good, subject).interval;
    expect(longer?.recommended_days).toBeGreaterThan(365);
    expect(longer?.methods.map(({ method }) => method)).toEqual(['a3', 'variables']);
  });
});

describe('the comparison of curves', () => {
  test('is made where both have measured and nowhere else, whatever the range of the instrument', () => {
    const [a, b] = [
      calibration(1, '2020-01-01', 0, { high: 50 }),
      calibration(2, '2021-01-01', 0.3, { low: 30, high: 80 })
    ];
    const { grid, pairs, curves } = compareHistory([b, a], subject);
    expect(curves.map(({ version }) => version)).toEqual([1, 2]);
    expect(grid.at(-1)).toBeLessThan(81);
    const pair = pairs[0];
    expect(pairs).toHaveLength(1);
    grid.forEach((y, i) => {
      const inside = y >= (pair?.range?.low ?? 0) && y <= (pair?.range?.high ?? 0);
      expect(pair?.difference[i] !== null).toBe(inside);
      if (inside) expect(pair?.difference[i]).toBeCloseTo(-0.3, 1);
    });
    expect(pair?.agrees).toBe(false);
    expect(grid).toContain(pair?.range?.low);
    expect(grid).toContain(pair?.range?.high);
  });

  test('each curve meets the one before it and the first; ranges apart are not compared', () => {
    const records = [
      calibration(1, '2020-01-01', 0),
      calibration(2, '2021-01-01', 0.01),
      calibration(3, '2022-01-01', 0.01, { low: 200, high: 300 })
    ];
    const { pairs } = compareHistory(records, subject);
    expect(pairs.map(({ from, to }) => [from, to].map((id) => Number.parseInt(id.slice(-2), 16) - 16))).toEqual([
      [1, 2],
      [2, 3],
      [1, 3]
    ]);
    expect(pairs.map(({ agrees }) => agrees)).toEqual([true, null, null]);
  });

  test('a curve that came without points counts where the others have measured', () => {
    const outside: HealthRecord = {
      ...calibration(2, '2021-01-01', 0),
      profile: null,
      expanded_uncertainty: 0.1,
      coverage_factor: 2
    };
    const both = compareHistory([calibration(1, '2020-01-01', 0), outside], subject);
    expect(both.pairs[0]?.agrees).toBe(true);
    expect(both.curves[1]?.expanded_uncertainty[0]).toBeCloseTo(0.1, 12);
    expect(compareHistory([outside], subject).curves[0]?.left_out).toBe('no_range');
  });
});
