import { classify } from '#lib/laboratory/recall/classify.ts';
import { figuresAgain, recordedFigures } from '#lib/laboratory/recall/figures.ts';
import { passedOn, type ErrorCurve } from '#lib/laboratory/recall/reference-error.ts';
import { largestShift, shiftRequest } from '#lib/laboratory/recall/shift-request.ts';
import { AnalysisRefusal } from '#lib/metrology/refusal.ts';
import type { RecallObstacle } from '#lib/records/recall.ts';
import type { ComputedLine } from '#lib/server/db/recall-lines.ts';
import type { RecalledAnalysis } from '#lib/server/db/recalled-analyses.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

type Computed = {
  readonly line: Omit<ComputedLine, 'depth'>;
  /** What the values were wrong by that the instrument gave from then on; null where that is not known. */
  readonly passedOn: ErrorCurve | null;
};

/** Computes a calibration again with its reference values as they truly were. @param errorOf null where that is not known, for `unknown` */
export async function computeLine(
  { analyses }: Services,
  of: RecalledAnalysis,
  errorOf: ((value: number) => number) | null,
  unknown: RecallObstacle
): Promise<Computed> {
  const { request, result } = of;
  const whose = { organization_id: of.organizationId, calibration_id: of.id };
  const recorded = result && recordedFigures(result);
  const undetermined = (obstacle: RecallObstacle): Computed => ({
    line: { ...whose, class: 'undetermined', obstacle, shift: null, recorded, again: null },
    passedOn: null
  });
  if (request === null || result === null || recorded === null) return undetermined('no_readings');
  if (errorOf === null) return undetermined(unknown);
  const shifted = shiftRequest(request, errorOf);
  try {
    const found = await analyses.analyze(shifted, { person: `recall ${of.id}` });
    const again = figuresAgain(shifted, result, found);
    const shift = largestShift(request, shifted);
    return {
      line: { ...whose, class: classify(recorded, again, shift), obstacle: null, shift, recorded, again },
      passedOn: passedOn(request, result, found, shifted)
    };
  } catch (thrown) {
    if (thrown instanceof AnalysisRefusal) return undetermined('analysis_failed');
    throw thrown;
  }
}
