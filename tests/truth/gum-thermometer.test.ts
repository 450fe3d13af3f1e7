import { expect, test } from 'vitest';
import { analyze } from '#lib/metrology/analyze.ts';
import { expectClose, truthCase } from './truth-case.ts';

type Case = {
  inputs: { x_reading_degC: number[]; y_correction_degC: number[]; x0: number; predict_at: number };
  expected: {
    computed: {
      y1: number;
      y2: number;
      u_y1: number;
      u_y2: number;
      covariance: number[][];
      s: number;
      r_squared: number;
      b_30: number;
      u_b_30: number;
      u_single_30: number;
      t95_nu9: number;
      residuals: number[];
    };
  };
  tolerance: { computed_rel: number };
};

const { inputs, expected, tolerance } = truthCase<Case>('C_gum_h3_thermometer');
const truth = expected.computed;
const result = analyze({
  points: inputs.x_reading_degC.map((reading, i) => ({
    measured: reading - inputs.x0,
    // Two corrections are equal by chance: nobody says that they are repeats.
    reference: inputs.y_correction_degC[i] ?? Number.NaN
  })),
  fit: { model: 'linear' },
  uncertainty: { coverage_probability: 0.95 },
  evaluate_at: [inputs.predict_at - inputs.x0]
});

test('GUM H.3: coefficients, their uncertainties and covariance are those of the guide', () => {
  const { coefficients, standard_errors: errors, covariance } = result.fit;
  expectClose(coefficients[0], truth.y1, tolerance.computed_rel);
  expectClose(coefficients[1], truth.y2, tolerance.computed_rel);
  expectClose(errors?.[0], truth.u_y1, tolerance.computed_rel);
  expectClose(errors?.[1], truth.u_y2, tolerance.computed_rel);
  expectClose(covariance?.[0]?.[1], truth.covariance[0]?.[1] ?? Number.NaN, tolerance.computed_rel);
  expectClose(result.fit.residual_standard_deviation, truth.s, tolerance.computed_rel);
  expectClose(result.fit.r_squared, truth.r_squared, tolerance.computed_rel);
  expect(result.fit.degrees_of_freedom).toBe(9);
});

test('GUM H.3: the residuals are those of the guide', () => {
  truth.residuals.forEach((value, i) => expectClose(result.points[i]?.residual, value, tolerance.computed_rel));
});

test('GUM H.3: the predicted correction at 30 °C has the uncertainty of the guide', () => {
  const predicted = result.evaluated?.[0];
  expectClose(predicted?.corrected, truth.b_30, tolerance.computed_rel);
  expectClose(predicted?.u_fit, truth.u_b_30, tolerance.computed_rel);
  // With the scatter of a single reading, and one standard deviation behind both: 9 degrees of freedom.
  expectClose(predicted?.u_combined, truth.u_single_30, tolerance.computed_rel);
  expectClose(predicted?.nu_eff, 9, tolerance.computed_rel);
  expectClose(predicted?.k, truth.t95_nu9, tolerance.computed_rel);
});
