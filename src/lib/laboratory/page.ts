/** A page of a keyset-paged list. */
export type Page<T> = { readonly items: readonly T[]; readonly nextCursor: string | null; readonly total: number };

export const mapPage = <T, U>(page: Page<T>, change: (item: T) => U): Page<U> => ({
  ...page,
  items: page.items.map(change)
});
