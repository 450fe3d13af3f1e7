/**
 * A device judges with the history that it holds. What the server holds may differ: another correction was in force by then, or
 * another calibration of the reference counted. Then the same readings are judged again with the server's.
 */
import type { JudgedWith } from '#lib/contracts/calibrations.ts';
import type { AnalysisRequest, AnalysisResult, CorrectionCurve, ReferenceStandard } from '#lib/metrology/types.ts';

/** What counts for one calibration, by what the server holds. */
export type OwnHistory = {
  readonly correction: CorrectionCurve | null;
  readonly reference: (ReferenceStandard & { readonly calibration_id: string }) | null;
  /** Whether the readings of this instrument are corrected in use. */
  readonly correctionApplied: boolean;
  /** Whether a curve is the nominal characteristic of the instrument, which counts until a calibration gives another. */
  readonly isNominal: (curve: CorrectionCurve | undefined) => boolean;
};

/** Both verdicts and what decides, as a person compares them. */
export type Verdicts = Pick<NonNullable<AnalysisResult['conformity']>, 'as_found' | 'as_left' | 'conforms'>;

export const isOtherHistory = (judged: JudgedWith, own: OwnHistory): boolean =>
  judged.correction_calibration_id !== (own.correction?.calibration_id ?? null) ||
  judged.reference_calibration_id !== (own.reference?.calibration_id ?? null);

/**
 * The request as its author would have made it with the server's history. What the author chose against what the device knew
 * (another correction, none, an older calibration of the reference) stays as chosen.
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

/** Null where nothing was judged. */
export const verdictsOf = ({ conformity }: AnalysisResult): Verdicts | null =>
  conformity ? { as_found: conformity.as_found, as_left: conformity.as_left, conforms: conformity.conforms } : null;

export const sameVerdicts = (a: Verdicts | null, b: Verdicts | null): boolean =>
  a?.as_found === b?.as_found && a?.as_left === b?.as_left && a?.conforms === b?.conforms;
