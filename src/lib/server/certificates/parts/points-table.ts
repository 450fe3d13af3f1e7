import { uncertaintyAsFound, uncertaintyAsLeft, type ErrorUncertainty } from '#lib/laboratory/error-uncertainty.ts';
import type { AnalysisResult, Judgement, Point, PointResult } from '#lib/metrology/types.ts';
import type { TableBlock, TableCell, TableRow } from '../document/tables.ts';
import { roundsAll, uncertaintyDecimals } from '../print/numbers.ts';
import type { Printer } from '../print/printer.ts';
import { columnTitle, HAIRLINE, tableLook } from '../print/style.ts';

const UNKNOWN = '–';

/** Points of one table: which errors it shows, and whether the instrument was adjusted before them. */
export type Run = {
  readonly points: readonly PointResult[];
  readonly found: boolean;
  readonly left: boolean;
  readonly result: AnalysisResult;
  readonly adjusted: boolean;
  /** How each point was approached, if recorded. */
  readonly directions?: readonly (Point['direction'] | undefined)[] | undefined;
};

const ARROWS = { up: '↑', down: '↓' } as const;

/** Whether the table shows a dash for it. */
export function missing(point: PointResult, run: Run): boolean {
  const judged = run.result.conformity !== undefined;
  return (
    (run.found && (asFound(point, run) === null || (judged && point.as_found === null))) ||
    (run.left && (point.error_after_correction === null || (judged && point.as_left === null)))
  );
}

/** The uncertainty of the error as found; null if it is not known. */
export const asFound = (point: PointResult, { left }: Run): ErrorUncertainty | null => uncertaintyAsFound(point, !left);

export function pointsTable(run: Run, print: Printer): TableBlock {
  const { points, result } = run;
  const shown = points.map((point) => [
    ...(run.found ? [asFound(point, run)?.U ?? 0] : []),
    ...(run.left ? [uncertaintyAsLeft(point)?.U ?? 0] : [])
  ]);
  const common = roundsAll(shown.flat(), print.decimals);
  return {
    kind: 'table',
    columns: Array.from({ length: columnCount(run) }, () => ({ align: 'right', width: 'auto' }) as const),
    head: headRows(run, print),
    body: points.map((point, index) => {
      // One number of decimals in a column only as long as no U is rounded by more than 5 %.
      const own = (shown[index] ?? []).filter((u) => u > 0).map(uncertaintyDecimals);
      return row(point, index, common || own.length === 0 ? print.decimals : Math.max(...own), run, print);
    }),
    ...tableLook(print),
    gap: result.conformity ? 7 : 10
  };
}

function columnCount({ found, left, result }: Run): number {
  const verdict = result.conformity ? 1 : 0;
  const curve = result.fit.model === 'none' ? 0 : 1;
  return 3 + (found ? 2 + verdict : 0) + (left ? 2 + curve + verdict : 0);
}

function headRows({ found, left, result, adjusted }: Run, print: Printer): readonly TableRow[] {
  const { labels } = print;
  const reference = { content: columnTitle(`${labels.reference}\n*x*`, print.unit), rows: 2 };
  const indication = { content: columnTitle(`${labels.indication}\n*y*`, print.measuredUnit), rows: 2 };
  const error = { content: columnTitle(labels.error, print.differenceUnit) };
  const uncertainty = { content: columnTitle('*U*', print.differenceUnit) };
  const verdict = result.conformity ? [{ content: labels.verdict }] : [];
  const groups: TableCell[] = [];
  const under: TableCell[] = [];
  const group = (title: string, cells: readonly TableCell[]) => {
    groups.push({ content: title, columns: cells.length, align: 'center', ruleBelow: HAIRLINE });
    under.push(...cells);
  };
  if (found) group(labels.as_found, [error, uncertainty, ...verdict]);
  if (left) {
    const corrected = result.fit.model === 'none' ? [] : [{ content: columnTitle('*f*(*y*)', print.unit) }];
    group(adjusted ? labels.as_left : labels.after_correction, [...corrected, error, uncertainty, ...verdict]);
  }
  return [{ cells: [{ content: labels.number, rows: 2 }, reference, indication, ...groups] }, { cells: under }];
}

function row(point: PointResult, index: number, decimals: number, run: Run, print: Printer): TableRow {
  const { numbers } = print;
  const { found, left, result } = run;
  const fixed = (value: number | null, sign: 'negative' | 'always' = 'negative') =>
    value === null ? UNKNOWN : numbers.fixed(value, decimals, sign);
  const judged = result.conformity !== undefined;
  const cells: TableCell[] = [
    { content: numbered(index, run.directions?.[index]) },
    { content: numbers.fixed(point.reference, print.referenceDecimals) },
    { content: numbers.fixed(point.measured, print.indicationDecimals) }
  ];
  if (found) {
    cells.push({ content: fixed(point.error, 'always') }, { content: fixed(asFound(point, run)?.U ?? null) });
    if (judged) cells.push(verdictCell(point.as_found, print));
  }
  if (left) {
    if (result.fit.model !== 'none') cells.push({ content: fixed(point.corrected) });
    cells.push(
      { content: fixed(point.error_after_correction, 'always') },
      { content: fixed(uncertaintyAsLeft(point)?.U ?? null) }
    );
    if (judged) cells.push(verdictCell(point.as_left, print));
  }
  return { cells };
}

const numbered = (index: number, direction: Point['direction'] | undefined): string =>
  direction === undefined ? String(index + 1) : `${index + 1}\u00a0${ARROWS[direction]}`;

function verdictCell(judgement: Judgement | null, print: Printer): TableCell {
  if (judgement === null) return { content: UNKNOWN };
  const { verdict } = judgement;
  return { content: print.labels.verdicts[verdict], bold: verdict === 'fail' || verdict === 'conditional_fail' };
}
