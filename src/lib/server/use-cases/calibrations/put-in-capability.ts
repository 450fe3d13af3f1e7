import { capabilityOf, sameCapability } from '#lib/laboratory/capability.ts';
import { changesWhatWasSeen } from '#lib/laboratory/compare-results.ts';
import { ResultsDiffer } from '#lib/laboratory/results-differ.ts';
import { AnalysisRefusal } from '#lib/metrology/refusal.ts';
import type { FoundResults } from './found-results.ts';
import type { Plan } from './plan-calibration.ts';

/**
 * The capability below which a laboratory reports no uncertainty is that of its record, whatever a request says. A device puts in
 * the same; where a request has another one or none, the same readings are evaluated anew with the record's. A verdict or an
 * uncertainty that its author then has not seen is refused. What another laboratory has found is not ours to limit.
 * @returns what gives the plan, or throws ResultsDiffer `result_changed`, AnalysisRefusal; `null` where the result has to be found first
 */
export function putInCapability(found: FoundResults, plan: Plan): (() => Plan) | null {
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
  // What the device found and differs from this without a change that its author would have seen is compared already.
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
