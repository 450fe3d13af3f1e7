import type { AnalysisRequest, Point } from '#lib/metrology/types.ts';
import type { Family } from './family.ts';
import type { Random } from './random.ts';
import { REFERENCES } from './reference-standards.ts';

/** A simulated instrument with its own initial error, nonlinearity and drift. */
export type Character = {
  readonly offset: number;
  readonly slope: number;
  readonly bend: number;
  readonly drift: number;
};

export const characterOf = (family: Family, random: Random): Character => ({
  offset: random.between(-0.25, 0.25) * family.tolerance,
  slope: random.between(-1, 1) * family.error * family.tolerance,
  bend: (family.degree === 2 ? random.between(-0.25, 0.25) : 0) * family.tolerance,
  drift: random.between(0.3, 1) * family.drift * family.tolerance * (random.uniform() < 0.5 ? -1 : 1)
});

const roundTo = (value: number, step: number): number => {
  const decimals = Math.max(0, Math.round(-Math.log10(step)));
  return Number((Math.round(value / step) * step).toFixed(decimals));
};

/** A run of points as the instrument would show them `years` after it was installed; `fault` adds an error at full scale. */
export function simulateRun(
  family: Family,
  character: Character,
  years: number,
  fault: number,
  random: Random
): Point[] {
  const [low, high] = family.range;
  // A weight or a buffer has a fixed value close to its nominal one.
  const beside = new Map(family.nominals.map((nominal) => [nominal, random.normal() * family.resolution]));
  // Only some values are repeated (a buffer at the start and at the end): the group marks the repeats.
  const repeated = new Set(family.nominals).size < family.nominals.length;
  return family.nominals.map((nominal) => {
    const offset = family.isSteady ? (beside.get(nominal) ?? 0) : random.normal() * family.resolution * 3;
    const reference = roundTo(nominal + offset, family.resolution / 10);
    const share = (reference - low) / (high - low);
    const error =
      character.offset +
      character.slope * share +
      character.bend * share * share +
      (character.drift * years + fault) * share;
    const indicated = reference + error + random.normal() * family.noise;
    const measured = family.signal
      ? family.signal[0] + ((family.signal[1] - family.signal[0]) * (indicated - low)) / (high - low)
      : indicated;
    return {
      reference,
      measured: roundTo(measured, family.resolution),
      nominal,
      ...(repeated ? { group: family.nominals.indexOf(nominal) } : {})
    };
  });
}

/** The analysis request of the technician for such a run. */
export function analysisOf(family: Family, points: readonly Point[]): AnalysisRequest {
  const reference = REFERENCES.find((standard) => standard.assetId === family.reference);
  const nominal = family.signal && {
    model: 'linear' as const,
    coefficients: [family.range[0], family.range[1] - family.range[0]],
    center: family.signal[0],
    scale: family.signal[1] - family.signal[0]
  };
  return {
    points,
    ...(nominal && { correction_in_force: nominal }),
    fit: family.degree === 1 ? { model: 'linear' } : { model: 'polynomial', degree: 'auto' },
    uncertainty: {
      coverage_probability: 0.9545,
      resolution: family.resolution,
      ...(reference && {
        reference_standard: { expanded_uncertainty: reference.expandedUncertainty, coverage_factor: 2 },
        contributions: [
          {
            name: `Drift of ${reference.assetId} since its calibration`,
            source: 'drift' as const,
            type: 'B' as const,
            distribution: 'rectangular' as const,
            value: reference.expandedUncertainty * 0.6,
            acts_on: 'corrected' as const
          }
        ]
      })
    },
    conformity: {
      tolerance: [{ kind: 'absolute', lower: -family.tolerance, upper: family.tolerance }],
      rule: 'guard_band',
      judge: 'as_left'
    },
    unit: family.unit,
    measured_unit: family.measuredUnit ?? family.unit
  };
}
