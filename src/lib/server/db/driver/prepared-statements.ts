/**
 * Which statements of a connection are prepared: those that it repeats. Postgres then parses and plans them once, which
 * for a record with many joins takes longer than running it. Statements that are used once, such as writes of a list of
 * columns, are not kept.
 */
export function preparedStatements(most = MOST): (text: string) => { readonly name?: string } {
  const seen = new Set<string>();
  const names = new Map<string, string>();
  return (text) => {
    const name = names.get(text);
    if (name !== undefined) return { name };
    if (names.size >= most || !PLANNED.test(text)) return {};
    if (!seen.has(text)) {
      // Too many texts that were used only once: start counting again.
      if (seen.size >= most) seen.clear();
      seen.add(text);
      return {};
    }
    seen.delete(text);
    names.set(text, `s${names.size}`);
    return { name: names.get(text) ?? '' };
  };
}

/** A backend uses tens of kilobytes for each. */
const MOST = 256;
/** Statements with a plan; beginning and ending a transaction have none. */
const PLANNED = /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b/i;

/** Whether a prepared statement's columns have changed since: a migration ran meanwhile. */
export const isOutdated = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && thrown.code === '0A000' && /cached plan/.test(thrown.message);
