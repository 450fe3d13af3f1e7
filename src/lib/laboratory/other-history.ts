/**
 * A device judges with the history it has. The server's may differ: another correction in force, or another valid
 * calibration of the reference. Then the same readings are judged again with the server's history.
 */
import type { JudgedWith } from '#lib/contracts/calibrations.ts';
import type { AnalysisRequest, AnalysisResult, CorrectionCurve, ReferenceStandard } from '#lib/metrology/types.ts';

/** The history of one calibration according to the server. */
export type OwnHistory = {
  readonly correction: CorrectionCurve | null;
  readonly reference: (ReferenceStandard & { readonly calibration_id: string }) | null;
  /** Whether the readings of this instrument are corrected in use. */
  readonly correctionApplied: boolean;
  /**
   * Whether a curve is the nominal characteristic of the instrument, which counts until a calibration provides another.
   */
  readonly isNominal: (curve: CorrectionCurve | undefined) => boolean;
};

/** Both verdicts and the deciding values, for people to compare. */
export type Verdicts = Pick<NonNullable<AnalysisResult['conformity']>, 'as_found' | 'as_left' | 'conforms'>;

export const isOtherHistory = (judged: JudgedWith, own: OwnHistory): boolean =>
  judged.correction_calibration_id !== (own.correction?.calibration_id ?? null) ||
  judged.reference_calibration_id !== (own.reference?.calibration_id ?? null);

/**
 * The request as its author would have made it with the server's history. Deliberate choices of the author that deviate
 * from the device's history (another correction, none, an older calibration of the reference) are kept.
 */
export function asJudgedHere(request: AnalysisRequest, judged: JudgedWith, own: OwnHistory): AnalysisRequest {
  const { monte_carlo: _trials, ...uncertainty } = request.uncertainty;
  const standard = uncertainty.reference_standard;
  const takesReference =
    own.reference !== null && standard !== undefined && standard.calibration_id === judged.reference_calibration_id;
  const { correction_in_force: used, ...rest } = request;
  const takesCorrection =
    judged.correction_calibration_id === null
      ? (used === undefined || own.isNominal(used)) && own.correctionApplied
      : used?.calibration_id === judged.correction_calibration_id;
  const correction = takesCorrection ? (own.correction ?? (own.isNominal(used) ? used : undefined)) : used;
  return {
    ...rest,
    ...(correction === undefined ? {} : { correction_in_force: correction }),
    uncertainty: { ...uncertainty, ...(takesReference ? { reference_standard: own.reference } : {}) }
  };
}

/** Null if there is no verdict. */
export const verdictsOf = ({ conformity }: AnalysisResult): Verdicts | null =>
  conformity ? { as_found: conformity.as_found, as_left: conformity.as_left, conforms: conformity.conforms } : null;

export const sameVerdicts = (a: Verdicts | null, b: Verdicts | null): boolean =>
  a?.as_found === b?.as_found && a?.as_left === b?.as_left && a?.conforms === b?.conforms;
