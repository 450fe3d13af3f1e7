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

/** The uncertainty of the error as found; null if it is not known. That of a point is another where there is a curve. */
export const asFound = (point: PointResult, { left, result }: Run): ErrorUncertainty | null =>
  uncertaintyAsFound(point, !left && result.fit.model === 'none');

/** Decimals of an error and its uncertainty. */
type Decimals = { readonly found: number; readonly left: number };

export function pointsTable(run: Run, print: Printer): TableBlock {
  const { points, result } = run;
  const found = decimalsOf(run.found ? points.map((point) => asFound(point, run)?.U ?? 0) : [], print);
  const left = decimalsOf(run.left ? points.map((point) => uncertaintyAsLeft(point)?.U ?? 0) : [], print);
  const body = points.map((point, index) => {
    const decimals = { found: found(index), left: left(index) };
    return row(point, index, decimals, run, print);
  });
  return {
    kind: 'table',
    columns: Array.from({ length: columnCount(run) }, () => ({ align: 'right', width: 'auto' }) as const),
    head: headRows(run, print),
    body,
    ...tableLook(print),
    gap: result.conformity ? 7 : 10,
    // A power of ten must not be broken.
    ...(body.some(hasPower) && { size: POWERS.size, headSize: POWERS.size, gap: POWERS.gap })
  };
}

/** Of a table whose numbers are powers of ten. */
const POWERS = { size: 6.8, gap: 4 };

const hasPower = ({ cells }: TableRow): boolean =>
  cells.some(
    ({ content }) => typeof content !== 'string' && content.some((run) => run.kind === 'text' && run.script === 'super')
  );

/**
 * One number of decimals for a column as long as no U is rounded by more than 5 % or has more than two digits (ILAC-P14:09/2020,
 * 5.3); else those of each U.
 */
function decimalsOf(shown: readonly number[], { decimals }: Printer): (index: number) => number {
  const known = shown.filter((u) => u > 0);
  const isCommon = roundsAll(known, decimals) && known.every((u) => uncertaintyDecimals(u) >= decimals);
  return (index) => {
    const own = shown[index] ?? 0;
    return isCommon || !(own > 0) ? decimals : uncertaintyDecimals(own);
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

function row(point: PointResult, index: number, decimals: Decimals, run: Run, print: Printer): TableRow {
  const { numbers } = print;
  const { found, left, result } = run;
  const fixed = (value: number | null, of: keyof Decimals, sign: 'negative' | 'always' = 'negative') =>
    value === null ? UNKNOWN : numbers.fixed(value, decimals[of], sign);
  const judged = result.conformity !== undefined;
  const cells: TableCell[] = [
    { content: numbered(index, run.directions?.[index]) },
    { content: numbers.fixed(point.reference, print.referenceDecimals) },
    { content: numbers.fixed(point.measured, print.indicationDecimals) }
  ];
  if (found) {
    cells.push(
      { content: fixed(point.error, 'found', 'always') },
      { content: fixed(asFound(point, run)?.U ?? null, 'found') }
    );
    if (judged) cells.push(verdictCell(point.as_found, print));
  }
  if (left) {
    if (result.fit.model !== 'none') cells.push({ content: fixed(point.corrected, 'left') });
    cells.push(
      { content: fixed(point.error_after_correction, 'left', 'always') },
      { content: fixed(uncertaintyAsLeft(point)?.U ?? null, 'left') }
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
