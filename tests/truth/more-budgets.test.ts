import { expect, test } from 'vitest';
import { analyze } from '#lib/metrology/analyze.ts';
import type { AnalysisResult, Contribution } from '#lib/metrology/types.ts';
import { expectClose, truthCase } from './truth-case.ts';

type Component = { name: string; u: number; dof?: number | null };

function budget(
  components: readonly Component[],
  sensitivities: Readonly<Record<string, number>>,
  uncertainty: Parameters<typeof analyze>[0]['uncertainty'] = {}
): AnalysisResult {
  return analyze({
    points: [{ reference: 0, measured: 0 }],
    fit: { model: 'none' },
    uncertainty: {
      ...uncertainty,
      contributions: components.map(({ name, u, dof }): Contribution => ({
        name,
        type: 'B',
        distribution: 'normal',
        value: u,
        acts_on: 'corrected',
        sensitivity: sensitivities[name] ?? Number.NaN,
        degrees_of_freedom: dof
      }))
    }
  });
}

test('C_gum_h1_end_gauge: combined uncertainty, effective degrees of freedom truncated, U99', () => {
  type Case = {
    inputs: { components: Component[]; p: number };
    expected: {
      uc_nm: number;
      nu_eff: number;
      nu_eff_truncated: number;
      k99: number;
      U99_from_unrounded_nm: number;
      sensitivities: Record<string, number>;
    };
  };
  const { inputs, expected: truth } = truthCase<Case>('C_gum_h1_end_gauge');
  const real = budget(inputs.components, truth.sensitivities, { coverage_probability: inputs.p });
  expectClose(real.combined_standard_uncertainty, truth.uc_nm, 1e-9);
  expectClose(real.effective_degrees_of_freedom, truth.nu_eff, 1e-9);
  const whole = budget(inputs.components, truth.sensitivities, {
    coverage_probability: inputs.p,
    dof_rounding: 'truncate'
  });
  expect(whole.effective_degrees_of_freedom).toBe(truth.nu_eff_truncated);
  expectClose(whole.coverage_factor, truth.k99, 1e-9);
  expectClose(whole.expanded_uncertainty, truth.U99_from_unrounded_nm, 1e-9);
});

test('C_gum_h2_rxz_correlated: R, X and Z from correlated means, and without their correlations', () => {
  type Case = {
    inputs: { V: number[]; I_mA: number[]; phi_rad: number[] };
    expected: { computed: { u: number[]; input_covariance: number[][]; u_ignoring_correlation: number[] } };
  };
  const { inputs, expected } = truthCase<Case>('C_gum_h2_rxz_correlated');
  const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [v, i, phi] = [mean(inputs.V), mean(inputs.I_mA) / 1000, mean(inputs.phi_rad)];
  const covariance = expected.computed.input_covariance;
  const u = covariance.map((row, j) => Math.sqrt(row[j] ?? 0));
  const names = ['V', 'I', 'phi'];
  const correlations = [
    [0, 1],
    [0, 2],
    [1, 2]
  ].map(([a = 0, b = 0]) => ({
    a: names[a] ?? '',
    b: names[b] ?? '',
    r: (covariance[a]?.[b] ?? 0) / ((u[a] ?? 1) * (u[b] ?? 1))
  }));
  const [sin, cos] = [Math.sin(phi), Math.cos(phi)];
  const gradients = [
    { V: cos / i, I: (-v * cos) / (i * i), phi: (-v * sin) / i },
    { V: sin / i, I: (-v * sin) / (i * i), phi: (v * cos) / i },
    { V: 1 / i, I: -v / (i * i), phi: 0 }
  ];
  const components = names.map((name, j) => ({ name, u: u[j] ?? 0, dof: 4 }));
  gradients.forEach((gradient, k) => {
    const result = budget(components, gradient, { correlations });
    expectClose(result.combined_standard_uncertainty, expected.computed.u[k] ?? 0, 1e-9);
    // Correlated lines of four degrees of freedom each are one line of four.
    expectClose(result.effective_degrees_of_freedom, 4, 1e-9);
    const alone = budget(components, gradient).combined_standard_uncertainty;
    expectClose(alone, expected.computed.u_ignoring_correlation[k] ?? 0, 1e-9);
  });
});

