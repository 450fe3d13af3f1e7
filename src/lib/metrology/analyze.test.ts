import { describe, expect, test } from 'vitest';
import { analyze } from './analyze.ts';
import { evaluateCurve } from './curve.ts';
import type { AnalysisRequest, AnalysisResult, ConformityRequest, Point } from './types.ts';
import { sampleCurve } from './uncertainty/sample-curve.ts';

/** A thermometer that reads 0.3 % high with a little scatter. */
const points: Point[] = Array.from({ length: 12 }, (_, i) => ({
  reference: 10 * i,
  measured: 10.03 * i + 0.2 + ([0.01, -0.02, 0.015, -0.005][i % 4] ?? 0)
}));
const tolerance: ConformityRequest = {
  rule: 'simple_acceptance',
  tolerance: [{ kind: 'absolute', lower: -0.1, upper: 0.1 }]
};
const request: AnalysisRequest = {
  points,
  fit: { model: 'linear' },
  uncertainty: { reference_standard: { expanded_uncertainty: 0.02, coverage_factor: 2 } },
  conformity: tolerance,
  unit: '°C'
};

function codes(result: AnalysisResult): string[] {
  return result.warnings.map(({ code }) => code);
}

describe('as found and after correction', () => {
  test('the error as found is the indication less the reference, and decides nothing by default', () => {
    const result = analyze(request);
    expect(result.points[0]?.error).toBe((points[0]?.measured ?? 0) - 0);
    expect(result.conformity).toMatchObject({ judge: 'as_left', as_found: 'fail', as_left: 'pass', conforms: true });
  });

  test('without a correction only the errors of indication are judged', () => {
    const result = analyze({ ...request, fit: { model: 'none' } });
    expect(result.fit.coefficients).toEqual([]);
    expect(result.conformity).toMatchObject({ judge: 'as_found', as_found: 'fail', conforms: false });
    expect(codes(result)).toContain('repeatability_unknown');
  });

  test('nothing is said of a state after a correction that there is not', () => {
    const result = analyze({ ...request, fit: { model: 'none' }, conformity: { ...tolerance, judge: 'as_left' } });
    expect(result.conformity?.judge).toBe('as_found');
    expect(result.conformity?.statement.en).toMatch(/^As found:/u);
  });

  test.each([undefined, 'as_found', 'as_left'] as const)(
    'without either, a verification is of the state found (%s)',
    (judge) => {
      const right = [0, 5, 10].map((value) => ({ reference: value, measured: value + 0.02 }));
      const verify = (measured: number, more: Partial<AnalysisRequest> = {}) =>
        analyze({
          ...request,
          points: right,
          verification_points: [{ reference: 5, measured }],
          fit: { model: 'none' },
          conformity: { ...tolerance, judge },
          ...more
        });
      expect(verify(5.02).conformity).toMatchObject({ judge: 'as_found', as_found: 'pass', conforms: true });
      const wrong = verify(5.5);
      expect(wrong.conformity).toMatchObject({ judge: 'as_found', as_found: 'fail', conforms: false, worst_point: 3 });
      expect(wrong.conformity?.statement.en).toMatch(/^As found: does not conform/u);
      expect(wrong.verification_points?.[0]?.as_found?.verdict).toBe('fail');
      // After an adjustment or a correction it is of the later state alone.
      const later = [verify(5.5, { as_found_points: right }), verify(5.5, { fit: { model: 'offset' } })];
      for (const { conformity, verification_points: checked } of later) {
        expect(conformity).toMatchObject({ as_found: 'pass', as_left: 'fail' });
        expect(checked?.[0]?.as_found).toBeNull();
      }
    }
  );

  test('the correction in force replaces the identity, and the budget as found has no curve fit', () => {
    const correction_in_force = { model: 'linear', coefficients: [-0.2, 1 / 1.003] } as const;
    const result = analyze({ ...request, correction_in_force });
    const point = result.points[3];
    expect(point?.error).toBe(evaluateCurve(correction_in_force, point?.measured ?? 0) - 30);
    expect(result.conformity?.as_found).toBe('pass');
    expect(point?.as_found?.expanded_uncertainty).toBeLessThan(point?.as_left?.expanded_uncertainty ?? 0);
  });

  test('the error as found has its own U, k and degrees of freedom, judged or not', () => {
    const { conformity: _, ...free } = request;
    const [judged, unjudged] = [analyze(request).points[3], analyze(free).points[3]];
    expect(judged?.error_uncertainty).toMatchObject({
      expanded_uncertainty: judged?.as_found?.expanded_uncertainty,
      k: judged?.as_found?.k
    });
    expect(unjudged?.error_uncertainty).toEqual(judged?.error_uncertainty);
    expect(unjudged?.error_uncertainty?.u_combined).toBeLessThan(unjudged?.u_combined ?? 0);
    expect(analyze({ ...free, measured_unit: 'mV' }).points[3]).not.toHaveProperty('error_uncertainty');
  });

  test('a run before the adjustment is judged in place of the points, which then are "as left"', () => {
    const as_found_points = [{ reference: 50, measured: 53 }];
    const result = analyze({ ...request, as_found_points });
    expect(result.points.every((point) => point.as_found === null)).toBe(true);
    expect(result.as_found_points?.[0]?.as_found).toMatchObject({ value: 3, verdict: 'fail' });
    expect(result.conformity?.statement.en).toContain('As left');
    expect(analyze(request).conformity?.statement.en).toContain('After correction');
  });

  test('indications in another unit have no error as found', () => {
    const result = analyze({ ...request, measured_unit: 'mV' });
    expect(result.points[0]?.error).toBeNull();
    expect(result.conformity?.as_found).toBeNull();
    expect(codes(result)).toContain('as_found_undefined');
  });

  test('without a tolerance nothing conforms and nothing fails', () => {
    const open = { rule: 'simple_acceptance', tolerance: [{ kind: 'absolute', lower: null, upper: null }] } as const;
    expect(analyze({ ...request, conformity: open }).conformity?.conforms).toBeNull();
    expect(analyze({ points, fit: { model: 'linear' }, uncertainty: {} })).not.toHaveProperty('conformity');
  });
});

