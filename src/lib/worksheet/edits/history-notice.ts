/**
 * The history of an instrument may arrive while a form is open: from another device, or late on a new one. The changes
 * are offered to the author and never applied silently.
 */
import type { CalibrateForm } from '../form/calibrate-form.ts';
import type { ChosenReference } from '../sections/reference.ts';
import type { CurveInForce } from '../sections/in-force.ts';
import type { FieldProblem } from '../typed/field-problem.ts';
import { instrumentKey, type ReferenceOption } from '../references/reference-choice.ts';
import { layPlan } from './row-edits.ts';

/** What the device currently knows. */
export type KnownHistory = {
  /** Null if no correction is in force. */
  readonly inForce: CurveInForce | null;
  /** Nominal values of the last calibration; empty if there is none or the device does not have it. */
  readonly plan: readonly string[];
  /** Whether the instrument is used with a correction. */
  readonly correctionApplied: boolean;
};

export type HistoryNotice = {
  /** The correction currently in force, if it differs from the form's; otherwise undefined. */
  readonly inForce?: CurveInForce | null;
  /** The last plan, if the form was started without it. */
  readonly plan?: readonly string[];
};

const idOf = (inForce: CurveInForce | null): string => inForce?.curve.calibration_id ?? '';

/** The decisions to make; null if there are none. */
export function historyNotice(form: CalibrateForm, known: KnownHistory): HistoryNotice | null {
  const counts = (known.correctionApplied || form.use_in_force) && !form.typed_in_force.used;
  const other = idOf(form.in_force) !== idOf(known.inForce) && form.declined_in_force !== idOf(known.inForce);
  const lacked = form.lacked.includes('plan') || form.lacked.includes('history');
  const here = new Set(form.rows.map((row) => row.nominal.trim()));
  const replanned = lacked && known.plan.length > 0 && known.plan.some((nominal) => !here.has(nominal));
  if (!(counts && other) && !replanned) return null;
  return { ...(counts && other ? { inForce: known.inForce } : {}), ...(replanned ? { plan: known.plan } : {}) };
}

/** Applies what has arrived; readings stay in the rows of their nominal values. */
export function takeHistory(form: CalibrateForm, notice: HistoryNotice): CalibrateForm {
  const { inForce, plan } = notice;
  const planned = plan === undefined ? form : layPlan(plan)(form);
  if (inForce === undefined) return { ...planned, lacked: [] };
  return {
    ...planned,
    in_force: inForce,
    use_in_force: inForce !== null,
    use_nominal: inForce === null && form.nominal !== null,
    declined_in_force: null,
    lacked: []
  };
}

/** Keeps the form as it is and notes that the author knows. */
export function declineHistory(form: CalibrateForm, known: KnownHistory): CalibrateForm {
  return { ...form, declined_in_force: idOf(known.inForce), lacked: [] };
}

/** A verdict can be saved only after the author has decided about the history. */
export const undecided = (notice: HistoryNotice | null): readonly FieldProblem[] =>
  notice === null ? [] : [{ field: 'history', code: 'history_undecided' }];

/** The history on the device when the calibration is saved; the server compares it with its own. */
export function judgedWith(form: CalibrateForm, known: KnownHistory | null, references: readonly ReferenceOption[]) {
  const inForce = known === null ? form.in_force : known.inForce;
  return {
    correction_calibration_id: inForce?.curve.calibration_id ?? null,
    reference_calibration_id:
      form.kind === 'internal' && form.reference !== null ? countingOf(form.reference, references) : null
  };
}

function countingOf(chosen: ChosenReference, references: readonly ReferenceOption[]): string {
  const key = instrumentKey(chosen.asset_id, chosen.channel_id);
  return references.find((option) => option.key === key)?.chosen?.calibration_id ?? chosen.calibration_id;
}