test('C_gum_h4_radon_activity: the ratio of correlated count rates', () => {
  type Case = {
    inputs: { A_S: number; u_A_S: number; m_S: number; u_m_S: number; m_x: number; u_m_x: number };
    expected: {
      computed: {
        Rx: number;
        u_Rx: number;
        Rs: number;
        u_Rs: number;
        r: number;
        u_R: number;
        u_Ax: number;
        Ax: number;
      };
    };
  };
  const { inputs, expected } = truthCase<Case>('C_gum_h4_radon_activity');
  const truth = expected.computed;
  const correlations = [{ a: 'Rx', b: 'Rs', r: truth.r }];
  const rates = [
    { name: 'Rx', u: truth.u_Rx },
    { name: 'Rs', u: truth.u_Rs }
  ];
  const ratio = budget(rates, { Rx: 1 / truth.Rs, Rs: -truth.Rx / (truth.Rs * truth.Rs) }, { correlations });
  expectClose(ratio.combined_standard_uncertainty, truth.u_R, 1e-9);
  const relative = { Rx: truth.Rx, Rs: -truth.Rs, A_S: inputs.A_S, m_S: inputs.m_S, m_x: -inputs.m_x };
  const sensitivities = Object.fromEntries(Object.entries(relative).map(([name, value]) => [name, truth.Ax / value]));
  const activity = budget(
    [...rates, { name: 'A_S', u: inputs.u_A_S }, { name: 'm_S', u: inputs.u_m_S }, { name: 'm_x', u: inputs.u_m_x }],
    sensitivities,
    { correlations }
  );
  expectClose(activity.combined_standard_uncertainty, truth.u_Ax, 1e-9);
});

test('G_kessel_pressure_sensor_two_point: correlated intercept and slope, nonlinearity and resolution', () => {
  type Case = {
    inputs: { x_indication: number[]; parameters_for_table: { u_a: number; b: number; u_b: number; r: number } };
    expected: { computed: { U_k2: number[]; b: number; u_a: number; u_b: number; r: number } };
  };
  const { inputs, expected } = truthCase<Case>('G_kessel_pressure_sensor_two_point');
  const given = inputs.parameters_for_table;
  const rectangle = (half: number): number => half / Math.sqrt(3);
  const components = [
    { name: 'a', u: given.u_a },
    { name: 'b', u: given.u_b },
    { name: 'resolution', u: rectangle(0.00005) },
    { name: 'nonlinearity', u: rectangle(0.005) }
  ];
  inputs.x_indication.forEach((x, i) => {
    const result = budget(
      components,
      { a: 1, b: x, resolution: given.b, nonlinearity: 1 },
      { coverage_factor: 2, correlations: [{ a: 'a', b: 'b', r: given.r }] }
    );
    expectClose(result.expanded_uncertainty, expected.computed.U_k2[i] ?? Number.NaN, 1e-8);
  });
});

test('G_wls_log_dose: weighted line in the logarithm', () => {
  type Case = {
    inputs: { x_ln_of: number[]; y: number[]; weights: number[] };
    expected: { computed: { a: number; b: number; u_a: number; u_b: number; sigma: number } };
  };
  const { inputs, expected } = truthCase<Case>('G_wls_log_dose');
  const truth = expected.computed;
  const { fit } = analyze({
    points: inputs.x_ln_of.map((measured, i) => ({
      measured,
      reference: inputs.y[i] ?? 0,
      u_reference: 1 / Math.sqrt(inputs.weights[i] ?? 1)
    })),
    fit: { model: 'logarithmic', method: 'wls', covariance: 'scatter' },
    uncertainty: {}
  });
  [truth.a, truth.b].forEach((value, j) => expectClose(fit.coefficients[j], value, 1e-11));
  [truth.u_a, truth.u_b].forEach((value, j) => expectClose(fit.standard_errors?.[j], value, 1e-11));
  expectClose(fit.residual_standard_deviation, truth.sigma, 1e-11);
});
