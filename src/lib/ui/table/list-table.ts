import type { CsvCell } from '#lib/laboratory/csv.ts';

/** A list as a table for spreadsheets, its heads in the reader's language. */
export type ListTable = { readonly heads: readonly string[]; readonly rows: Iterable<readonly CsvCell[]> };
