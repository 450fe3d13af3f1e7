/** What sections hold one by one, the whole form holds. */
import fc, { type Arbitrary } from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { AnalysisRequest } from '#lib/metrology/types.ts';
import * as parts from '../sections/parts-fixture.ts';
import { typedRows } from '../sections/rows-fixture.ts';
import { takeUp } from './begin-form.ts';
import { buildAnalysis, withRequest } from './build-analysis.ts';
import type { CalibrateForm } from './calibrate-form.ts';
import { aForm } from './form-fixture.ts';

vi.setConfig({ testTimeout: 30_000 });

const outside = { kind: 'external' as const, capability: null };
const maybe = <T>(arbitrary: Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

test('the whole request is given again by the form that it fills', () => {
  const whole = fc
    .record({
      fit: parts.fitParts.filter(({ method }) => method === 'ols'),
      inForce: fc.oneof(parts.typedCurve, fc.constant(undefined)),
      uncertainty: fc
        .tuple(
          parts.coverageParts,
          parts.indicationParts,
          parts.capabilityParts,
          maybe(parts.statedParts),
          parts.contributionParts
        )
        .map(([a, b, c, standard, d]) => ({
          ...a,
          ...b,
          ...c,
          ...(standard ? { reference_standard: standard } : {}),
          ...d
        })),
      conformity: maybe(fc.tuple(parts.conformityParts, parts.populationParts).map(([a, b]) => ({ ...a, ...b }))),
      further: parts.furtherParts,
      trials: parts.trialParts
    })
    .map(({ inForce: curve, conformity: statement, further, trials, ...rest }) => {
      const inSpan = rest.uncertainty.contributions?.some(({ value_kind }) => value_kind === 'percent_of_span');
      const asked: AnalysisRequest = {
        points: [{ reference: 1, measured: 2, nominal: 1 }],
        ...rest,
        ...(curve ? { correction_in_force: curve } : {}),
        ...(statement ? { conformity: inSpan ? { ...statement, span: statement.span ?? 10 } : statement } : {}),
        ...further,
        unit: 'bar',
        measured_unit: 'mA'
      };
      return { asked, trials };
    });
  fc.assert(
    fc.property(whole, ({ asked, trials }) => {
      const saved = { ...asked, uncertainty: { ...asked.uncertainty, ...trials } };
      const built = buildAnalysis(withRequest(aForm([], outside), saved));
      expect(built.problems).toEqual([]);
      expect({ request: built.request, trials: built.trials }).toEqual({ request: asked, trials: trials.monte_carlo });
    }),
    { numRuns: 300 }
  );
});

test('a draft comes back as it was stored', () => {
  fc.assert(
    fc.property(typedRows, parts.contributionParts, parts.fitParts, (rows, lines, asked) => {
      const form = withRequest(aForm([], rows), { points: [], fit: asked, uncertainty: lines });
      const stored = JSON.parse(JSON.stringify({ ...form, ...rows })) as CalibrateForm;
      expect(takeUp(stored, aForm([]))).toEqual(stored);
    })
  );
});
