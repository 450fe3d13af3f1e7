/** The texts to compare: the title of a hit, and the query as typed. */
type Titled = { readonly title: string };

/**
 * How well a title matches a query, 0 best: equal, begins with it, has a word that begins with it, contains it, none of
 * these.
 */
export function searchRank(title: string, query: string): number {
  const [text, wanted] = [title.toLowerCase(), query.trim().toLowerCase()];
  if (text === wanted) return 0;
  if (text.startsWith(wanted)) return 1;
  if (text.split(/[\s\-/_.]+/).some((word) => word.startsWith(wanted))) return 2;
  return text.includes(wanted) ? 3 : 4;
}

/** The best hits, best first; equal ones keep their order. */
export const bestOf = <T extends Titled>(found: readonly T[], query: string, most: number): T[] =>
  found
    .map((hit) => ({ hit, rank: searchRank(hit.title, query) }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({ hit }) => hit);
