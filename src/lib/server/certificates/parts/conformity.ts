import { isOneState, leavesOutCurve } from '#lib/laboratory/error-uncertainty.ts';
import { judgedRun } from '#lib/laboratory/judged-run.ts';
import type { AnalysisResult, Judgement, PointResult, Verdict } from '#lib/metrology/types.ts';
import type { CertificateFacts } from '../certificate-facts.ts';
import type { Block, ColumnsBlock, Inline } from '../document/blocks.ts';
import { phrase, plain } from '../document/phrase.ts';
import { printFreedom } from '../print/freedom.ts';
import { isMore, printProbability } from '../print/probability.ts';
import { withSymbols } from '../print/symbols.ts';
import { withUnitSymbols } from '../print/units.ts';
import type { Printer } from '../print/printer.ts';
import { hasOwnReferences } from './results.ts';
import { BODY, HAIRLINE, INK_2, INK_LINE, NOTE, paragraph, section, space } from '../print/style.ts';

type Panel = { readonly title: string; readonly value: readonly Inline[]; readonly detail: readonly Inline[] };

/** Both verdicts and the expanded uncertainty in large, then the statement (ISO/IEC 17025 7.8.6). */
export function conformity(
  facts: CertificateFacts & { readonly result: AnalysisResult },
  print: Printer
): readonly Block[] {
  const { result } = facts;
  const { labels } = print;
  const statement = result.conformity ? result.conformity.statement[print.language] : labels.no_tolerance;
  const panels = [...verdictPanels(result, print), uncertaintyPanel(result, print)];
  return [
    section(result.conformity ? labels.conformity : labels.expanded_uncertainty),
    ...panelRow(panels),
    space(8),
    paragraph(withSymbols(withUnitSymbols(statement)))
  ];
}

/** The expanded uncertainty of a curve that came without points. */
export function curveUncertainty(
  facts: CertificateFacts & { readonly result: null },
  print: Printer
): readonly Block[] {
  const { expanded_uncertainty: u, coverage_factor: k, degrees_of_freedom: nu } = facts.coefficientsOnly;
  const value = [...phrase('*U* = ', {}, { bold: true }), ...bold(print.quantity(u))];
  const detail = [...phrase('*k* = {k}', { k: print.numbers.fixed(k, 2) }), ...(nu ? degrees(nu, print) : [])];
  const { calibration } = facts.context;
  const values = { laboratory: calibration.lab_name ?? print.labels.not_recorded };
  const text =
    facts.coefficientsOnly.model === 'none'
      ? phrase(print.labels.uncertainty_only, values)
      : phrase(print.labels.coefficients_only);
  return [
    section(print.labels.results),
    paragraph(text),
    space(8),
    ...panelRow([{ title: print.labels.expanded_uncertainty, value, detail }])
  ];
}

function panelRow(panels: readonly Panel[]): readonly Block[] {
  const columns: ColumnsBlock['columns'] = panels.map((panel, index) => ({
    width: { share: 1 },
    ...(index > 0 && { divider: HAIRLINE }),
    blocks: [
      space(5),
      { kind: 'paragraph', content: plain(panel.title), size: NOTE, color: INK_2, leading: 1.3 },
      { kind: 'paragraph', content: panel.value, size: BODY * 1.6, leading: 1.3 },
      { kind: 'paragraph', content: panel.detail, size: NOTE, color: INK_2, leading: 1.3 },
      space(6)
    ]
  }));
  return [
    { kind: 'rule', stroke: INK_LINE },
    { kind: 'columns', columns, gap: 22, align: 'top' },
    { kind: 'rule', stroke: INK_LINE }
  ];
}

function verdictPanels(result: AnalysisResult, print: Printer): readonly Panel[] {
  const { conformity: found, as_found_points } = result;
  if (!found) return [];
  const { labels } = print;
  const panels: Panel[] = [];
  const add = (title: string, verdict: Verdict | null, run: readonly PointResult[], which: 'as_found' | 'as_left') => {
    if (verdict === null) return;
    const judged = run.flatMap((point) => point[which] ?? []);
    const value = plain(labels.verdicts[verdict], { bold: true });
    panels.push({ title, value, detail: countOf(judged, found.judge === which, print) });
  };
  add(labels.as_found, found.as_found, judgedRun(result, 'as_found'), 'as_found');
  const left = leftRun(result);
  if (left) add(as_found_points ? labels.as_left : labels.after_correction, found.as_left, left, 'as_left');
  return panels;
}

/** All points judged after a correction or an adjustment, as the verdict counts them. */
const leftRun = (result: AnalysisResult): readonly PointResult[] | null =>
  isOneState(result) ? null : judgedRun(result, 'as_left');

function countOf(judged: readonly Judgement[], decides: boolean, print: Printer): readonly Inline[] {
  const good = judged.filter(({ verdict }) => verdict === 'pass' || verdict === 'conditional_pass').length;
  const isOne = judged.length === 1 || (print.language === 'fr' && good < 2);
  const words = isOne ? print.labels.points_conform_one : print.labels.points_conform;
  const count = phrase(words, { good: String(good), all: String(judged.length) });
  return decides ? [...count, ...plain(`, ${print.labels.decides}`)] : count;
}

function uncertaintyPanel(result: AnalysisResult, print: Printer): Panel {
  const {
    expanded_uncertainty_rounded: rounded,
    coverage_factor,
    coverage_probability,
    effective_degrees_of_freedom: nu
  } = result;
  const { numbers, labels } = print;
  const p = printProbability(coverage_probability, numbers);
  const coverage = isMore(coverage_probability) ? '*k* = {k}, *p* {p}' : '*k* = {k}, *p* = {p}';
  return {
    title: hasOwnReferences(result) ? labels.value_uncertainty : labels.expanded_uncertainty,
    value: [...phrase('*U* = ', {}, { bold: true }), ...bold(print.quantity(rounded.value, rounded.decimals))],
    detail: [
      ...phrase(coverage, { k: numbers.fixed(coverage_factor, 2), p }),
      ...degrees(nu, print),
      ...(leavesOutCurve(result) ? plain(`; ${labels.without_curve}`) : [])
    ]
  };
}

const degrees = (nu: number | null, print: Printer): readonly Inline[] =>
  phrase(', *ν*_{eff} = {nu}', { nu: printFreedom(nu, print) });

const bold = (runs: readonly Inline[]): readonly Inline[] =>
  runs.map((run) => (run.kind === 'text' ? { ...run, bold: true } : run));
