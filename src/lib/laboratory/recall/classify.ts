import type { Verdict } from '#lib/metrology/types.ts';
import { isFailing } from '../out-of-tolerance.ts';
import type { RecallClass } from '#lib/records/recall.ts';
import type { RecallFigures } from './figures.ts';

/** A risk that grew by less is the arithmetic's. */
const LEAST_RISE = 1e-9;

/**
 * Flipped: a verdict is another, accepted for rejected or the other way round, or is none any more. Weakened: it holds, with a greater
 * risk of a false acceptance; or nothing was judged and a reference value was wrong by more than the uncertainty stated.
 * @param shift the largest change of a reference value
 */
export function classify(
  recorded: RecallFigures,
  again: RecallFigures,
  shift: number
): Exclude<RecallClass, 'undetermined'> {
  const isFlipped =
    recorded.conforms !== again.conforms ||
    turned(recorded.as_found, again.as_found) ||
    turned(recorded.as_left, again.as_left);
  if (isFlipped) return 'flipped';
  if (recorded.risk === null || again.risk === null)
    return Math.abs(shift) > (recorded.expanded_uncertainty ?? 0) ? 'weakened' : 'unchanged';
  return again.risk - recorded.risk > LEAST_RISE ? 'weakened' : 'unchanged';
}

const turned = (was: Verdict | null, is: Verdict | null): boolean =>
  (was === null) !== (is === null) || isFailing(was) !== isFailing(is);
