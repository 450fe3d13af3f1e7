/** Undo and redo over immutable states; typing in one place is one step, however many keys are pressed. */

const STEPS_KEPT = 300;

export type History<T> = {
  readonly past: readonly T[];
  readonly present: T;
  readonly future: readonly T[];
  /** The place of the last edit; the next edit of the same place joins its step. `null` never joins. */
  readonly place: string | null;
};

/** A history that starts at `present`. */
export function startHistory<T>(present: T): History<T> {
  return { past: [], present, future: [], place: null };
}

/**
 * The history after an edit. `place` names what was edited (`rows.3.left.measured`); consecutive edits of one place become one undo
 * step. An edit that changes nothing leaves the history as it is.
 */
export function edit<T>(history: History<T>, next: T, place: string | null = null): History<T> {
  if (Object.is(next, history.present)) return history;
  const joins = place !== null && place === history.place && history.past.length > 0;
  const past = joins ? history.past : [...history.past, history.present].slice(-STEPS_KEPT);
  return { past, present: next, future: [], place };
}

/** Ends the current step, so that the next edit of the same place can be undone separately (the focus left a cell). */
export function endStep<T>(history: History<T>): History<T> {
  return history.place === null ? history : { ...history, place: null };
}

/** One step back; the same history if there is none. */
export function undo<T>(history: History<T>): History<T> {
  const previous = history.past.at(-1);
  if (previous === undefined) return history;
  return {
    past: history.past.slice(0, -1),
    present: previous,
    future: [history.present, ...history.future],
    place: null
  };
}

/** Redoes one step; the same history if there is none. */
export function redo<T>(history: History<T>): History<T> {
  const next = history.future[0];
  if (next === undefined) return history;
  return { past: [...history.past, history.present], present: next, future: history.future.slice(1), place: null };
}
