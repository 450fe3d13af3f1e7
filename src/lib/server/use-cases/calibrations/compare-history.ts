import { calibrationWarning } from '#lib/laboratory/calibration-warnings.ts';
import { curveInForce, latestOn } from '#lib/laboratory/in-force.ts';
import { isNominal } from '#lib/laboratory/nominal-characteristic.ts';
import {
  asJudgedHere,
  isOtherHistory,
  sameVerdicts,
  verdictsOf,
  type OwnHistory
} from '#lib/laboratory/other-history.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { AnalysisRefusal } from '#lib/metrology/refusal.ts';
import type { CurveFacts } from '#lib/server/db/calibration-facts.ts';
import type { ComputedResults } from './computed-results.ts';
import type { Plan } from './plan-calibration.ts';
import { mayLackNominal } from './put-in-nominal.ts';

/**
 * The queries about the instruments themselves: devices with older versions do not report what they judged with, and
 * other clients may omit it, so the nominal characteristic may have to be added.
 */
export const historyQuestions = (plans: readonly Plan[]) =>
  plans
    .filter(
      (plan) =>
        (plan.checked.body.judged_with !== undefined && plan.checked.body.analysis !== undefined) ||
        mayLackNominal(plan)
    )
    .map(({ asset, channel, checked: { body } }) => ({
      assetId: asset.id,
      channelId: channel?.id ?? null,
      date: body.calibration_date
    }));

/**
 * Compares the history with which a calibration was judged with the server's. If it differs, the same readings are
 * judged again: an equal verdict is recorded with a warning, a different one is refused. @returns a function that
 * returns the plan or throws the Refusal `history_differs`; `null` if the other verdict has to be computed first
 */
export function compareHistory(found: ComputedResults, plan: Plan, curves: readonly CurveFacts[]): (() => Plan) | null {
  const { judged_with: judged, analysis } = plan.checked.body;
  if (judged === undefined || analysis === undefined || plan.checked.result === null) return () => plan;
  const own = ownHistory(plan, curves);
  // Somebody decides about a reference in doubt: here the device's data about it count.
  const isHeld = plan.heldFor.length > 0;
  const known = isHeld ? { ...judged, reference_calibration_id: own.reference?.calibration_id ?? null } : judged;
  if (!isOtherHistory(known, own)) return () => plan;
  const device = verdictsOf(plan.checked.result);
  const judgedHere = found.of(plan.checked.submission.id, asJudgedHere(analysis.request, known, own));
  if (judgedHere === null) return null;
  // If the readings cannot be judged with the server's history, the verdict is not equal.
  const here = judgedHere instanceof AnalysisRefusal ? 'refused' : verdictsOf(judgedHere);
  if (here !== 'refused' && sameVerdicts(device, here)) {
    return () => ({ ...plan, warnings: [...plan.warnings, calibrationWarning('judged_with_other_history')] });
  }
  return () => {
    throw new Refusal(
      'history_differs',
      'The device did not have the full history, and the verdict differs. Open the calibration, apply the history or keep it as it is, and save again.',
      {
        judged_with: judged,
        history: {
          correction_calibration_id: own.correction?.calibration_id ?? null,
          reference_calibration_id: own.reference?.calibration_id ?? null
        },
        device,
        server: here === 'refused' ? null : here
      }
    );
  };
}

function ownHistory({ asset, channel, checked, latestReference }: Plan, curves: readonly CurveFacts[]): OwnHistory {
  const measuring = channel ?? asset;
  const history = curves.filter((curve) => curve.asset_id === asset.id);
  const latest = latestOn(history, channel?.id ?? null, checked.body.calibration_date);
  return {
    correction: curveInForce(latest, measuring.unit),
    reference: latestReference && {
      calibration_id: latestReference.id,
      expanded_uncertainty: latestReference.expanded_uncertainty ?? 0,
      coverage_factor: latestReference.coverage_factor ?? 2,
      degrees_of_freedom: latestReference.effective_degrees_of_freedom
    },
    correctionApplied: measuring.correction_applied,
    isNominal: (curve) => isNominal(curve, measuring)
  };
}
