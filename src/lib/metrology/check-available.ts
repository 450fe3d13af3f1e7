import { AnalysisRefusal, type AnalysisRequest } from './types.ts';

/** Refuses by name whatever the contract knows and this engine does not compute: never silently something else. */
export function checkAvailable(request: AnalysisRequest): void {
  const { uncertainty } = request;
  if (uncertainty.monte_carlo !== undefined && (uncertainty.correlations?.length ?? 0) > 0) {
    const message = 'The Monte Carlo method is not available for correlated contributions in this engine.';
    throw refusal('monte_carlo_unavailable', ['uncertainty', 'monte_carlo'], message);
  }
}

function refusal(code: string, path: readonly string[], message: string): AnalysisRefusal {
  return new AnalysisRefusal(code, path, message);
}
