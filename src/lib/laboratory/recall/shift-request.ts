import type { AnalysisRequest, Point } from '#lib/metrology/types.ts';

/** A request whose reference values are those that a faulty reference gave, with the values as they truly were; what draws trials is left out. */
export function shiftRequest(request: AnalysisRequest, errorOf: (value: number) => number): AnalysisRequest {
  const shift = (points: readonly Point[]) =>
    points.map((point) => ({ ...point, reference: point.reference - errorOf(point.reference) }));
  const {
    as_found_points: found,
    verification_points: verified,
    evaluate_at: _at,
    inverse_at: _wanted,
    ...rest
  } = request;
  const { monte_carlo: _trials, ...uncertainty } = request.uncertainty;
  return {
    ...rest,
    uncertainty,
    points: shift(request.points),
    ...(found ? { as_found_points: shift(found) } : {}),
    ...(verified ? { verification_points: shift(verified) } : {})
  };
}

/** The largest change of a reference value. */
export const largestShift = (request: AnalysisRequest, shifted: AnalysisRequest): number =>
  (['points', 'as_found_points', 'verification_points'] as const)
    .flatMap((run) =>
      (request[run] ?? []).map((point, i) => point.reference - (shifted[run]?.[i]?.reference ?? point.reference))
    )
    .reduce((most, change) => (Math.abs(change) > Math.abs(most) ? change : most), 0);
