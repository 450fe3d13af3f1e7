import { analysisSteps } from './analysis-steps.ts';
import { driveHere } from './monte-carlo/trial-job.ts';
import type { AnalysisRequest, AnalysisResult } from './types.ts';

/**
 * The whole analysis of one calibration: fit, uncertainty budget, expanded uncertainties, conformity.
 *
 * A pure function: equal requests give equal results, in the browser and on the server. Quantities in `unit`, indications in
 * `measured_unit`. Throws AnalysisRefusal, naming field and cause, if the numbers could not be trusted; it never
 * returns NaN. Source: JCGM 100:2008, ISO/IEC 17025:2017 7.6 and 7.8.6; README.md of this folder maps every formula.
 */
export function analyze(request: AnalysisRequest): AnalysisResult {
  return driveHere(analysisSteps(request));
}
