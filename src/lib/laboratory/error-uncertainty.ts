import type { AnalysisResult, PointResult } from '#lib/metrology/types.ts';
import { isCapability } from '#lib/metrology/uncertainty/capability.ts';

/** U, k and ν_eff of an error: null if infinite, undefined if an earlier engine did not report it. */
export type ErrorUncertainty = { readonly U: number; readonly k: number; readonly nu: number | null | undefined };

/**
 * Of the error as found; null if it is not known. Earlier engines reported it only for judged errors, and without a
 * correction or an adjustment it is that of the point.
 */
export function uncertaintyAsFound(point: PointResult, isOneState: boolean): ErrorUncertainty | null {
  const { error, error_uncertainty: own, as_found: judged, k, nu_eff } = point;
  if (error === null) return null;
  if (own) return { U: own.expanded_uncertainty, k: own.k, nu: own.nu_eff };
  if (judged) return { U: judged.expanded_uncertainty, k: judged.k, nu: isOneState ? nu_eff : undefined };
  return isOneState ? { U: point.expanded_uncertainty, k, nu: nu_eff } : null;
}

/**
 * Of the error after correction or adjustment: that of the corrected value, unless the error has one of its own. Null if
 * the uncertainty of the curve is not known.
 */
export function uncertaintyAsLeft(point: PointResult): ErrorUncertainty | null {
  if (point.u_fit === null) return null;
  const { error_after_correction_uncertainty: own, as_left: judged, k, nu_eff } = point;
  if (own) return { U: own.expanded_uncertainty, k: own.k, nu: own.nu_eff };
  if (!judged) return { U: point.expanded_uncertainty, k, nu: nu_eff };
  const isOnlyErrorAtCapability = judged.k !== k && isCapability(judged.k, null);
  return { U: judged.expanded_uncertainty, k: judged.k, nu: isOnlyErrorAtCapability ? null : nu_eff };
}

/** Whether nothing was corrected or adjusted, so that the state found is the only one. */
export const isOneState = ({ fit, as_found_points }: Pick<AnalysisResult, 'fit' | 'as_found_points'>): boolean =>
  fit.model === 'none' && as_found_points === undefined;

/** Of a point's last error: as found if nothing was corrected or adjusted, otherwise after that. */
export const uncertaintyAtLast = (point: PointResult, result: AnalysisResult): ErrorUncertainty | null =>
  isOneState(result) ? uncertaintyAsFound(point, true) : uncertaintyAsLeft(point);

/** Whether the reported uncertainty leaves out that of the curve, because it is not known. */
export const leavesOutCurve = ({ points }: Pick<AnalysisResult, 'points'>): boolean =>
  points.some(({ u_fit }) => u_fit === null);
