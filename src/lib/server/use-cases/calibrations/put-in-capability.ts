import { capabilityOf, sameCapability } from '#lib/laboratory/capability.ts';
import { changesWhatWasSeen } from '#lib/laboratory/compare-results.ts';
import { ResultsDiffer } from '#lib/laboratory/results-differ.ts';
import { AnalysisRefusal } from '#lib/metrology/refusal.ts';
import type { ComputedResults } from './computed-results.ts';
import type { Plan } from './plan-calibration.ts';

/**
 * The laboratory's capability, below which it reports no uncertainty, is that of its record, whatever a request
 * contains. A device uses the same; if a request has another one or none, the same readings are evaluated again with
 * the record's. If that gives a verdict or an uncertainty that the author has not seen, it is refused. The results of
 * other laboratories are not limited. @returns a function that returns the plan or throws ResultsDiffer
 * `result_changed`, AnalysisRefusal; `null` if the result has to be computed first
 */
export function putInCapability(found: ComputedResults, plan: Plan): (() => Plan) | null {
  const { checked, asset, channel } = plan;
  const { analysis, kind } = checked.body;
  const capability = capabilityOf(channel ?? asset);
  if (analysis === undefined || checked.result === null || kind === 'external' || capability === null)
    return () => plan;
  if (sameCapability(analysis.request.uncertainty.cmc, capability)) return () => plan;
  const { request } = analysis;
  const limited = { ...request, uncertainty: { ...request.uncertainty, cmc: capability } };
  const result = found.of(checked.submission.id, limited);
  if (result === null) return null;
  // Differences from the device's result that its author would not see have already been compared.
  const seen = checked.result;
  return () => {
    if (result instanceof AnalysisRefusal) throw result;
    const changes = changesWhatWasSeen(seen, result);
    if (changes.length > 0) throw new ResultsDiffer('result_changed', changes);
    return {
      ...plan,
      checked: {
        ...checked,
        body: { ...checked.body, analysis: { ...analysis, request: limited } },
        result,
        deviceResult: checked.deviceResult ?? checked.result
      }
    };
  };
}
