/** The trials that a calibration is saved with: drawn once, when it is saved. */
import { analyzeWithTrials } from '#lib/client/analysis/analyze-with-trials.ts';
import type { CreateCalibrationBody } from '#lib/contracts/calibrations.ts';
import type { UncertaintyRequest } from '#lib/metrology/types.ts';
import type { TrialRun } from '#lib/ui/analysis/trial-run.svelte.ts';

/** The body whose analysis has its trials; the same where none are wanted, null where they were cancelled or refused. */
export async function drawTrials(
  run: TrialRun,
  body: CreateCalibrationBody,
  asked: UncertaintyRequest['monte_carlo']
): Promise<CreateCalibrationBody | null> {
  if (asked === undefined || body.analysis === undefined) return body;
  const { request } = body.analysis;
  await run.start(analyzeWithTrials, request, asked.trials, asked.seed);
  if (run.ended !== '' || run.found?.request !== request) return null;
  const uncertainty = { ...request.uncertainty, monte_carlo: asked };
  const analysis = { request: { ...request, uncertainty }, result: run.found.result };
  return { ...body, analysis: analysis as NonNullable<CreateCalibrationBody['analysis']> };
}
