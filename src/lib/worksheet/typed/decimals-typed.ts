import { decimalsOf } from '#lib/numbers/decimals-of.ts';

/** Decimals that a column of typed readings is worth: those of the resolution, or the most that were typed. */
export function decimalsTyped(texts: readonly string[], resolution: number | null): number {
  const typed = texts.map((text) => /[.,](\d+)\s*$/.exec(text)?.[1]?.length ?? 0);
  return Math.max(resolution === null ? 0 : decimalsOf(resolution), ...typed);
}
