/**
 * How much space files may take on a device, and which are removed first: the rule, once. What is unsent comes before any file:
 * it exists nowhere else, and every file here is also on the server.
 */
const MB = 1_000_000;
/** However much the browser grants. */
export const MOST_FOR_FILES = 2000 * MB;
/** Of what the browser grants, files take at most this part. */
const QUARTER = 4;
/** Files never take the last of the space: calibrations, edits and drafts need it. */
export const RESERVED_FOR_WORK = 100 * MB;
/** If the browser does not say how much it grants (plain http). */
const WITHOUT_ESTIMATE = 50 * MB;

export type Estimate = { readonly usage: number; readonly quota: number };

/**
 * How many bytes files may take on this device.
 *
 * @param estimate of the browser, for everything that the app stores; null if it gives none
 * @param storedBytes bytes of the files that are stored now, part of its usage
 */
export function fileBudget(estimate: Estimate | null, storedBytes: number): number {
  if (estimate === null) return WITHOUT_ESTIMATE;
  const { usage, quota } = estimate;
  const others = Math.max(0, usage - storedBytes);
  return Math.max(0, Math.floor(Math.min(MOST_FOR_FILES, quota / QUARTER, quota - others - RESERVED_FOR_WORK)));
}

/** A stored file, as far as the rule needs it. */
export type StoredContent = {
  readonly key: string;
  readonly bytes: number;
  /** Milliseconds since 1970 when it was last opened, or fetched. */
  readonly used_at: number;
  /** Somebody chose to keep it; otherwise it is here because it was opened. */
  readonly kept: boolean;
};
export type Removal = { readonly keys: readonly string[]; readonly bytes: number };

/**
 * Which files go to free some space: those opened longest ago first, and of those that somebody chose to keep, if they may go at
 * all, only when no other is left. If all of them together are not enough, all are returned.
 */
export function chooseRemoved(
  contents: readonly StoredContent[],
  needed: number,
  { alsoKept }: { readonly alsoKept: boolean }
): Removal {
  const inOrder = contents
    .filter(({ kept }) => alsoKept || !kept)
    .toSorted((a, b) => Number(a.kept) - Number(b.kept) || a.used_at - b.used_at || (a.key < b.key ? -1 : 1));
  const keys: string[] = [];
  let bytes = 0;
  for (const content of inOrder) {
    if (bytes >= needed) break;
    keys.push(content.key);
    bytes += content.bytes;
  }
  return { keys, bytes };
}