describe('as many points as coefficients', () => {
  const two = points.filter((_, i) => i === 0 || i === 11);
  const stated = {
    name: 's',
    source: 'repeatability',
    type: 'A',
    distribution: 'normal',
    value: 0.02,
    acts_on: 'corrected',
    degrees_of_freedom: 9
  } as const;

  test('the points prove nothing, verification points do', () => {
    const alone = analyze({ ...request, points: two });
    expect(alone.conformity?.as_left).toBeNull();
    expect(alone.points[0]?.error_after_correction).toBeNull();
    const verification = { ...request, points: two, verification_points: points.slice(4, 7) };
    const verified = analyze({ ...verification, uncertainty: { contributions: [stated] } });
    expect(verified.conformity?.as_left).toBe('pass');
    expect(verified.conformity?.worst_point).toBeGreaterThanOrEqual(2);
    // The uncertainty of the curve is unknown: no verdict, even after a verification.
    const unknown = analyze(verification);
    expect(unknown.conformity).toMatchObject({ as_left: null, conforms: null });
    expect(codes(unknown)).toContain('uncertainty_unknown');
  });

  test('a stated repeatability gives the covariance s²(XᵀX)⁻¹ with its degrees of freedom', () => {
    const result = analyze({ ...request, points: two, uncertainty: { contributions: [stated] } });
    // At a point that the line passes through, its variance is that of the reading.
    expect(result.points[0]?.u_fit).toBeCloseTo(0.02, 12);
    expect(result.points[0]?.u_combined).toBeCloseTo(0.02 * Math.SQRT2, 12);
    expect(result.points[0]?.nu_eff).toBeCloseTo(9, 9);
    expect(codes(result)).not.toContain('repeatability_unknown');
  });
});

describe('stated uncertainties that cannot be true', () => {
  const tight = points.map((point) => ({ ...point, u_measured: 1e-4 }));

  test('withhold every verdict, unless the scatter counts instead', () => {
    const known = analyze({ ...request, points: tight, fit: { model: 'linear', method: 'wls' } });
    expect(codes(known)).toContain('chi_squared');
    expect(known.conformity).toMatchObject({ as_found: null, as_left: null, conforms: null });
    expect(known.conformity?.statement.en).toContain('no statement of conformity');
    const scatter = analyze({
      ...request,
      points: tight,
      fit: { model: 'linear', method: 'wls', covariance: 'scatter' }
    });
    expect(codes(scatter)).not.toContain('chi_squared');
    expect(scatter.conformity?.as_left).toBe('pass');
  });
});

