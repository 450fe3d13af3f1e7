import { analyze } from '#lib/metrology/analyze.ts';
import type { AnalysisRequest, AnalysisResult } from '#lib/metrology/types.ts';

/** The analysis of the points sent; nothing is stored, not even in the log. @throws AnalysisRefusal naming field and cause */
export const analyzePoints = (request: AnalysisRequest): AnalysisResult => analyze(request);
