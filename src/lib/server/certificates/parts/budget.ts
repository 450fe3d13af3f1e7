import type { AnalysisRequest, AnalysisResult, BudgetEntry } from '#lib/metrology/types.ts';
import type { CertificateFacts } from '../certificate-facts.ts';
import type { Block, Inline, TableRow } from '../document/blocks.ts';
import { phrase, plain } from '../document/phrase.ts';
import { THIN_SPACE, uncertaintyDecimals } from '../print/numbers.ts';
import type { Printer } from '../print/printer.ts';
import { heldSpace, LINE, note, section, tableLook } from '../print/style.ts';

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
  const total: TableRow = {
    cells: [
      { content: labels.combined, bold: true, columns: 2 },
      { content: numbers.fixed(result.combined_standard_uncertainty, decimals), bold: true },
      { content: percent(1, print), bold: true }
    ],
    ruleAbove: LINE
  };
  const unit = print.unit === null ? [] : plain(`, ${print.unit}`);
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
      body: [...body, total],
      ...tableLook(print),
      gap: 16,
      padding: print.density === 'compact' ? 2.1 : 2.9,
      // The page with the signature shows more than a signature.
      keepWithNext: result.budget.length < 20
    },
    heldSpace(5),
    { ...note([...coverage(request, result, print), ...trials(result, decimals, print)]), keepWithNext: true }
  ];
}

function greatestPoint(result: AnalysisResult, print: Printer): readonly Inline[] {
  const worst = result.points.reduce<AnalysisResult['points'][number] | null>(
    (found, point) => (found === null || point.expanded_uncertainty > found.expanded_uncertainty ? point : found),
    null
  );
  return worst === null ? plain('–') : print.quantity(worst.reference, print.referenceDecimals);
}

function entryRow(entry: BudgetEntry, facts: CertificateFacts, decimals: number, print: Printer): TableRow {
  const own = (facts.request?.uncertainty.contributions ?? []).some(({ name }) => name === entry.name);
  const reference = entry.source === 'reference_standard' ? facts.context.reference?.asset_id : undefined;
  const source = print.labels.sources[entry.source];
  const contribution = Math.abs(entry.sensitivity) * entry.standard_uncertainty;
  return {
    cells: [
      { content: own ? entry.name : reference ? `${source} ${reference}` : source },
      { content: distributionOf(entry, print) },
      { content: print.numbers.fixed(contribution, decimals) },
      { content: percent(entry.variance_share, print) }
    ]
  };
}

function distributionOf(entry: BudgetEntry, print: Printer): readonly Inline[] {
  const { labels, numbers } = print;
  const runs = [...phrase(labels.distributions[entry.distribution])];
  if (entry.type === 'B' && entry.value > 0) {
    const value = numbers.text(String(Number(entry.value.toPrecision(3))));
    const unit = entry.value_kind === 'absolute' ? null : '%';
    const sign = entry.distribution === 'normal' || entry.distribution === 'student_t' ? ', ' : ', ±';
    runs.push(...plain(sign), ...numbers.withUnit(value, unit));
    if (entry.divisor !== 1) runs.push(...plain('\u202f/\u202f'), ...divisor(entry.divisor, print));
  }
  if (entry.degrees_of_freedom !== null) {
    runs.push(...phrase(', *ν* = {nu}', { nu: numbers.text(String(Number(entry.degrees_of_freedom.toPrecision(4)))) }));
  }
  return runs;
}

/** √3 and its like as they are known. */
function divisor(value: number, print: Printer): readonly Inline[] {
  const square = Math.round(value * value);
  if (Math.abs(Math.sqrt(square) - value) < 1e-9 && !Number.isInteger(value)) return plain(`√${square}`);
  return print.numbers.text(String(Number(value.toPrecision(4))));
}

const percent = (share: number, print: Printer): readonly Inline[] =>
  print.numbers.withUnit(print.numbers.fixed(share * 100, 1), '%');

function coverage(request: AnalysisRequest, result: AnalysisResult, print: Printer): readonly Inline[] {
  const { labels, numbers } = print;
  const nu = result.effective_degrees_of_freedom;
  const values = {
    k: numbers.fixed(result.coverage_factor, 2),
    nu: nu === null ? '∞' : numbers.fixed(nu, nu < 10 ? 1 : 0),
    p: probability(result, print)
  };
  const dominant = request.uncertainty.coverage_method === 'ea_dominant';
  const text = dominant ? labels.coverage_other : nu === null ? labels.coverage_normal : labels.coverage_t;
  const { cmc } = request.uncertainty;
  const floor =
    cmc === undefined ? [] : phrase(` ${labels.cmc}`, { cmc: print.quantity(cmc, uncertaintyDecimals(cmc)) });
  return [...phrase(text, values), ...floor];
}

const probability = ({ coverage_probability: p }: AnalysisResult, { numbers }: Printer): readonly Inline[] =>
  numbers.withUnit(numbers.text(String(Number((p * 100).toPrecision(4)))), '%');

/** What random trials found at the same point, and whether they confirm the budget (JCGM 101:2008, 8). */
function trials(result: AnalysisResult, decimals: number, print: Printer): readonly Inline[] {
  const { monte_carlo: found } = result;
  if (found === undefined) return [];
  const { labels } = print;
  const [low, high] = found.symmetric_interval;
  const values = {
    trials: String(found.trials).replace(/\B(?=(\d{3})+$)/gu, THIN_SPACE),
    u: print.quantity(found.standard_uncertainty, decimals),
    p: probability(result, print),
    low: print.numbers.fixed(low, decimals),
    high: print.quantity(high, decimals)
  };
  return [
    ...phrase(` ${labels.trials}`, values),
    ...phrase(` ${found.gum_validated ? labels.trials_confirm : labels.trials_refute}`)
  ];
}
