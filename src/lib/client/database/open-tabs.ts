/**
 * Which tabs have a person's data open. The browser releases the lock of a tab that closes, crashes or shows another page. Without locks
 * (plain http) nobody knows of the others.
 */
const nameOf = (userId: string): string => `plumbline-open-${userId}`;

/** Nobody waits longer for the other tabs: one of them may be frozen. */
export const ALL_CLOSED_MS = 3000;

/** This tab has the data open, until the returned function is called. */
export function noteOpen(userId: string): () => void {
  let close = () => {};
  const closed = new Promise<void>((resolve) => (close = resolve));
  navigator.locks?.request(nameOf(userId), { mode: 'shared' }, () => closed).catch(() => {});
  return close;
}

/** Resolves when no tab has the data open any more, or when it is no use to wait longer. */
export async function allClosed(userId: string): Promise<void> {
  const signal = AbortSignal.timeout(ALL_CLOSED_MS);
  await navigator.locks?.request(nameOf(userId), { signal }, () => {}).catch(() => {});
}
