import type { CalibrationHeader } from '#lib/contracts/calibrations.ts';
import {
  errorCurve,
  asFoundCurve,
  leftCurve,
  type ErrorCurve,
  type ErrorInTime,
  type AsFoundError
} from '#lib/laboratory/recall/reference-error.ts';
import type { Link } from '#lib/laboratory/traceability/link-visible.ts';
import { evaluateCurve } from '#lib/metrology/curve.ts';
import type { RecallCause } from '#lib/records/recall.ts';
import { findLastGood, findNext, findUsersOf, findUsersSince, type Neighbour } from '#lib/server/db/recalls.ts';
import { walkForward } from '#lib/server/db/traced-links.ts';
import type { Tx } from '#lib/server/db/transaction.ts';

export type RecallPlan = {
  readonly before: string | null;
  readonly after: string | null;
  /** Null where nothing is known of the error that the reference had. */
  readonly referenceError: ErrorInTime | null;
  /** Calibrations concerned, each after the one it rests on; `depth` 0 used the reference itself. */
  readonly links: readonly Link[];
};

/**
 * What a recall is about. Read by the system: a reference is used across organizations.
 * @param statedError of a suspected reference, as a person states it
 */
export async function planRecall(
  tx: Tx,
  cause: RecallCause,
  faulty: CalibrationHeader,
  statedError: number | null = null
): Promise<RecallPlan> {
  if (cause === 'suspected') return planSuspected(tx, faulty, statedError);
  const good = await findLastGood(tx, faulty);
  const isVoided = cause === 'voided';
  const roots = await (isVoided
    ? findUsersOf(tx, faulty.id)
    : findUsersSince(tx, faulty, good?.calibration_date ?? null, faulty));
  const later = isVoided ? await findNext(tx, faulty) : faulty;
  const found = later && asFoundCurve(later);
  return {
    before: good?.id ?? null,
    after: found ? later.id : null,
    referenceError: errorInTime(
      isVoided ? voidedError(faulty, good) : good && leftBy(good),
      found && foundOn(later, found)
    ),
    links: await linksFrom(tx, roots, faulty.id)
  };
}

/** Since a good calibration; the one after it, once there is one, shows more than anybody can state. */
async function planSuspected(tx: Tx, good: CalibrationHeader, statedError: number | null): Promise<RecallPlan> {
  const later = await findNext(tx, good);
  const roots = await findUsersSince(tx, good, good.calibration_date, later);
  const found = later && asFoundCurve(later);
  const stated = statedError === null ? null : foundOn(good, [{ value: 0, error: statedError }]);
  return {
    before: good.id,
    after: found ? later.id : null,
    referenceError: found ? errorInTime(leftBy(good), foundOn(later, found)) : errorInTime(null, stated),
    links: await linksFrom(tx, roots, found ? later.id : good.id)
  };
}

/** @param shownBy in a circle, the calibration that shows the error is found again */
async function linksFrom(tx: Tx, roots: Parameters<typeof walkForward>[1], shownBy: string): Promise<readonly Link[]> {
  const { links } = await walkForward(tx, roots, { most: Infinity });
  return links.filter(({ id }) => id !== shownBy);
}

type Dated = Pick<Neighbour, 'calibration_date'>;
const foundOn = ({ calibration_date: day }: Dated, curve: ErrorCurve): AsFoundError => ({ day, curve });
const leftBy = (good: Omit<Neighbour, 'version'>): AsFoundError => foundOn(good, leftCurve(good));

const errorInTime = (before: ErrorInTime['before'], after: ErrorInTime['after']): ErrorInTime | null =>
  before === null && after === null ? null : { before, after };

/** Where the voided calibration gave another curve than the last good one: the difference is what the values were wrong by. */
function voidedError(voided: CalibrationHeader, good: Neighbour | null): ErrorInTime['before'] {
  const [was, is] = [voided.curve, good?.curve ?? null];
  if (was === null || is === null || voided.profile === null || (was.model === 'none' && is.model === 'none'))
    return null;
  const places: ErrorCurve = voided.profile.places.map(({ measured }) => {
    const value = evaluateCurve(was, measured);
    return { value, error: value - evaluateCurve(is, measured) };
  });
  const known = places.filter(({ value, error }) => Number.isFinite(value) && Number.isFinite(error));
  return known.length === 0 ? null : { day: voided.calibration_date, curve: errorCurve(known) };
}
