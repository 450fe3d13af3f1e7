import type { AnalysisResult, Capability } from '../types.ts';
import type { Evaluation } from './budget.ts';
import { DEFAULT_COVERAGE_PROBABILITY } from './coverage.ts';

/** The coverage factor of a stated calibration and measurement capability (ILAC-P14:09/2020 5.2). */
const FACTOR = 2;

/** The capability at a value, an expanded uncertainty in its unit: a + b·|x|; 0 if none is stated. */
export function capabilityAt(capability: Capability | undefined, value: number): number {
  if (capability === undefined || typeof capability === 'number') return capability ?? 0;
  return capability.a + capability.b * Math.abs(value);
}

/**
 * The uncertainty that may be reported: if k·u_c is below the laboratory's capability, U is the capability, k = 2 with
 * unlimited degrees of freedom, and u_c half of U, so that U = k·u_c holds for every rule and every later use.
 * Source: ILAC-P14:09/2020 4.2, 5.2.
 */
export function atLeast(capability: number, own: Evaluation): Evaluation {
  if (own.expanded >= capability) return own;
  return {
    combined: capability / FACTOR,
    freedom: Infinity,
    k: FACTOR,
    beta: null,
    probability: DEFAULT_COVERAGE_PROBABILITY,
    expanded: capability,
    expanded95: capability
  };
}

/** Whether a factor and its degrees of freedom are those of a capability (or the same as theirs). */
export const isCapability = (k: number, nu: number | null): boolean => k === FACTOR && nu === null;

/** Whether the uncertainty at the head of a result is the laboratory's capability. */
export function isAtCapability(capability: Capability | undefined, result: AnalysisResult): boolean {
  const { expanded_uncertainty: expanded, points } = result;
  const at = points.find((point) => point.expanded_uncertainty === expanded);
  return expanded > 0 && at !== undefined && capabilityAt(capability, at.reference) === expanded;
}
