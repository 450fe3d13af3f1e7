import { describe, expect, test } from 'vitest';
import { analyze } from '#lib/metrology/analyze.ts';
import { expectClose, truthCase, truthIds } from './truth-case.ts';

type Component = { name: string; u: number; dof: number | null; dist?: string };
type Case = {
  kind: string;
  inputs: { components: Component[]; coverage?: string; p?: number; unit?: string };
  expected: {
    computed?: {
      uc: number;
      nu_eff: number | null;
      k: number;
      U?: number;
      U95?: number;
      sensitivities: Record<string, number>;
      variance_share?: Record<string, number>;
    };
  };
};

const cases = [...truthIds('F_ea402_'), 'F_metrodata_s2_weight_10kg', 'G_suncal_xrf_budget']
  .map((id) => ({ id, truth: truthCase<Case>(id) }))
  .filter(({ truth }) => truth.kind === 'gum-budget' && truth.expected.computed?.sensitivities !== undefined)
  .filter(({ truth }) => truth.inputs.coverage === 'k=2' || truth.inputs.p !== undefined);

describe('published uncertainty budgets', () => {
  test('there are several', () => {
    expect(cases.length).toBeGreaterThan(2);
  });

  test.each(cases)('$id: combined and expanded uncertainty and the shares agree', ({ truth }) => {
    const { components, p } = truth.inputs;
    const computed = truth.expected.computed;
    if (computed === undefined) throw new Error('Nothing computed.');
    const result = analyze({
      points: [{ reference: 0, measured: 0 }],
      fit: { model: 'none' },
      uncertainty: {
        ...(p === undefined ? { coverage_factor: 2 } : { coverage_probability: p }),
        contributions: components.map(({ name, u, dof }) => ({
          name,
          type: 'B',
          distribution: 'normal',
          value: u,
          acts_on: 'corrected',
          sensitivity: computed.sensitivities[name] ?? Number.NaN,
          degrees_of_freedom: dof
        }))
      }
    });
    expectClose(result.combined_standard_uncertainty, computed.uc, 1e-9);
    expectClose(result.coverage_factor, computed.k, 1e-9);
    expectClose(result.expanded_uncertainty, computed.U ?? computed.U95 ?? Number.NaN, 1e-9);
    if (computed.nu_eff === null) expect(result.effective_degrees_of_freedom).toBeNull();
    else expectClose(result.effective_degrees_of_freedom, computed.nu_eff, 1e-9);
    for (const [name, share] of Object.entries(computed.variance_share ?? {})) {
      expectClose(result.budget.find((entry) => entry.name === name)?.variance_share, share, 1e-9);
    }
  });
});
