import type { Applied, Sendable } from './queue-row.ts';

/**
 * A row that an earlier version of the app stored or exported, with today's names: what an entry was applied as before it was
 * offered again used to be called `told`.
 */
export function withTodaysNames<Row extends Sendable>(row: Row): Row {
  const { told, ...rest } = row as Row & { readonly told?: Applied | null };
  return told === undefined ? row : ({ ...rest, applied_before: told } as unknown as Row);
}
