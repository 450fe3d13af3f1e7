/** The correction in force: from a stored calibration, typed, or the nominal characteristic. */
import type { CalibrationHeader } from '#lib/contracts/calibrations.ts';
import { curveInForce } from '#lib/laboratory/in-force.ts';
import { nominalCharacteristic } from '#lib/laboratory/nominal-characteristic.ts';
import { centerOf, modelOf } from '#lib/metrology/models/table.ts';
import type { AnalysisRequest, CorrectionCurve } from '#lib/metrology/types.ts';
import { curveForm, NEW_CURVE, readCurve, type CurveForm } from '../typed/coefficient-curve.ts';
import { defined } from '../typed/defined.ts';
import { measuringOf, type Section } from './section.ts';
import type { UnitFields } from './units.ts';

/** A stored curve of this instrument, offered as the correction it was used with; without a version where a record names it. */
export type CurveInForce = { readonly version: number | null; readonly curve: CorrectionCurve };

export type InForceFields = {
  readonly in_force: CurveInForce | null;
  readonly use_in_force: boolean;
  /** The line through both ends of the output signal, used if no calibration provides another curve. */
  readonly nominal: CorrectionCurve | null;
  readonly use_nominal: boolean;
  /** A correction that is not from a stored calibration; used if {@link use_in_force} is off. */
  readonly typed_in_force: { readonly used: boolean; readonly curve: CurveForm };
};

export const inForce: Section<
  InForceFields,
  Pick<AnalysisRequest, 'correction_in_force'>,
  InForceFields & Pick<UnitFields, 'unit'>,
  void,
  Omit<InForceFields, 'nominal'>
> = {
  begin: (subject) => {
    const measuring = measuringOf(subject);
    const in_force = inForceOf(subject.previous, measuring.unit);
    const use_in_force = in_force !== null && measuring.correction_applied;
    const nominal = nominalCharacteristic(measuring);
    return {
      in_force,
      use_in_force,
      nominal,
      use_nominal: nominal !== null && !use_in_force,
      typed_in_force: { used: false, curve: NEW_CURVE }
    };
  },
  toRequest: (form, reader) => {
    const { used, curve } = form.typed_in_force;
    if (form.use_in_force && form.in_force !== null) return { correction_in_force: form.in_force.curve };
    if (!used) return form.use_nominal && form.nominal ? { correction_in_force: form.nominal } : {};
    const read = readCurve(curve, 'typed_in_force', reader);
    const center = centerOf(curve.model, form.unit.trim() || undefined);
    return { correction_in_force: defined({ ...read, center: center === 0 ? undefined : center }) };
  },
  /**
   * The curve of a calibration stays the recorded one, whatever is in force today; a typed curve is filled in again.
   */
  fromRequest: ({ correction_in_force: asked }, { in_force, typed_in_force, nominal }) => {
    const none = {
      in_force,
      use_in_force: false,
      use_nominal: false,
      typed_in_force: { used: false, curve: typed_in_force.curve }
    };
    if (asked === undefined) return none;
    if (JSON.stringify(asked) === JSON.stringify(nominal)) return { ...none, use_nominal: true };
    const plain =
      (asked.scale ?? 1) === 1 && (modelOf(asked.model).temperatures === 'absolute' || (asked.center ?? 0) === 0);
    if (asked.calibration_id === undefined && plain)
      return { ...none, typed_in_force: { used: true, curve: curveForm(asked) } };
    const same = in_force !== null && in_force.curve.calibration_id === asked.calibration_id;
    return {
      in_force: { version: same ? in_force.version : null, curve: asked },
      use_in_force: true,
      use_nominal: false,
      typed_in_force: { used: false, curve: NEW_CURVE }
    };
  },
  // Taken from the current record, even for an older draft.
  takeUp: (stored, fresh) => ({
    nominal: fresh.nominal,
    use_nominal: (stored.use_nominal ?? fresh.use_nominal) && fresh.nominal !== null
  })
};

/** The curve of the latest calibration, as the form offers it. */
export function inForceOf(previous: CalibrationHeader | null, unit: string | null): CurveInForce | null {
  const curve = curveInForce(previous, unit);
  return previous && curve ? { version: previous.version, curve } : null;
}
