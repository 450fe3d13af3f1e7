/**
 * The reasons for doubt about a record: the impossible is refused, others are recorded with it; a reference in doubt
 * needs a reason.
 */
import type { ReferenceProblem } from '#lib/contracts/calibrations.ts';
import { todayIn } from '#lib/laboratory/calibration-status.ts';
import { calibrationWarning, type CalibrationWarning } from '#lib/laboratory/calibration-warnings.ts';
import { impossibilities, unusualFacts } from '#lib/laboratory/plausibility.ts';
import { invalidInput } from '#lib/laboratory/refusal.ts';
import type { EnvironmentLimits } from '#lib/records/nominal-plan.ts';
import type { Located } from './plan-calibration.ts';
import type { Checked } from './submission.ts';

/** @throws InvalidInput `date_in_future`, `environment_impossible` */
export function plausibility(
  { checked: { body }, asset, channel }: Located,
  limits: EnvironmentLimits | null,
  today: string
): readonly CalibrationWarning[] {
  const [fault] = impossibilities(body, today);
  if (fault !== undefined) throw invalidInput(['body', ...fault.path], fault.code, fault.message);
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const registeredOn = todayIn(timeZone, new Date(asset.created_at));
  const record = { body, measuring: channel ?? asset, registeredOn, inUseSince: asset.in_use_since, limits };
  return unusualFacts(record, today).map(calibrationWarning);
}

const WORDS: Readonly<Record<ReferenceProblem, string>> = {
  overdue: 'was overdue on that day',
  voided: 'was used by a calibration of it that has been voided',
  retired: 'is retired',
  out_of_service: 'is out of service',
  failed: 'did not conform when it was calibrated'
};

/**
 * The problems of a reference for which the author gave no reason. A device could not know all of them, so its work is
 * not refused: they hold the certificate until somebody decides. @throws InvalidInput `reference_needs_reason` for
 * callers without a device
 */
export function unexplained(
  { body, submission }: Checked,
  problems: readonly ReferenceProblem[]
): readonly ReferenceProblem[] {
  const explained = body.reference_reason ? (body.reference_problems ?? problems) : [];
  const open = problems.filter((problem) => !explained.includes(problem));
  if (open.length === 0 || submission.fromDevice) return open;
  throw invalidInput(
    ['body', 'reference_reason'],
    'reference_needs_reason',
    `The reference ${open.map((problem) => WORDS[problem]).join(' and ')}: choose another one, or state in reference_reason why it was used`
  );
}
