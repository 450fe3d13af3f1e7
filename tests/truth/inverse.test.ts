import { expect, test } from 'vitest';
import { analyze } from '#lib/metrology/analyze.ts';
import { expectClose, truthCase } from './truth-case.ts';

type Line = {
  inputs: { x: number[]; y: number[]; u_y?: number[] };
  expected: { computed: { inverse: { y0: number; u_y0: number; x0: number; u_x0: number } } };
};

test('E_iso28037_cl6_ex1: the inverse value and its uncertainty agree', () => {
  const { inputs, expected } = truthCase<Line>('E_iso28037_cl6_ex1_equal_weights');
  const { y0, u_y0: u, x0, u_x0: uncertainty } = expected.computed.inverse;
  const result = analyze({
    points: inputs.x.map((measured, i) => ({
      measured,
      reference: inputs.y[i] ?? Number.NaN,
      u_reference: inputs.u_y?.[i]
    })),
    fit: { model: 'linear', method: 'wls' },
    uncertainty: {
      contributions: [{ name: 'y0', type: 'B', distribution: 'normal', value: u, acts_on: 'corrected' }]
    },
    inverse_at: [y0]
  });
  expectClose(result.inverse?.[0]?.measured, x0, 1e-12);
  expectClose(result.inverse?.[0]?.u_combined, uncertainty, 1e-12);
});

test('E_iso28037_annexE: the inverse value and the uncertainty of the line alone agree', () => {
  const { inputs, expected } = truthCase<Line>('E_iso28037_annexE_unknown_weights');
  const { y0, x0, u_x0: uncertainty } = expected.computed.inverse;
  const result = analyze({
    points: inputs.x.map((measured, i) => ({ measured, reference: inputs.y[i] ?? Number.NaN })),
    fit: { model: 'linear' },
    uncertainty: {},
    inverse_at: [y0]
  });
  expectClose(result.inverse?.[0]?.measured, x0, 1e-12);
  expectClose(result.inverse?.[0]?.u_fit, uncertainty, 1e-12);
});

test('G_eurachem_a5: the concentration from two readings has the uncertainty of the guide', () => {
  type Eurachem = {
    inputs: { x: number[]; y: number[] };
    expected: { computed: { inverse: { y_mean: number; m: number; x: number; u: number } } };
  };
  const { inputs, expected } = truthCase<Eurachem>('G_eurachem_a5_cadmium_curve');
  const { y_mean: mean, m, x, u } = expected.computed.inverse;
  const result = analyze({
    // The guide uses the scatter about the line, not that inside the repeats.
    points: inputs.x.map((measured, i) => ({ measured, reference: inputs.y[i] ?? Number.NaN, group: i })),
    fit: { model: 'linear' },
    uncertainty: { readings_averaged: m },
    inverse_at: [mean]
  });
  expectClose(result.inverse?.[0]?.measured, x, 1e-12);
  expectClose(result.inverse?.[0]?.u_combined, u, 1e-12);
  expect(result.inverse?.[0]?.nu_eff).toBeCloseTo(13, 9);
});
