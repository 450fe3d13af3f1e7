import { AnalysisRefusal, type AnalysisRequest } from './types.ts';

const RULES_OFFERED = ['simple_acceptance', 'guard_band', 'non_binary'];

/** Refuses by name whatever the contract knows and this engine does not compute: never silently something else. */
export function checkAvailable(request: AnalysisRequest): void {
  const { uncertainty, conformity } = request;
  if (uncertainty.coverage_method === 'ea_dominant') {
    const message = 'The coverage method "ea_dominant" is not available in this engine.';
    throw refusal('coverage_method_unavailable', ['uncertainty', 'coverage_method'], message);
  }
  if (uncertainty.monte_carlo !== undefined) {
    const message = 'The Monte Carlo method is not available in this engine.';
    throw refusal('monte_carlo_unavailable', ['uncertainty', 'monte_carlo'], message);
  }
  if (conformity !== undefined && !RULES_OFFERED.includes(conformity.rule)) {
    const message = `The decision rule "${conformity.rule}" is not available in this engine.`;
    throw refusal('rule_unavailable', ['conformity', 'rule'], message);
  }
}

function refusal(code: string, path: readonly string[], message: string): AnalysisRefusal {
  return new AnalysisRefusal(code, path, message);
}
