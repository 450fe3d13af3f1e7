/**
 * Which statements of a connection are prepared: those that it runs again. Postgres then reads and plans them once; for a record of many joins
 * that takes longer than to run it. Texts that come once, such as writes of a list of columns, are not kept.
 */
export function preparedStatements(most = MOST): (text: string) => { readonly name?: string } {
  const seen = new Set<string>();
  const names = new Map<string, string>();
  return (text) => {
    const name = names.get(text);
    if (name !== undefined) return { name };
    if (names.size >= most || !PLANNED.test(text)) return {};
    if (!seen.has(text)) {
      // So many texts that come once: begin to look again.
      if (seen.size >= most) seen.clear();
      seen.add(text);
      return {};
    }
    seen.delete(text);
    names.set(text, `s${names.size}`);
    return { name: names.get(text) ?? '' };
  };
}

/** A backend keeps a few ten kilobytes for each. */
const MOST = 256;
/** What has a plan; beginning and ending a transaction has none. */
const PLANNED = /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b/i;

/** Whether a prepared statement gives other columns than when it was prepared: a migration ran meanwhile. */
export const isOutdated = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && thrown.code === '0A000' && /cached plan/.test(thrown.message);
