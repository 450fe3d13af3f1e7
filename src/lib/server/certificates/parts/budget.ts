import { DEFAULT_COVERAGE_PROBABILITY } from '#lib/metrology/uncertainty/coverage.ts';
import { POINT_REFERENCE } from '#lib/metrology/uncertainty/scatter-terms.ts';
import type { AnalysisRequest, AnalysisResult, BudgetEntry, Capability } from '#lib/metrology/types.ts';
import type { CertificateFacts } from '../certificate-facts.ts';
import type { Block, Inline } from '../document/blocks.ts';
import type { TableRow } from '../document/tables.ts';
import { phrase, plain } from '../document/phrase.ts';
import { printFreedom } from '../print/freedom.ts';
import { printProbability } from '../print/probability.ts';
import { THIN_SPACE, uncertaintyDecimals } from '../print/numbers.ts';
import type { Printer } from '../print/printer.ts';
import { coverageKind } from './coverage-kind.ts';
import { reservedSpace, LINE, note, section, tableLook } from '../print/style.ts';

/** Where every part of the uncertainty comes from, at the point where it is greatest (JCGM 100:2008, 7.2.7). */
export function budget(
  facts: CertificateFacts & { readonly result: AnalysisResult; readonly request: AnalysisRequest },
  print: Printer
): readonly Block[] {
  const { request, result } = facts;
  const { labels, numbers } = print;
  if (result.budget.length === 0) return [];
  const decimals = uncertaintyDecimals(result.combined_standard_uncertainty) + 1;
  const body = result.budget.map((entry) => entryRow(entry, facts, decimals, print));
  const lines = combinedOf(result, request);
  const isFloor = reportsCapability(request, result, lines);
  const total: TableRow = {
    cells: [
      { content: labels.combined, bold: true, columns: 2 },
      { content: numbers.fixed(isFloor ? lines : result.combined_standard_uncertainty, decimals), bold: true },
      { content: percent(1, print), bold: true }
    ],
    ruleAbove: LINE
  };
  const floor: TableRow = {
    cells: [
      { content: labels.combined_floor, bold: true, columns: 2 },
      { content: numbers.fixed(result.combined_standard_uncertainty, decimals), bold: true },
      { content: '' }
    ]
  };
  const unit = print.differenceUnit === null ? [] : plain(`, ${print.differenceUnit}`);
  return [
    section(phrase(labels.budget, { point: greatestPoint(result, print) }, { bold: true })),
    {
      kind: 'table',
      columns: [
        { align: 'left', width: { share: 1.1 } },
        { align: 'left', width: { share: 1 } },
        { align: 'right', width: 'auto' },
        { align: 'right', width: 'auto' }
      ],
      head: [
        {
          cells: [
            { content: labels.source },
            { content: labels.distribution },
            { content: [...phrase('|*c*|\u202f*u*'), ...unit] },
            { content: labels.share }
          ]
        }
      ],
      body: [...body, total, ...(isFloor ? [floor] : [])],
      ...tableLook(print),
      gap: 16,
      padding: print.density === 'compact' ? 2.1 : 2.9,
      // The page with the signature must have other content, too.
      keepWithNext: result.budget.length < 20
    },
    reservedSpace(5),
    {
      ...note([...coverage(request, result, isFloor, print), ...trials(request, result, isFloor, decimals, print)]),
      keepWithNext: true
    }
  ];
}

/** The combined result of the lines: smaller than the reported one if that is the laboratory's capability. */
function combinedOf({ budget: entries }: AnalysisResult, { uncertainty }: AnalysisRequest): number {
  const part = (name: string): number =>
    entries.reduce((sum, of) => (of.name === name ? sum + of.sensitivity * of.standard_uncertainty : sum), 0);
  const squares = entries.reduce((sum, of) => sum + (of.sensitivity * of.standard_uncertainty) ** 2, 0);
  const mixed = (uncertainty.correlations ?? []).reduce((sum, { a, b, r }) => sum + 2 * r * part(a) * part(b), 0);
  return Math.sqrt(Math.max(0, squares + mixed));
}

/**
 * Whether half of the capability is reported, with unlimited degrees of freedom, instead of the result of the lines.
 */
const reportsCapability = (
  { uncertainty }: AnalysisRequest,
  { combined_standard_uncertainty: reported, effective_degrees_of_freedom: nu, coverage_factor: k }: AnalysisResult,
  lines: number
): boolean => uncertainty.cmc !== undefined && nu === null && k === 2 && Math.abs(lines - reported) > 1e-6 * reported;

function greatestPoint(result: AnalysisResult, print: Printer): readonly Inline[] {
  const worst = result.points.reduce<AnalysisResult['points'][number] | null>(
    (found, point) => (found === null || point.expanded_uncertainty > found.expanded_uncertainty ? point : found),
    null
  );
  return worst === null ? plain('–') : print.value(worst.reference, print.referenceDecimals);
}

function entryRow(entry: BudgetEntry, facts: CertificateFacts, decimals: number, print: Printer): TableRow {
  const own = (facts.request?.uncertainty.contributions ?? []).some(({ name }) => name === entry.name);
  const reference = entry.source === 'reference_standard' ? facts.context.reference?.asset_id : undefined;
  const source = print.labels.sources[entry.source];
  const isOfPoint = entry.name === POINT_REFERENCE;
  const contribution = Math.abs(entry.sensitivity) * entry.standard_uncertainty;
  return {
    cells: [
      {
        content: own
          ? entry.name
          : isOfPoint
            ? print.labels.point_reference
            : reference
              ? `${source} ${reference}`
              : source
      },
      { content: distributionOf(entry, facts.request, print) },
      { content: print.numbers.fixed(contribution, decimals) },
      { content: percent(entry.variance_share, print) }
    ]
  };
}

