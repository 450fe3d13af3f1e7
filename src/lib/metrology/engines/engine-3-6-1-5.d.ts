import type { AnalysisRequest, AnalysisResult } from '../types.ts';

/** As in the current engine. A refusal has the code, path and message of an AnalysisRefusal, but a class of its own. */
export function analyze(request: AnalysisRequest): AnalysisResult;
