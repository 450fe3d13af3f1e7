import { decimalsOf } from '#lib/numbers/decimals-of.ts';

/** The decimals of a column of typed readings: those of the resolution, or the most that were typed. */
export function decimalsTyped(texts: readonly string[], resolution: number | null): number {
  const typed = texts.map((text) => /[.,](\d+)\s*$/.exec(text)?.[1]?.length ?? 0);
  return Math.max(resolution === null ? 0 : decimalsOf(resolution), ...typed);
}
