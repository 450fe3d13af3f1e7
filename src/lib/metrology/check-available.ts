import { AnalysisRefusal, type AnalysisRequest } from './types.ts';

const MODELS_OFFERED = ['none', 'offset', 'proportional', 'linear', 'polynomial'];
const RULES_OFFERED = ['simple_acceptance', 'guard_band', 'non_binary'];
const OPTIONS_OF_OTHER_MODELS = ['numerator', 'denominator', 'expression', 'start'] as const;

/** Refuses by name whatever the contract knows and this engine does not compute: never silently something else. */
export function checkAvailable(request: AnalysisRequest): void {
  const { fit, uncertainty, conformity } = request;
  if (!MODELS_OFFERED.includes(fit.model)) {
    throw refusal('model_unavailable', ['fit', 'model'], `The model "${fit.model}" is not available in this engine.`);
  }
  for (const option of OPTIONS_OF_OTHER_MODELS) {
    if (fit[option] === undefined) continue;
    throw refusal('unused_option', ['fit', option], `The model "${fit.model}" has no option "${option}".`);
  }
  if (fit.method === 'gdr') {
    throw refusal('method_unavailable', ['fit', 'method'], 'The method "gdr" is not available in this engine.');
  }
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
  if (request.inverse_at !== undefined) {
    throw refusal('inverse_unavailable', ['inverse_at'], 'Inverse evaluation is not available in this engine.');
  }
}

function refusal(code: string, path: readonly string[], message: string): AnalysisRefusal {
  return new AnalysisRefusal(code, path, message);
}