describe('choosing a degree', () => {
  const bent = Array.from({ length: 15 }, (_, i) => ({
    reference: 2 + i + 0.05 * i * i + ([0.01, -0.02, 0.01][i % 3] ?? 0),
    measured: i
  }));

  test('AICc finds the degree that the data have, and the candidates are returned', () => {
    const { fit } = analyze({ points: bent, fit: { model: 'polynomial', degree: 'auto' }, uncertainty: {} });
    expect(fit.degree).toBe(2);
    expect(fit.candidates?.length).toBe(10);
    expect(fit.candidates?.filter(({ chosen }) => chosen).map((candidate) => candidate.degree)).toEqual([2]);
    expect(fit.candidates?.[1]?.aicc).toBeCloseTo(fit.aicc ?? 0, 6);
  });

  test('points on a curve take the lowest degree that goes through them', () => {
    const exact = bent.map(({ measured }) => ({ measured, reference: 1 + measured - 0.125 * measured ** 3 }));
    expect(analyze({ points: exact, fit: { model: 'polynomial', degree: 'auto' }, uncertainty: {} }).fit.degree).toBe(
      3
    );
  });
});

describe('the equation', () => {
  test('has digits that read back as the very coefficients', () => {
    const { fit } = analyze({ ...request, fit: { model: 'polynomial', degree: 3 } });
    const numbers = [
      ...fit.equation.replace('f(y) = ', '').matchAll(/([+-] )?(?<!\^)(-?\d[\d.]*(?:e[+-]\d+)?)(?= y|$| [+-])/g)
    ];
    const values = numbers.map(([, sign, digits]) => (sign === '- ' ? -1 : 1) * Number(digits));
    expect(values).toEqual(fit.coefficients);
    expect(fit.equation_latex).toContain('\\,y^{3}');
  });
});

describe('the result as a whole', () => {
  test('equal requests give equal results to the last bit', () => {
    expect(JSON.stringify(analyze(request))).toBe(JSON.stringify(analyze(structuredClone(request))));
  });

  test('the chart samples meet the points', () => {
    const result = analyze(request);
    const [from, to] = [points[0]?.measured ?? 0, points[11]?.measured ?? 0];
    const samples = sampleCurve(result, from, to, 2);
    for (const [sample, point] of [
      [samples[0], result.points[0]],
      [samples[1], result.points[11]]
    ] as const) {
      expect(sample?.corrected).toBe(point?.corrected);
      expect(sample?.expanded_uncertainty).toBeCloseTo(point?.expanded_uncertainty ?? 0, 12);
    }
    const middle = sampleCurve(result, 55, 56, 2)[0];
    const evaluated = analyze({ ...request, evaluate_at: [55] }).evaluated?.[0];
    expect(middle?.expanded_uncertainty).toBeCloseTo(evaluated?.expanded_uncertainty ?? 0, 5);
  });

  test('the statement says standard, rule, k and p in four languages', () => {
    const statement = analyze({ ...request, conformity: { ...tolerance, rule: 'guard_band' } }).conformity?.statement;
    for (const text of [statement?.en, statement?.es, statement?.fr, statement?.de]) {
      expect(text).toMatch(
        /ISO\/IEC 17025:2017, 7\.8\.6.*w = 1 U.*ILAC-G8:09\/2019, 4\.2\.2.*k = \d[.,]\d\d.*p = 95[.,]45 %/
      );
    }
  });

  test('a hundred thousand points take no quadratic time and leave out single judgements', () => {
    const many = Array.from({ length: 100_000 }, (_, i) => ({ reference: i, measured: i * 1.001 + Math.sin(i) }));
    const result = analyze({ ...request, points: many });
    expect(result.points.length).toBe(100_000);
    expect(result.points[0]?.as_left).toBeNull();
    expect(result.conformity?.as_left).toBe('fail');
    expect(codes(result)).toContain('abridged');
  }, 10_000);
});
