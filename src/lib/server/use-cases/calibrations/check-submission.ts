import type { CreateCalibrationBody } from '#lib/contracts/calibrations.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { calibrationWarning } from '#lib/laboratory/calibration-warnings.ts';
import { changesWhatWasSeen, comparingSteps } from '#lib/laboratory/compare-results.ts';
import { ResultsDiffer } from '#lib/laboratory/results-differ.ts';
import { asSent } from '#lib/metrology/as-stored.ts';
import { checkCurve } from '#lib/metrology/curve.ts';
import { AnalysisRefusal } from '#lib/metrology/refusal.ts';
import type { AnalysisRequest, AnalysisResult } from '#lib/metrology/types.ts';
import { inTurns } from '#lib/server/turns/take-turns.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { contentDigest } from './payload-digest.ts';
import type { Checked, Submission } from './submission.ts';

export type Read = { readonly submission: Submission; readonly sent: CreateCalibrationBody };
export type Digested = Read & { readonly contentSha256: string };

/** @throws InvalidInput for malformed input */
export const readSubmission = async (submission: Submission): Promise<Read> => ({
  submission,
  sent: await submission.read()
});

/** Adds the digest of the content, if it was not known before. */
export const digestSubmission = async ({ submission, sent }: Read): Promise<Digested> => ({
  submission,
  sent,
  contentSha256: submission.contentSha256 ?? (await contentDigest(submission.id, sent))
});

/**
 * Recomputes the result of a submission, because the server signs only its own results. Without the database, so that
 * nothing is locked meanwhile. @throws InvalidInput for malformed input, `result_mismatch`, `result_changed`;
 * AnalysisRefusal; Refusal `analysis_too_long`, `too_many_requests`
 */
export async function confirmResult(
  { analyses }: Services,
  actor: PersonActor,
  { submission, sent, contentSha256 }: Digested
): Promise<Checked> {
  if (sent.analysis === undefined) {
    if (sent.coefficients_only) checkCurve(sent.coefficients_only, ['coefficients_only']);
    return { submission, body: sent, contentSha256, result: null, deviceResult: null, warnings: [] };
  }
  const { result: device } = sent.analysis;
  const request = asSent(sent.analysis.request, device.engine);
  const body = { ...sent, analysis: { ...sent.analysis, request } };
  const result = await analyzeAsSent(analyses, actor, request);
  if (device.engine === result.engine) {
    const { result: differences } = await inTurns(comparingSteps(request, device, result));
    if (differences.length > 0) throw new ResultsDiffer('result_mismatch', differences);
    return { submission, body, contentSha256, result, deviceResult: null, warnings: result.warnings };
  }
  const changes = changesWhatWasSeen(device, result);
  if (changes.length > 0) throw new ResultsDiffer('result_changed', changes);
  const warnings = [...result.warnings, calibrationWarning('engine_differs')];
  return { submission, body, contentSha256, result, deviceResult: device, warnings };
}

/** The fields in a refusal of the engine are deeper in the body than in the request. */
async function analyzeAsSent(
  analyses: Services['analyses'],
  actor: PersonActor,
  request: NonNullable<CreateCalibrationBody['analysis']>['request']
): Promise<AnalysisResult> {
  try {
    return await analyses.analyze(request satisfies AnalysisRequest, { person: actor.userId });
  } catch (thrown) {
    if (!(thrown instanceof AnalysisRefusal)) throw thrown;
    throw new AnalysisRefusal(thrown.code, ['analysis', 'request', ...thrown.path], thrown.message);
  }
}
