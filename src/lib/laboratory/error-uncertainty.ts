import type { PointResult } from '#lib/metrology/types.ts';
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

/** Of the error after correction or adjustment: that of the corrected value, unless the error has one of its own. */
export function uncertaintyAsLeft(point: PointResult): ErrorUncertainty {
  const { error_after_correction_uncertainty: own, as_left: judged, k, nu_eff } = point;
  if (own) return { U: own.expanded_uncertainty, k: own.k, nu: own.nu_eff };
  if (!judged) return { U: point.expanded_uncertainty, k, nu: nu_eff };
  const isOnlyErrorAtCapability = judged.k !== k && isCapability(judged.k, null);
  return { U: judged.expanded_uncertainty, k: judged.k, nu: isOnlyErrorAtCapability ? null : nu_eff };
}
