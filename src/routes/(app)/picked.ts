/**
 * Rows that were ticked in a list, for the page that does something with them: as many as there are, which no address has room
 * for. They last as long as the tab.
 */
type Picked = 'assets' | 'calibrations';
const keyOf = (what: Picked) => `plumbline.picked.${what}`;

export const keepPicked = (what: Picked, ids: readonly string[]): void =>
  sessionStorage.setItem(keyOf(what), JSON.stringify(ids));

/** What was ticked, where an address says that it is about that; null where it does not. */
export function pickedBy(what: Picked, search: URLSearchParams): ReadonlySet<string> | null {
  if (!search.has('picked')) return null;
  try {
    const ids: unknown = JSON.parse(sessionStorage.getItem(keyOf(what)) ?? '[]');
    return new Set(Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []);
  } catch {
    return new Set();
  }
}