/** Distributions whose value is a half-width. */
const BOUNDED: ReadonlySet<BudgetEntry['distribution']> = new Set([
  'rectangular',
  'triangular',
  'arcsine',
  'trapezoidal'
]);

function distributionOf(entry: BudgetEntry, request: AnalysisRequest | null, print: Printer): readonly Inline[] {
  const { labels, numbers } = print;
  const runs = [...phrase(labels.distributions[entry.distribution])];
  if (entry.type === 'B' && entry.value > 0) {
    const value = numbers.text(String(Number(entry.value.toPrecision(3))));
    const unit = entry.value_kind === 'absolute' ? null : '%';
    runs.push(...plain(BOUNDED.has(entry.distribution) ? ', ±' : ', '), ...numbers.withUnit(value, unit));
    if (unit !== null) runs.push(...plain(` ${wholeOf(entry, request, labels)}`));
    if (entry.divisor !== 1) runs.push(...plain('\u202f/\u202f'), ...divisor(entry.divisor, print));
  }
  if (entry.degrees_of_freedom !== null) {
    runs.push(...phrase(', *ν* = {nu}', { nu: numbers.text(String(Number(entry.degrees_of_freedom.toPrecision(4)))) }));
  }
  return runs;
}

/** What a percentage is of. */
function wholeOf({ name, value_kind: kind }: BudgetEntry, request: AnalysisRequest | null, labels: Printer['labels']) {
  if (kind === 'percent_of_span') return labels.of_span;
  const contribution = request?.uncertainty.contributions?.find((one) => one.name === name);
  return contribution?.acts_on === 'measured' ? labels.of_indication : labels.of_value;
}

/** √3 and similar divisors in their usual form. */
function divisor(value: number, print: Printer): readonly Inline[] {
  const square = Math.round(value * value);
  if (Math.abs(Math.sqrt(square) - value) < 1e-9 && !Number.isInteger(value)) return plain(`√${square}`);
  return print.numbers.text(String(Number(value.toPrecision(4))));
}

const percent = (share: number, print: Printer): readonly Inline[] =>
  print.numbers.withUnit(print.numbers.fixed(share * 100, 1), '%');

function coverage(
  request: AnalysisRequest,
  result: AnalysisResult,
  isFloor: boolean,
  print: Printer
): readonly Inline[] {
  const { labels, numbers } = print;
  const nu = result.effective_degrees_of_freedom;
  const values = {
    k: numbers.fixed(result.coverage_factor, 2),
    nu: printFreedom(nu, print),
    p: printProbability(result.coverage_probability, numbers)
  };
  const text = isFloor
    ? labels.coverage_floor
    : labels[`coverage_${coverageKind(request, { k: result.coverage_factor, nu })}`];
  const { cmc } = request.uncertainty;
  const floor = cmc === undefined ? [] : phrase(` ${labels.cmc}`, { cmc: capability(cmc, print) });
  return [...phrase(text, values), ...floor];
}

/**
 * The Monte Carlo result at the same point, and whether it confirms the budget (JCGM 101:2008, 8): its lines, which are
 * not what is reported where the capability is greater.
 */
function trials(
  request: AnalysisRequest,
  result: AnalysisResult,
  isFloor: boolean,
  decimals: number,
  print: Printer
): readonly Inline[] {
  const { monte_carlo: found } = result;
  if (found === undefined) return [];
  const { labels } = print;
  const p = found.compared_with?.coverage_probability ?? probabilityOfTrials(request, result, isFloor);
  const [low, high] = found.symmetric_interval;
  const values = {
    trials: String(found.trials).replace(/\B(?=(\d{3})+$)/gu, THIN_SPACE),
    u: print.quantity(found.standard_uncertainty, decimals),
    ...(p !== null && { p: printProbability(p, print.numbers) }),
    low: print.numbers.fixed(low, decimals),
    high: print.quantity(high, decimals)
  };
  const uncertainty = isFloor ? labels.trials_of_lines : labels.trials_of_result;
  return [
    ...phrase(` ${p === null ? labels.trials_alone : labels.trials}`, values),
    ...phrase(` ${verdictOfTrials(found.gum_validated, labels)}`, { uncertainty })
  ];
}

/**
 * The coverage probability of the interval of the trials, which is that of the lines, where an earlier engine did not
 * report it. With a given factor it follows from their degrees of freedom, which such a result no longer has where the
 * capability is reported instead.
 */
function probabilityOfTrials({ uncertainty }: AnalysisRequest, result: AnalysisResult, isFloor: boolean) {
  if (!isFloor) return result.coverage_probability;
  return uncertainty.coverage_factor === undefined
    ? (uncertainty.coverage_probability ?? DEFAULT_COVERAGE_PROBABILITY)
    : null;
}

function verdictOfTrials(confirmed: boolean | null, labels: Printer['labels']): string {
  if (confirmed === null) return labels.trials_undecided;
  return confirmed ? labels.trials_confirm : labels.trials_refute;
}

/** A laboratory's capability as it is stated: a constant, or one that grows with the value x. */
function capability(cmc: Capability, print: Printer): readonly Inline[] {
  const { numbers, differenceUnit } = print;
  const { a, b } = typeof cmc === 'number' ? { a: cmc, b: null } : cmc;
  const constant = numbers.withUnit(numbers.exact(a), differenceUnit);
  return b === null ? constant : [...constant, ...phrase(' + {b} · |*x*|', { b: numbers.exact(b) })];
}
