import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyze } from '#lib/metrology/analyze.ts';
import { AnalysisRefusal } from '#lib/metrology/refusal.ts';
import type { AnalysisRequest, AnalysisResult } from '#lib/metrology/types.ts';
import { renderCertificate } from '#lib/server/certificates/render-certificate.ts';
import { pdfText, qpdfCheck } from './outside-validators.ts';
import { context, facts } from './temperature-transmitter.ts';
import { depth } from '../support/depth.ts';

/** Instruments of every size, from nanometres to gigapascals, with and without tolerance, uncertainty and unit. */
const anyRequest: fc.Arbitrary<AnalysisRequest> = fc
  .record({
    exponent: fc.integer({ min: -10, max: 10 }),
    errors: fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 2, maxLength: 60 }),
    model: fc.constantFrom('none', 'offset', 'proportional', 'linear', 'polynomial'),
    unit: fc.option(fc.constantFrom('°C', 'V', 'Ω', '°', '%'), { nil: undefined }),
    resolution: fc.boolean(),
    further: fc.boolean(),
    tolerance: fc.option(fc.tuple(fc.boolean(), fc.constantFrom('absolute', 'percent_of_reading')), { nil: undefined })
  })
  .map(({ exponent, errors, model, unit, resolution, further, tolerance }): AnalysisRequest => {
    const scale = 10 ** exponent;
    const points = errors.map((error, i) => ({ reference: (i + 1) * scale, measured: (i + 1 + error / 100) * scale }));
    const [oneSided, kind] = tolerance ?? [false, 'absolute'];
    return {
      points,
      fit: { model: model as 'linear', ...(model === 'polynomial' && { degree: 2 }) },
      uncertainty: {
        ...(resolution && { resolution: scale / 1000 }),
        ...(further && { monte_carlo: { trials: 1000, seed: 1 } })
      },
      ...(further && { evaluate_at: [1.5 * scale], inverse_at: [scale, 1.5 * scale] }),
      ...(tolerance && {
        conformity: {
          tolerance: [{ kind, lower: oneSided ? null : -0.02 * scale, upper: 0.01 * scale }],
          rule: 'guard_band' as const
        }
      }),
      unit
    } as AnalysisRequest;
  });

function analysed(request: AnalysisRequest): AnalysisResult | null {
  try {
    return analyze(request);
  } catch (error) {
    if (error instanceof AnalysisRefusal) return null;
    throw error;
  }
}

describe('whatever analyze() answers', () => {
  it('becomes a sound certificate without a broken number on it', async () => {
    await fc.assert(
      fc.asyncProperty(anyRequest, fc.constantFrom('en', 'es', 'fr', 'de'), async (request, language) => {
        const result = analysed(request);
        fc.pre(result !== null);
        const measuring = { ...context.measuring, unit: request.unit ?? null, resolution: null };
        const rendered = await renderCertificate({
          ...facts,
          coefficientsOnly: null,
          request,
          result,
          context: { ...context, language, measuring }
        });
        expect((await qpdfCheck(rendered.pdf)).code).toBe(0);
        const text = await pdfText(rendered.pdf);
        expect(text).not.toMatch(/NaN|Infinity|undefined|null|\[object|\be[+−-]\d/u);
        expect(rendered.signature).not.toBeNull();
      }),
      { numRuns: depth(12, 200) }
    );
  }, 120_000);
});
