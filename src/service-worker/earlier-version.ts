/** A version's files on this device. */
export type KeptVersion = {
  readonly name: string;
  /** When it took over the pages, in milliseconds since 1970; null: never, or before this was noted. */
  readonly tookOverAt: number | null;
};

/**
 * Of the other versions, the one whose tabs may still be open: the last that took over. One that was installed and never let in has no tabs.
 *
 * @param others in the order in which they were made
 */
export function earlierVersion(others: readonly KeptVersion[]): KeptVersion | undefined {
  const tookOver = others.filter(({ tookOverAt }) => tookOverAt !== null);
  if (tookOver.length === 0) return others.at(-1);
  return tookOver.reduce((latest, one) => (Number(one.tookOverAt) >= Number(latest.tookOverAt) ? one : latest));
}
