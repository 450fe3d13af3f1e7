/**
 * How much of a sweep a test goes through. `npm test` takes a fixed share of the cases that differ by a seed, a size or a theme, so that it
 * ends while somebody waits for it; `npm run test:whole` takes all, and is for the night and before a release.
 */
export const IS_WHOLE = process.env['DEPTH'] === 'whole';

/** @returns how many cases, rounds or bytes: `usual` in `npm test`, `whole` in `npm run test:whole`. */
export const depth = (usual: number, whole: number): number => (IS_WHOLE ? whole : usual);

/** All cases in `npm run test:whole`, else one in each `of`, beginning with number `from`. */
export const shareOf = <T>(cases: readonly T[], of: number, from = 0): readonly T[] =>
  IS_WHOLE ? cases : cases.filter((_, place) => place % of === from % of);
