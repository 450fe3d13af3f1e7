/** The initial form of "Calibrate", filled from the asset, its channel and its history. */
import { capability } from '../sections/capability.ts';
import { conformity, specification } from '../sections/conformity.ts';
import { contributions } from '../sections/contributions.ts';
import { coverage } from '../sections/coverage.ts';
import { environment } from '../sections/environment.ts';
import { fit } from '../sections/fit.ts';
import { furtherValues } from '../sections/further-values.ts';
import { inForce } from '../sections/in-force.ts';
import { indication } from '../sections/indication.ts';
import { instrument } from '../sections/instrument.ts';
import { item } from '../sections/item.ts';
import { kind } from '../sections/kind.ts';
import { laboratory } from '../sections/laboratory.ts';
import { monteCarlo } from '../sections/monte-carlo.ts';
import { occasion } from '../sections/occasion.ts';
import { outsideCurve } from '../sections/outside-curve.ts';
import { points } from '../sections/points.ts';
import { population } from '../sections/population.ts';
import { procedure } from '../sections/procedure.ts';
import { referenceStandard } from '../sections/reference.ts';
import { remarks } from '../sections/remarks.ts';
import type { Subject } from '../sections/section.ts';
import { units } from '../sections/units.ts';
import type { CalibrateForm } from './calibrate-form.ts';

/** A new form for an asset or one of its channels. Numbers appear with a decimal point: {@link parseDecimal} reads either sign. */
export function formFor(subject: Subject): CalibrateForm {
  const rows = points.begin(subject);
  return {
    ...instrument.begin(subject),
    ...kind.begin(subject),
    ...procedure.begin(subject),
    ...occasion.begin(subject),
    ...item.begin(subject),
    ...laboratory.begin(subject),
    ...outsideCurve.begin(subject),
    ...referenceStandard.begin(subject),
    ...environment.begin(subject),
    ...units.begin(subject),
    ...fit.begin(subject),
    ...coverage.begin(subject),
    ...indication.begin(subject),
    ...capability.begin(subject),
    ...contributions.begin(subject),
    ...conformity.begin(subject),
    ...specification.begin(subject),
    ...population.begin(subject),
    ...inForce.begin(subject),
    ...rows,
    ...furtherValues.begin(subject),
    ...monteCarlo.begin(subject),
    ...remarks.begin(subject),
    schema: 1,
    next_id: rows.rows.length,
    lacked: [],
    declined_in_force: null,
    left_out: [],
    last_time: null
  };
}

/** Completes a draft of an earlier version of the product with newer fields. */
export function takeUp(stored: CalibrateForm, fresh: CalibrateForm): CalibrateForm {
  return {
    ...fresh,
    ...stored,
    ...capability.takeUp?.(stored, fresh),
    ...inForce.takeUp?.(stored, fresh),
    ...fit.takeUp?.(stored, fresh),
    ...coverage.takeUp?.(stored, fresh),
    ...laboratory.takeUp?.(stored, fresh),
    ...outsideCurve.takeUp?.(stored, fresh),
    ...points.takeUp?.(stored, fresh),
    ...contributions.takeUp?.(stored, fresh)
  };
}
