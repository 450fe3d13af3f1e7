import { CALIBRATION_WARNINGS, calibrationWarning } from '#lib/laboratory/calibration-warnings.ts';
import { changesWhatWasSeen } from '#lib/laboratory/compare-results.ts';
import { curveInForce, latestOn } from '#lib/laboratory/in-force.ts';
import { nominalCharacteristic } from '#lib/laboratory/nominal-characteristic.ts';
import { ResultsDiffer } from '#lib/laboratory/results-differ.ts';
import type { CurveFacts } from '#lib/server/db/calibration-facts.ts';
import { AnalysisRefusal } from '#lib/metrology/refusal.ts';
import type { ComputedResults } from './computed-results.ts';
import type { Plan } from './plan-calibration.ts';

/**
 * Whether a request for an instrument with an output signal has no correction in force without stating that there is
 * none: current devices report what they judged with.
 */
export function mayLackNominal({ asset, channel, measuredUnit, unit, checked: { body, result } }: Plan): boolean {
  const request = body.analysis?.request;
  return (
    result !== null &&
    body.judged_with === undefined &&
    request !== undefined &&
    request.correction_in_force === undefined &&
    request.measured_unit !== undefined &&
    request.measured_unit === measuredUnit &&
    measuredUnit !== unit &&
    nominalCharacteristic(channel ?? asset) !== null
  );
}

/**
 * An instrument with an output signal is used with its nominal characteristic until a calibration gives another curve:
 * if a request omits it, it is added as the correction in force, so that errors as found are known, with a warning. If
 * a verdict that the author has seen changes, the calibration is refused; a verdict as found that did not exist before
 * is new. @returns a function that returns the plan or throws ResultsDiffer `result_changed`, AnalysisRefusal; `null`
 * if the result has to be computed first
 */
export function putInNominal(found: ComputedResults, plan: Plan, curves: readonly CurveFacts[]): (() => Plan) | null {
  const { asset, channel, checked } = plan;
  const { analysis, calibration_date: day } = checked.body;
  const nominal = nominalCharacteristic(channel ?? asset);
  if (analysis === undefined || checked.result === null || nominal === null || !mayLackNominal(plan)) return () => plan;
  const own = curves.filter((curve) => curve.asset_id === asset.id);
  if (curveInForce(latestOn(own, channel?.id ?? null, day), plan.unit) !== null) return () => plan;
  const { coefficients, ...line } = nominal;
  const request = { ...analysis.request, correction_in_force: { ...line, coefficients: [...coefficients] } };
  const result = found.of(checked.submission.id, request);
  if (result === null) return null;
  const seen = checked.deviceResult ?? checked.result;
  // The engine's warnings are those of the new result; those of the recording stay.
  const noted = plan.warnings.filter(({ code }) => code in CALIBRATION_WARNINGS);
  return () => {
    if (result instanceof AnalysisRefusal) throw result;
    const changes = changesWhatWasSeen(seen, result).filter(
      ({ path, device }) => path.join('.') !== 'conformity.as_found' || device !== null
    );
    if (changes.length > 0) throw new ResultsDiffer('result_changed', changes);
    return {
      ...plan,
      checked: {
        ...checked,
        body: { ...checked.body, analysis: { ...analysis, request } },
        result,
        deviceResult: seen
      },
      warnings: [...result.warnings, ...noted, calibrationWarning('nominal_put_in')]
    };
  };
}
