import type { Finding, ImportRow, TableReport } from '#lib/contracts/exchange.ts';
import { IGNORED } from '#lib/records/sheet-fields.ts';

type ShownCell = { readonly label: string; readonly text: string; readonly findings: readonly Finding[] };

/** The cells of a row that are wrong, those beside them that have contents, and findings about columns that the table does not have. */
export function cellsOfRow(
  { cells = [], findings }: ImportRow,
  columns: TableReport['columns']
): {
  readonly wrong: readonly ShownCell[];
  readonly others: readonly ShownCell[];
  readonly elsewhere: readonly Finding[];
} {
  const shown = columns.flatMap(({ label, use }, i) =>
    use === IGNORED
      ? []
      : [{ label, use, text: cells[i] ?? '', findings: findings.filter(({ loc }) => loc[0] === use) }]
  );
  return {
    wrong: shown.filter((cell) => cell.findings.length > 0),
    others: shown.filter((cell) => cell.findings.length === 0 && cell.text !== ''),
    elsewhere: findings.filter(({ loc }) => !shown.some(({ use }) => use === loc[0]))
  };
}
