import type { CreateCalibrationBody } from '#lib/contracts/calibrations.ts';
import { calibrationWarning } from '#lib/laboratory/calibration-warnings.ts';
import { changesWhatWasSeen, compareResults } from '#lib/laboratory/compare-results.ts';
import { ResultsDiffer } from '#lib/laboratory/results-differ.ts';
import { checkCurve } from '#lib/metrology/curve.ts';
import { AnalysisRefusal, type AnalysisRequest, type AnalysisResult } from '#lib/metrology/types.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import type { Checked, Submission } from './submission.ts';

/**
 * Reads one submission and finds its result anew: what the server signs it has computed itself. No database, so that nothing
 * is locked while it computes.
 * @throws InvalidInput for what is malformed, `result_mismatch`, `result_changed`; AnalysisRefusal
 */
export async function checkSubmission({ analyses }: Services, submission: Submission): Promise<Checked> {
  const body = submission.read();
  if (body.analysis === undefined) {
    if (body.coefficients_only) checkCurve(body.coefficients_only, ['coefficients_only']);
    return { submission, body, result: null, deviceResult: null, warnings: [] };
  }
  const { request, result: device } = body.analysis;
  const result = await analyzeAsSent(analyses, request);
  if (device.engine === result.engine) {
    const differences = compareResults(request, device, result);
    if (differences.length > 0) throw new ResultsDiffer('result_mismatch', differences);
    return { submission, body, result, deviceResult: null, warnings: result.warnings };
  }
  const changes = changesWhatWasSeen(device, result);
  if (changes.length > 0) throw new ResultsDiffer('result_changed', changes);
  const warnings = [...result.warnings, calibrationWarning('engine_differs')];
  return { submission, body, result, deviceResult: device, warnings };
}

/** The fields that a refusal of the engine names lie deeper in the body than in the request. */
async function analyzeAsSent(
  analyses: Services['analyses'],
  request: NonNullable<CreateCalibrationBody['analysis']>['request']
): Promise<AnalysisResult> {
  try {
    return await analyses.analyze(request satisfies AnalysisRequest);
  } catch (thrown) {
    if (!(thrown instanceof AnalysisRefusal)) throw thrown;
    throw new AnalysisRefusal(thrown.code, ['analysis', 'request', ...thrown.path], thrown.message);
  }
}
