/**
 * Assets that were ticked in the list, for the page that does something with them: as many as there are, which no address has room
 * for. They last as long as the tab.
 */
const KEY = 'plumbline.picked';

export const keepPicked = (ids: readonly string[]): void => sessionStorage.setItem(KEY, JSON.stringify(ids));

/** What was ticked, where an address says that it is about that; null where it does not. */
export function pickedBy(search: URLSearchParams): ReadonlySet<string> | null {
  if (!search.has('picked')) return null;
  try {
    const ids: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return new Set(Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []);
  } catch {
    return new Set();
  }
}
