/** The results at single points, as sent and stored, in the units of the request (types.ts). */
import type { Verdict } from './types.ts';

/** The judgement of one error against its limits (the `J` of the specification of results). */
export type Judgement = {
  readonly value: number;
  readonly lower: number | null;
  readonly upper: number | null;
  readonly acceptance_lower: number | null;
  readonly acceptance_upper: number | null;
  readonly expanded_uncertainty: number;
  readonly k: number;
  readonly verdict: Verdict;
  readonly probability_of_conformity: number;
  readonly false_accept_risk: number | null;
  readonly tur: number | null;
};

/**
 * The reported uncertainty of a value: combined standard uncertainty, effective degrees of freedom (infinite: null), k
 * and U.
 */
export type ReportedUncertainty = {
  readonly u_combined: number;
  readonly nu_eff: number | null;
  readonly k: number;
  readonly expanded_uncertainty: number;
};

/** The results at one point. `null` if a result does not exist (the warnings say why). */
export type PointResult = {
  readonly reference: number;
  readonly measured: number;
  /** Error of indication g(y) − x, with the correction in force or none; null if the units differ. */
  readonly error: number | null;
  readonly corrected: number;
  readonly error_after_correction: number | null;
  /** x − f(y): for diagnostics only, never compared with limits. */
  readonly residual: number;
  readonly u_fit: number | null;
  /** Of the corrected value; without a fitted curve (`none`), of the error as found or as left. */
  readonly u_combined: number;
  readonly nu_eff: number | null;
  readonly k: number;
  readonly expanded_uncertainty: number;
  readonly as_found: Judgement | null;
  readonly as_left: Judgement | null;
  /**
   * Of `error`, by its own budget (no curve fit, the slope of the correction in force). Omitted if the error as found
   * is from another run, in abridged results, and by engines that did not report it yet.
   */
  readonly error_uncertainty?: ReportedUncertainty | undefined;
  /**
   * Of `error_after_correction`, where the reference value of the point has an uncertainty of its own; otherwise it is
   * that of the corrected value. Omitted as `error_uncertainty` is.
   */
  readonly error_after_correction_uncertainty?: ReportedUncertainty | undefined;
};

export type EvaluatedPoint = {
  readonly measured: number;
  /** The indication's own standard uncertainty, if the request has one; included in the others. */
  readonly u_measured?: number | undefined;
  readonly corrected: number;
  readonly u_fit: number | null;
  readonly u_combined: number;
  readonly nu_eff: number | null;
  readonly k: number;
  readonly expanded_uncertainty: number;
};

export type InversePoint = {
  readonly wanted: number;
  readonly measured: number;
  /** Of `measured`, in `measured_unit`: U(f)/|f′|. */
  readonly expanded_uncertainty: number;
  readonly u_fit?: number | null | undefined;
  readonly u_combined?: number | undefined;
  readonly nu_eff?: number | null | undefined;
  readonly k?: number | undefined;
};
