/** The digital certificate of one of several probes that are edited beside each other. */
import type { DccReading } from '#lib/contracts/dcc.ts';
import { parseDecimal } from '#lib/numbers/parse-number.ts';
import { alongside, type Forms, type SharedEdit } from '../edits/shared-edits.ts';
import type { CalibrateForm } from '../form/calibrate-form.ts';
import { matchPlan } from '../paste/match-plan.ts';
import { EMPTY_READING, isBlank, type Row } from '../rows/form-rows.ts';
import { applyDcc, type DccTaken } from './take-dcc.ts';

/**
 * Fills the form of one probe. The others become external, too, and their rows stay beside its rows; laboratory, number, days,
 * surroundings and readings of theirs stay as they are, because each has a certificate of its own.
 */
export const applyDccTo =
  (probe: number, reading: DccReading, taken: DccTaken): SharedEdit =>
  (forms) => {
    const before = forms[probe];
    if (before === undefined) return forms;
    const filled = placed(before, applyDcc(reading, taken)(before));
    const adjusted = filled.adjusted || others(forms, probe).some((form) => form.adjusted);
    const next = forms.map((form, i) =>
      i === probe
        ? { ...filled, adjusted }
        : { ...form, kind: filled.kind, external_content: filled.external_content, adjusted }
    );
    return alongside(next, probe);
  };

/** Another laboratory had another plan: 33.1 is not the planned 25. */
const OF_THE_PLAN = 1 / 10;

const others = (forms: Forms, probe: number): Forms => forms.filter((_form, i) => i !== probe);

/** The points in the planned rows to which they belong; in rows of their own where they are of another plan. */
function placed(before: CalibrateForm, filled: CalibrateForm): CalibrateForm {
  if (filled.rows === before.rows) return filled;
  const places = matchPlan(
    before.rows,
    filled.rows.map(({ left, found }) => parseDecimal((isBlank(left) ? found : left).reference, 'en')),
    OF_THE_PLAN
  );
  if (places === null) return filled;
  const readings = new Map(places.map((place, i) => [place, filled.rows[i]]));
  const rows = before.rows.map((row, at): Row => {
    const { left, found } = readings.get(at) ?? { left: EMPTY_READING, found: EMPTY_READING };
    return { ...row, left, found };
  });
  return { ...filled, rows };
}
