import type { ImportReport, ImportRow } from '#lib/contracts/exchange.ts';
import type { Incoming } from './incoming.ts';
import type { Plan } from './plan.ts';

/** More is counted, not listed. */
const MOST_ROWS = 10_000;
/** Rows of a table whose cells can be corrected where they are shown; after these, the next ones. */
const MOST_WITH_CELLS = 500;

/** What an import would do, or has done. Rows with errors come first. */
export function reportOf(
  { format, table }: Incoming,
  { rows, calibrations, findings }: Plan,
  applied: boolean
): ImportReport {
  const count = (action: ImportRow['action']) => rows.filter((row) => row.action === action).length;
  const weight = ({ action, findings }: ImportRow) => (action === 'refuse' ? 0 : findings.length > 0 ? 1 : 2);
  const listed = [...rows].sort((a, b) => weight(a) - weight(b)).slice(0, MOST_ROWS);
  const [create, update, refuse] = [count('create'), count('update'), count('refuse')];
  return {
    format,
    applied,
    counts: {
      create,
      update,
      skip: count('skip'),
      refuse,
      calibrations,
      findings
    },
    rows: listed.map((row, i) =>
      table !== undefined && i < MOST_WITH_CELLS && row.findings.length > 0
        ? { ...row, cells: [...table.cellsOf(row.path)] }
        : row
    ),
    omitted: Math.max(0, rows.length - MOST_ROWS),
    table: table === undefined ? null : { ...table.report, can_leave_out: refuse > 0 && create + update > 0 }
  };
}
