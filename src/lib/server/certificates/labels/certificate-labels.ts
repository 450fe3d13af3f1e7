import type { Language } from '#lib/contracts/primitives.ts';
import type { ContributionSource, Distribution, FitMethod, Model, Verdict } from '#lib/metrology/types.ts';
import { german } from './de.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';
import { french } from './fr.ts';

/**
 * Texts of the default certificate; a block may have its own beside it (parts/further-values-words.ts). With the marks of
 * document/phrase.ts: `*variable*`, `_{below}`, `{value}`.
 */
export type CertificateLabels = {
  readonly certificate: string;
  readonly record: string;
  readonly page: string;
  readonly title: string;
  readonly external_title: string;
  readonly external_data: string;
  readonly not_recorded: string;
  readonly no_address: string;
  readonly copy: string;
  readonly voided: string;
  readonly voided_record: string;
  readonly void_reason: string;
  readonly replaces: string;
  readonly item: string;
  readonly identification: string;
  readonly serial_number: string;
  readonly channel: string;
  readonly range: string;
  readonly range_text: string;
  readonly quantity: string;
  readonly condition: string;
  readonly customer: string;
  readonly place: string;
  readonly received: string;
  readonly calibration_date: string;
  readonly issue_date: string;
  readonly procedure: string;
  readonly revision: string;
  readonly no_revision: string;
  readonly environment: string;
  readonly external_laboratory: string;
  readonly external_certificate: string;
  readonly external_accreditation: string;
  readonly results: string;
  readonly results_follow: string;
  readonly coefficients_only: string;
  readonly uncertainty_only: string;
  readonly external_evaluated: string;
  readonly before_adjustment: string;
  readonly verification: string;
  /** Where nothing was corrected. */
  readonly verification_alone: string;
  readonly number: string;
  readonly reference: string;
  readonly indication: string;
  readonly as_found: string;
  readonly as_left: string;
  readonly after_correction: string;
  readonly error: string;
  readonly verdict: string;
  readonly verdicts: Readonly<Record<Verdict, string>>;
  readonly error_note: string;
  readonly error_in_force_note: string;
  readonly corrected_error_note: string;
  /** After an adjustment without a correction. */
  readonly left_error_note: string;
  /** Where the errors have a greater uncertainty than the corrected values. */
  readonly error_includes_reference: string;
  readonly found_coverage: string;
  readonly corrected_coverage: string;
  readonly left_coverage: string;
  readonly tolerance_note: string;
  readonly specification: string;
  readonly customer_data: string;
  readonly of_reading: string;
  readonly of_span: string;
  /** Of a contribution in percent; a tolerance is in percent of the reference value. */
  readonly of_indication: string;
  readonly of_value: string;
  readonly hysteresis_note: string;
  readonly not_judged: string;
  readonly conformity: string;
  readonly points_conform: string;
  /** Of one point; in French, none or one of several. */
  readonly points_conform_one: string;
  readonly decides: string;
  readonly no_tolerance: string;
  readonly expanded_uncertainty: string;
  readonly value_uncertainty: string;
  readonly traceability: string;
  readonly reference_text: string;
  readonly reference_certificate: string;
  readonly reference_date: string;
  readonly calibrated_by: string;
  readonly accreditation: string;
  readonly traceable: string;
  readonly not_traceable: string;
  readonly reference_overdue: string;
  readonly reference_voided: string;
  readonly reference_unknown: string;
  readonly traceable_external: string;
  readonly no_reference: string;
  readonly correction_curve: string;
  readonly error_curve: string;
  readonly tolerance: string;
  readonly acceptance: string;
  readonly correction_series: string;
  readonly band: string;
  readonly indication_axis: string;
  readonly curve_domain: string;
  readonly interpolated: string;
  readonly equation_with: string;
  readonly equation_below_zero: string;
  readonly fit_text: string;
  readonly fit_scatter: string;
  readonly fit_scatter_one: string;
  readonly fit_scatter_relative: string;
  readonly fit_scatter_relative_one: string;
  readonly models: Readonly<Record<Model, string>>;
  readonly methods: Readonly<Record<FitMethod, string>>;
  readonly circles_correction: string;
  readonly circles_error: string;
  readonly diamonds: string;
  /** Beside a correction, which shows the errors as found. */
  readonly diamonds_found: string;
  readonly shaded: string;
  readonly coefficient: string;
  readonly value: string;
  readonly standard_error: string;
  readonly band_most: string;
  readonly band_formula: string;
  readonly band_unknown: string;
  /** Behind an expanded uncertainty. */
  readonly without_curve: string;
  readonly budget: string;
  readonly source: string;
  readonly distribution: string;
  readonly share: string;
  readonly combined: string;
  readonly combined_floor: string;
  /** Line of the budget: the reference value's own uncertainty, in an error. */
  readonly point_reference: string;
  readonly sources: Readonly<Record<ContributionSource, string>>;
  readonly distributions: Readonly<Record<Distribution, string>>;
  readonly coverage_t: string;
  readonly coverage_normal: string;
  readonly coverage_other: string;
  readonly coverage_rectangular: string;
  readonly coverage_trapezoidal: string;
  /** Where the capability is reported. */
  readonly coverage_floor: string;
  readonly cmc: string;
  readonly trials: string;
  /** Where the probability of their interval is not known. */
  readonly trials_alone: string;
  /** What they confirm: the reported uncertainty, or that of the lines below a capability. */
  readonly trials_of_result: string;
  readonly trials_of_lines: string;
  readonly trials_confirm: string;
  readonly trials_refute: string;
  readonly trials_undecided: string;
  readonly remarks: string;
  readonly reference_reason: string;
  /** Contains U+FFFD. */
  readonly unknown_letters: string;
  readonly kept: string;
  /** By the code of the warning; written for the reader of the certificate. */
  readonly warnings: Readonly<Record<string, string>>;
  readonly recorded: string;
  readonly recorded_by: string;
  readonly performed_by: string;
  readonly release: string;
  /** A second person, after review. */
  readonly release_second: string;
  readonly release_same: string;
  readonly release_automatic: string;
  readonly release_unknown: string;
  readonly roles: Readonly<Record<string, string>>;
  readonly signed_electronically: string;
  readonly signature_text: string;
  readonly verify: string;
  readonly footer: string;
  readonly footer_record: string;
  readonly sign_reason: string;
  readonly sign_reason_record: string;
};

const LABELS: Readonly<Record<Language, CertificateLabels>> = { en: english, es: spanish, fr: french, de: german };

/** The texts of the default certificate in a language. */
export const certificateLabels = (language: Language): CertificateLabels => LABELS[language];
