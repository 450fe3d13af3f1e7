import { describe, expect, test } from 'vitest';
import { analyze } from '#lib/metrology/analyze.ts';
import { casesFor } from './readers.ts';
import { expectClose } from './truth-case.ts';

type Case = {
  inputs: { group_means_V: number[]; group_sd_uV: number[]; n_per_group: number };
  expected: {
    computed: {
      grand_mean: number;
      s_of_means_uV: number;
      s_within_uV: number;
      sa_uV: number;
      F: number;
      u_mean_uV: number;
      s_B_uV: number;
    };
  };
};

/** Readings with this mean and this standard deviation: two equal steps up and down, or one where the count is odd. */
function readings(mean: number, sd: number, count: number): number[] {
  const pattern = Array.from({ length: count }, (_, i) => i - (count - 1) / 2);
  const length = Math.sqrt(pattern.reduce((sum, value) => sum + value * value, 0) / (count - 1));
  return pattern.map((value) => mean + (sd * value) / length);
}

// One-way analysis of variance is the pure error and the lack of fit of a constant: groups are the days, readings their repeats.
describe.each(casesFor<Case>('anova'))(
  '$id: variance between and within the groups',
  ({ truth: { inputs, expected } }) => {
    const truth = expected.computed;
    const { group_means_V: means, group_sd_uV: sds, n_per_group: count } = inputs;
    // In microvolts from ten volts: a difference of the data, not of their rounding.
    const nominal = Math.round(means[0] ?? 0);
    const points = means.flatMap((mean, group) =>
      readings((mean - nominal) * 1e6, sds[group] ?? 0, count).map((reference) => ({ reference, measured: 0, group }))
    );
    const { fit } = analyze({ points, fit: { model: 'offset' }, uncertainty: {} });
    const split = fit.diagnostics.lack_of_fit;
    const [within, between] = [means.length * (count - 1), means.length - 1];

    test('the grand mean, both standard deviations and F agree', () => {
      expectClose(nominal + (fit.coefficients[0] ?? 0) * 1e-6, truth.grand_mean, 1e-12);
      const sWithin = Math.sqrt((split?.ss_pure_error ?? 0) / within);
      const sBetween = Math.sqrt((split?.ss_lack_of_fit ?? 0) / between);
      expectClose(sWithin, truth.s_within_uV, 1e-9);
      expectClose(sBetween, truth.sa_uV, 1e-9);
      expectClose(sBetween / Math.sqrt(count), truth.s_of_means_uV, 1e-9);
      expectClose(split?.f, truth.F, 1e-9);
      expectClose(Math.sqrt((sBetween ** 2 - sWithin ** 2) / count), truth.s_B_uV, 1e-9);
      expect(split?.groups).toBe(means.length);
      // The guide: beyond the 95 % point of F(9, 40), so the days differ.
      expect(split?.p).toBeLessThan(0.05);
    });

    test('the uncertainty of the mean is that of the days, with their degrees of freedom', () => {
      const daily = means.map((mean) => ({ reference: (mean - nominal) * 1e6, measured: 0, group: 0 }));
      const result = analyze({ points: daily, fit: { model: 'offset' }, uncertainty: {} });
      expectClose(result.fit.standard_errors?.[0], truth.u_mean_uV, 1e-9);
      expect(result.fit.degrees_of_freedom).toBe(between);
    });
  }
);
