export type RowWindow = {
  readonly first: number;
  readonly last: number;
  readonly before: number;
  readonly after: number;
};

/** How many rows there are beyond those in view. */
export type SpareRows = { readonly above: number; readonly below: number };

/**
 * Which rows of a long list are in view, with some to spare on both sides, and the empty heights around them.
 *
 * All rows are equally high. `scrolled` is how far the view's top lies below the list's top, in pixels (negative above it).
 */
export function windowRows(
  count: number,
  rowHeight: number,
  scrolled: number,
  viewHeight: number,
  { above, below }: SpareRows
): RowWindow {
  const first = Math.min(count, Math.max(0, Math.floor(scrolled / rowHeight) - above));
  const last = Math.min(count, Math.max(first, Math.ceil((scrolled + viewHeight) / rowHeight) + below));
  return { first, last, before: first * rowHeight, after: (count - last) * rowHeight };
}
