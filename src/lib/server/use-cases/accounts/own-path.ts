/** The path of a page of this product; `otherwise` for what leads elsewhere, however it is spelt. */
export function ownPath(wanted: string | undefined, origin: string, otherwise: string): string {
  if (wanted === undefined || !wanted.startsWith('/') || !URL.canParse(wanted, origin)) return otherwise;
  const url = new URL(wanted, origin);
  const path = url.pathname + url.search + url.hash;
  // As its parser reads it, and as whoever is given the path reads it again.
  return url.origin === new URL(origin).origin && !path.startsWith('//') ? path : otherwise;
}

/** A path with one more value in its query. */
export function withQuery(path: string, values: Readonly<Record<string, string>>): string {
  const url = new URL(path, 'http://localhost');
  for (const [key, value] of Object.entries(values)) url.searchParams.set(key, value);
  return url.pathname + url.search + url.hash;
}
