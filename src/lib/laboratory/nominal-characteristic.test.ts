import { expect, test } from 'vitest';
import { analyze } from '#lib/metrology/analyze.ts';
import { evaluateCurve } from '#lib/metrology/curve.ts';
import { isNominal, nominalCharacteristic } from './nominal-characteristic.ts';

const FLOW = { range_min: 0, range_max: 50, signal_min: 4, signal_max: 20 };

test('the line through both ends of the range, exact at each, also where the signal falls', () => {
  for (const signal of [
    FLOW,
    { ...FLOW, signal_min: 20, signal_max: 4 },
    { ...FLOW, range_min: -40, range_max: 60.3 }
  ]) {
    const curve = nominalCharacteristic(signal);
    if (curve === null) throw new Error('There is a signal.');
    expect(evaluateCurve(curve, signal.signal_min)).toBe(signal.range_min);
    expect(evaluateCurve(curve, signal.signal_max)).toBe(signal.range_max);
    expect(evaluateCurve(curve, 12)).toBeCloseTo((signal.range_min + signal.range_max) / 2, 12);
    expect(isNominal(curve, signal)).toBe(true);
    expect(isNominal({ ...curve, coefficients: [1, 2] }, signal)).toBe(false);
    expect(isNominal({ ...curve, calibration_id: 'x' }, signal)).toBe(false);
  }
});

test('none without both ends of signal and range, nor for a record from before there were signals', () => {
  for (const lacking of ['range_min', 'range_max', 'signal_min', 'signal_max'] as const) {
    expect(nominalCharacteristic({ ...FLOW, [lacking]: null })).toBeNull();
  }
  expect(nominalCharacteristic({ range_min: 0, range_max: 50 })).toBeNull();
  expect(nominalCharacteristic({ ...FLOW, signal_max: 4 })).toBeNull();
  expect(isNominal(undefined, FLOW)).toBe(false);
});

test('with it a transmitter has an error as found, and a verdict', () => {
  const points = [0, 10, 20, 30, 40, 50].map((reference, i) => ({
    reference,
    measured: 4 + (16 * (reference + 0.2 + 0.01 * (i % 2))) / 50
  }));
  const curve = nominalCharacteristic(FLOW);
  const result = analyze({
    points,
    fit: { model: 'linear' },
    ...(curve && { correction_in_force: curve }),
    uncertainty: { resolution: 0.001 },
    conformity: { rule: 'guard_band', tolerance: [{ kind: 'absolute', lower: -0.35, upper: 0.35 }], judge: 'as_found' },
    unit: 'm³/h',
    measured_unit: 'mA'
  });
  expect(result.points[0]?.error).toBeCloseTo(0.2, 9);
  expect(result.conformity?.as_found).toBe('pass');
  expect(result.warnings.map(({ code }) => code)).not.toContain('as_found_undefined');
});
