/** Whether the browser refused to store something because no space is left for this site. */
export function isFull(error: unknown): boolean {
  const { name, inner } = (error ?? {}) as {
    readonly name?: string;
    readonly inner?: { readonly name?: string } | null;
  };
  return name === 'QuotaExceededError' || inner?.name === 'QuotaExceededError';
}

/** Freed space counts as free only a moment later. */
const PAUSES_MS = [0, 100, 400, 1500];

/** Runs a write for which space was just freed. @throws what it throws, if there is still none after two seconds */
export async function writeOnceFreed<T>(write: () => Promise<T>): Promise<T> {
  for (const pause of PAUSES_MS) {
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
    try {
      return await write();
    } catch (error) {
      if (!isFull(error)) throw error;
    }
  }
  return write();
}
