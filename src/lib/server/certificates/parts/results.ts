import type { AnalysisResult, Judgement, PointResult } from '#lib/metrology/types.ts';
import type { CertificateFacts } from '../certificate-facts.ts';
import type { Block, TableBlock, TableCell, TableRow } from '../document/blocks.ts';
import { phrase, plain } from '../document/phrase.ts';
import { uncertaintyDecimals } from '../print/numbers.ts';
import type { Printer } from '../print/printer.ts';
import { printTolerance } from '../print/tolerance.ts';
import { columnTitle, HAIRLINE, note, section, space, tableLook } from '../print/style.ts';

/** From so many points on, the table follows after the signature, so that the verdict stands on the first page. */
const LONG_TABLE = 46;
const UNKNOWN = '–';

export type ResultsPlace = 'inside' | 'annex';

export function resultsPlace(facts: CertificateFacts): ResultsPlace {
  const { result } = facts;
  const lists = [
    result?.points,
    result?.as_found_points,
    result?.verification_points,
    result?.evaluated,
    result?.inverse
  ];
  const rows = lists.reduce((sum, list) => sum + (list?.length ?? 0), 0);
  return rows < LONG_TABLE ? 'inside' : 'annex';
}

/** The tables of points with what the columns mean (ISO/IEC 17025 7.8.2.1 m, 7.8.4.1). */
export function resultTables(
  facts: CertificateFacts & { readonly result: AnalysisResult },
  print: Printer
): readonly Block[] {
  const { request, result } = facts;
  const { labels } = print;
  const corrected = result.fit.model !== 'none';
  const adjusted = result.as_found_points !== undefined;
  const blocks: Block[] = [];
  if (result.as_found_points) {
    blocks.push(
      section(labels.before_adjustment),
      pointsTable(result.as_found_points, { found: true, left: false, result, print, adjusted })
    );
  }
  const main = { found: !adjusted, left: corrected || adjusted, result, print, adjusted };
  blocks.push(section(adjusted ? labels.as_left : labels.results), pointsTable(result.points, main));
  if (result.verification_points) {
    blocks.push(section(labels.verification), pointsTable(result.verification_points, { ...main, found: false }));
  }
  const notes = [phrase(request?.correction_in_force ? labels.error_in_force_note : labels.error_note)];
  if (corrected) notes.push(phrase(labels.corrected_error_note));
  const tolerance = request?.conformity?.tolerance ?? [];
  if (tolerance.length > 0) notes.push(phrase(labels.tolerance_note, { tolerance: printTolerance(tolerance, print) }));
  const hysteresis = result.fit.diagnostics.hysteresis?.largest;
  if (hysteresis !== undefined) notes.push(phrase(labels.hysteresis_note, { value: print.quantity(hysteresis) }));
  if (result.points.some((point) => missing(point, main))) notes.push(phrase(labels.not_judged));
  blocks.push(space(5), note(notes.flatMap((part, index) => (index === 0 ? part : [...plain(' '), ...part]))));
  return blocks;
}

type TableOptions = {
  readonly found: boolean;
  readonly left: boolean;
  readonly result: AnalysisResult;
  readonly print: Printer;
  readonly adjusted: boolean;
};

function missing(point: PointResult, { found, left }: TableOptions): boolean {
  return (found && point.error === null) || (left && point.error_after_correction === null);
}

function pointsTable(points: readonly PointResult[], options: TableOptions): TableBlock {
  const { result } = options;
  const head = headRows(options);
  const greatest = points.reduce((max, point) => Math.max(max, point.expanded_uncertainty), 0);
  const count = columnCount(options);
  return {
    kind: 'table',
    columns: [
      { align: 'right', width: 'auto' },
      ...Array.from({ length: count - 1 }, () => ({ align: 'right', width: 'auto' }) as const)
    ],
    head,
    body: points.map((point, index) =>
      row(point, index, pointDecimals(point, greatest, options.print.decimals), options)
    ),
    ...tableLook(options.print),
    gap: result.conformity ? 7 : 10
  };
}

/** One column keeps one number of decimals, unless a point's uncertainty is more than ten times smaller than the greatest. */
function pointDecimals(point: PointResult, greatest: number, common: number): number {
  return point.expanded_uncertainty * 10 < greatest
    ? Math.max(common, uncertaintyDecimals(point.expanded_uncertainty))
    : common;
}

function columnCount({ found, left, result }: TableOptions): number {
  const verdict = result.conformity ? 1 : 0;
  const curve = result.fit.model === 'none' ? 0 : 1;
  return 4 + (found ? 1 + verdict : 0) + (left ? 1 + curve + verdict : 0);
}

function headRows({ found, left, result, print, adjusted }: TableOptions): readonly TableRow[] {
  const { labels } = print;
  const reference = { content: columnTitle(`${labels.reference}\n*x*`, print.unit), rows: 2 };
  const indication = { content: columnTitle(`${labels.indication}\n*y*`, print.measuredUnit), rows: 2 };
  const uncertainty = { content: columnTitle('*U*', print.unit, true), rows: 2 };
  const error = { content: columnTitle(labels.error, print.unit) };
  const verdict = result.conformity ? [{ content: labels.verdict }] : [];
  const groups: TableCell[] = [];
  const under: TableCell[] = [];
  const group = (title: string, cells: readonly TableCell[]) => {
    groups.push({
      content: title,
      columns: cells.length,
      align: cells.length > 1 ? 'center' : 'right',
      ruleBelow: HAIRLINE
    });
    under.push(...cells);
  };
  if (found) group(labels.as_found, [error, ...verdict]);
  if (left) {
    const corrected = result.fit.model === 'none' ? [] : [{ content: columnTitle('*f*(*y*)', print.unit) }];
    group(adjusted ? labels.as_left : labels.after_correction, [...corrected, error, ...verdict]);
  }
  return [
    { cells: [{ content: labels.number, rows: 2 }, reference, indication, ...groups, uncertainty] },
    { cells: under }
  ];
}

function row(
  point: PointResult,
  index: number,
  decimals: number,
  { found, left, result, print }: TableOptions
): TableRow {
  const { numbers } = print;
  const fixed = (value: number | null, sign: 'negative' | 'always' = 'negative') =>
    value === null ? UNKNOWN : numbers.fixed(value, decimals, sign);
  const judged = result.conformity !== undefined;
  const cells: TableCell[] = [
    { content: String(index + 1) },
    { content: numbers.fixed(point.reference, print.referenceDecimals) },
    { content: numbers.fixed(point.measured, print.indicationDecimals) }
  ];
  if (found) {
    cells.push({ content: fixed(point.error, 'always') });
    if (judged) cells.push(verdictCell(point.as_found, print));
  }
  if (left) {
    if (result.fit.model !== 'none') cells.push({ content: fixed(point.corrected) });
    cells.push({ content: fixed(point.error_after_correction, 'always') });
    if (judged) cells.push(verdictCell(point.as_left, print));
  }
  const uncertainty = left
    ? point.expanded_uncertainty
    : (point.as_found?.expanded_uncertainty ?? point.expanded_uncertainty);
  cells.push({ content: fixed(uncertainty) });
  return { cells };
}

function verdictCell(judgement: Judgement | null, print: Printer): TableCell {
  if (judgement === null) return { content: UNKNOWN };
  const { verdict } = judgement;
  return { content: print.labels.verdicts[verdict], bold: verdict === 'fail' || verdict === 'conditional_fail' };
}
