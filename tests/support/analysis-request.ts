import type { AnalysisRequest } from '#lib/metrology/types.ts';

/** Twenty points of a transmitter that reads a little high, as a technician would paste them; `shift` makes another set of them. */
export function analysisRequest(shift = 0, changes: Partial<AnalysisRequest> = {}): AnalysisRequest {
  const points = Array.from({ length: 20 }, (_, i) => {
    const reference = i * 5 + 0.001 * ((i * 7) % 5);
    return {
      reference,
      measured: Number((reference * 1.0015 + 0.05 + shift + 0.004 * (((i * 11) % 7) - 3)).toFixed(2))
    };
  });
  return {
    points,
    fit: { model: 'linear' },
    uncertainty: {
      coverage_probability: 0.9545,
      resolution: 0.01,
      reference_standard: { expanded_uncertainty: 0.03, coverage_factor: 2 }
    },
    conformity: {
      tolerance: [{ kind: 'absolute', lower: -0.3, upper: 0.3 }],
      rule: 'guard_band',
      judge: 'as_left'
    },
    unit: '°C',
    measured_unit: '°C',
    ...changes
  };
}
