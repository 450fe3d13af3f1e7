import { describe, expect, test } from 'vitest';
import { analyze } from '#lib/metrology/analyze.ts';
import type { UncertaintyRequest } from '#lib/metrology/types.ts';
import { casesFor } from './readers.ts';
import { expectClose } from './truth-case.ts';

type Component = { name: string; u: number; dof?: number | null; dist?: string };
type Case = {
  inputs: { components: Component[]; coverage?: string; p?: number; unit?: string };
  expected: {
    computed: {
      uc?: number;
      u?: number;
      nu_eff?: number | null;
      k?: number;
      U?: number;
      U95?: number;
      sensitivities: Record<string, number>;
      variance_share?: Record<string, number>;
    };
  };
};

const cases = casesFor<Case>('budgets');

/** A stated factor, a stated probability, or what one rectangle or two that dominate have. */
function coverageOf({ coverage, p }: Case['inputs']): UncertaintyRequest {
  const factor = coverage === undefined ? null : /^k *= *([\d.]+)/.exec(coverage);
  if (factor !== null) return { coverage_factor: Number(factor[1]) };
  const probability = p ?? 0.9545;
  return { coverage_probability: probability, ...(coverage === undefined ? {} : { coverage_method: 'ea_dominant' }) };
}

const isRectangle = (dist = ''): boolean => /^rect/.test(dist);

describe('published uncertainty budgets', () => {
  test('there are several', () => {
    expect(cases.length).toBeGreaterThan(2);
  });

  test.each(cases)('$id: combined and expanded uncertainty and the shares agree', ({ truth }) => {
    const { components } = truth.inputs;
    const computed = truth.expected.computed;
    const result = analyze({
      points: [{ reference: 0, measured: 0 }],
      fit: { model: 'none' },
      uncertainty: {
        ...coverageOf(truth.inputs),
        contributions: components.map(({ name, u, dof, dist }) => ({
          name,
          type: 'B',
          distribution: isRectangle(dist) && !dof ? 'rectangular' : 'normal',
          value: isRectangle(dist) && !dof ? u * Math.sqrt(3) : u,
          acts_on: 'corrected',
          sensitivity: computed.sensitivities[name] ?? Number.NaN,
          degrees_of_freedom: dof
        }))
      }
    });
    expectClose(result.combined_standard_uncertainty, computed.uc ?? computed.u ?? Number.NaN, 1e-9);
    if (computed.k !== undefined) expectClose(result.coverage_factor, computed.k, 1e-9);
    const expanded = computed.U ?? computed.U95;
    if (expanded !== undefined) expectClose(result.expanded_uncertainty, expanded, 1e-9);
    for (const [name, share] of Object.entries(computed.variance_share ?? {})) {
      expectClose(result.budget.find((entry) => entry.name === name)?.variance_share, share, 1e-9);
    }
    if (computed.nu_eff === undefined) return;
    if (computed.nu_eff === null) expect(result.effective_degrees_of_freedom).toBeNull();
    else expectClose(result.effective_degrees_of_freedom, computed.nu_eff, 1e-9);
  });
});
