import type { Calibration } from '#lib/contracts/calibrations.ts';

export const ORIGINAL_REASONS = ['one_u', 'n_minus_1', 'coverage', 'residuals'] as const;
export type OriginalReason = (typeof ORIGINAL_REASONS)[number];
export type ComparedNumber = {
  readonly what: 'expanded_uncertainty' | 'coverage_factor' | 'standard_error' | 'r_squared' | 'coefficient';
  /** Of a coefficient: the power of the indication that it belongs to. */
  readonly power: number | null;
  readonly theirs: number | null;
  readonly ours: number | null;
  readonly differs: boolean;
};
export type Comparison = {
  readonly numbers: readonly ComparedNumber[];
  readonly verdict: { readonly theirs: string; readonly ours: boolean | null; readonly differs: boolean } | null;
  readonly reasons: readonly OriginalReason[];
};

/** Numbers that agree better than this are the same: other systems store them rounded. */
const SAME = 0.005;

/** What another system had computed of a calibration beside what is computed here, and why they differ. */
export function compareOriginal({
  original,
  result,
  expanded_uncertainty,
  coverage_factor,
  conforms
}: Pick<
  Calibration,
  'original' | 'result' | 'expanded_uncertainty' | 'coverage_factor' | 'conforms'
>): Comparison | null {
  if (original === null) return null;
  const statistic = (key: string) => numberOf(original.statistics[key]);
  const isComputed = result !== null;
  const compared = (
    what: ComparedNumber['what'],
    theirs: number | null,
    ours: number | null,
    power: number | null = null
  ) => {
    const differs =
      theirs !== null && ours !== null && Math.abs(theirs - ours) > SAME * Math.max(Math.abs(theirs), Math.abs(ours));
    return theirs === null
      ? []
      : [{ what, power, theirs, ours: isComputed ? ours : null, differs: isComputed && differs }];
  };
  const stated = original.statistics['poly_coefficients'];
  const rising = Array.isArray(stated) ? stated.map(numberOf).reverse() : [];
  const numbers = [
    ...compared('expanded_uncertainty', statistic('expanded_uncertainty'), expanded_uncertainty),
    ...compared('coverage_factor', statistic('coverage_factor'), coverage_factor),
    ...compared('standard_error', statistic('standard_error'), result?.fit.residual_standard_deviation ?? null),
    ...compared('r_squared', statistic('r_squared'), result?.fit.r_squared ?? null),
    ...rising.flatMap((theirs, power) =>
      compared('coefficient', theirs, result?.fit.coefficients[power] ?? null, power)
    )
  ];
  const verdict = verdictOf(original.statistics['conformity_statement'], isComputed ? conforms : null);
  const differ = (what: ComparedNumber['what']) => numbers.some((one) => one.what === what && one.differs);
  const reasons: OriginalReason[] = [
    ...(differ('expanded_uncertainty') ? (['one_u', 'n_minus_1'] as const) : []),
    ...(differ('standard_error') && !differ('expanded_uncertainty') ? (['n_minus_1'] as const) : []),
    ...(differ('coverage_factor') ? (['coverage'] as const) : []),
    ...(verdict?.differs ? (['residuals'] as const) : [])
  ];
  return { numbers, verdict, reasons };
}

const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

function verdictOf(statement: unknown, ours: boolean | null): Comparison['verdict'] {
  if (typeof statement !== 'string' || statement === '') return null;
  const theirs = /\b(not|non|fail\w*|reject\w*|out)\b|non.?conform/i.test(statement)
    ? false
    : /pass|conform|accept|within/i.test(statement)
      ? true
      : null;
  return { theirs: statement, ours, differs: theirs !== null && ours !== null && theirs !== ours };
}
