import { IntegrityConstraintViolationError, NotFoundError } from 'slonik';
import { causesOf } from './driver/connection-lost.ts';
import { OutcomeUnknown } from './outcome.ts';
import { isTransient } from './transient.ts';

/** How a failure that is not a bug is answered. */
export type Failure =
  /** Nothing was done; the same may succeed in a moment. */
  | 'unavailable'
  /** Nothing was done, and nothing can be until somebody makes room. */
  | 'no_room'
  /** It may be done or not. */
  | 'outcome_unknown'
  /** The database's own fence said no: a right ended while the request was under way. */
  | 'no_right'
  /** What was there a moment ago is not there any more, or not for the caller. */
  | 'gone';

/** Disks that are full or over quota, here and in the database. */
const NO_ROOM = /^(ENOSPC|EDQUOT|53100)$/;
const NO_RIGHT = '42501';

/** @returns null for a bug. */
export function failureOf(thrown: unknown): Failure | null {
  if (thrown instanceof OutcomeUnknown) return 'outcome_unknown';
  const codes = [...causesOf(thrown)].map(({ code }) => code);
  if (codes.some((code) => typeof code === 'string' && NO_ROOM.test(code))) return 'no_room';
  if (isTransient(thrown)) return 'unavailable';
  if (codes.includes(NO_RIGHT)) return 'no_right';
  return thrown instanceof NotFoundError ? 'gone' : null;
}

/** Whether the database's own rules refuse what was to be written: of records that come from outside, that is no mistake of ours. */
export const isContradiction = (thrown: unknown): boolean => thrown instanceof IntegrityConstraintViolationError;
