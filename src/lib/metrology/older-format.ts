import { groupsOf } from './fit/groups.ts';
import { driveHere, type TrialSteps } from './monte-carlo/trial-job.ts';
import { AnalysisRefusal } from './refusal.ts';
import { CURRENT_FORMAT, type AnalysisRequest, type AnalysisResult } from './types.ts';

/**
 * Whether the current rule would judge a request of an older format differently: another verdict, another U as printed,
 * or no result at all. False for a request of the current format.
 * @param analyze the analysis itself, which calls this function
 */
export function isJudgedOtherwise(
  request: AnalysisRequest,
  found: Omit<AnalysisResult, 'warnings'>,
  analyze: (request: AnalysisRequest) => TrialSteps<AnalysisResult>
): boolean {
  if ((request.format ?? CURRENT_FORMAT) === CURRENT_FORMAT || hasEqualGroups(request)) return false;
  const { monte_carlo: _trials, ...uncertainty } = request.uncertainty;
  try {
    return seen(driveHere(analyze({ ...request, format: CURRENT_FORMAT, uncertainty }))) !== seen(found);
  } catch (refused) {
    if (refused instanceof AnalysisRefusal) return true;
    throw refused;
  }
}

function hasEqualGroups({ points, format }: AnalysisRequest): boolean {
  const today = groupsOf(points);
  const then = groupsOf(points, format);
  return then.count === today.count && then.of.every((group, i) => group === today.of[i]);
}

const seen = ({ conformity, expanded_uncertainty_rounded: rounded }: Omit<AnalysisResult, 'warnings'>): string =>
  [conformity?.as_found, conformity?.as_left, conformity?.conforms, rounded.text].join(' ');
