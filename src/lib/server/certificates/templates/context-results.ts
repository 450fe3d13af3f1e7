import { isOneState, uncertaintyAsLeft } from '#lib/laboratory/error-uncertainty.ts';
import { modelOf } from '#lib/metrology/models/table.ts';
import type { CertificateFacts } from '../certificate-facts.ts';
import type { Inline } from '../document/blocks.ts';
import type { TableCell } from '../document/tables.ts';
import { plain } from '../document/phrase.ts';
import { equation } from '../parts/equation.ts';
import { asFound, pointsTable, type Run } from '../parts/points-table.ts';
import { resultRuns } from '../parts/results.ts';
import { printFreedom } from '../print/freedom.ts';
import { printProbability } from '../print/probability.ts';
import type { Printer } from '../print/printer.ts';
import { withSymbols } from '../print/symbols.ts';
import { withUnitSymbols } from '../print/units.ts';
import type { Sections } from './build-context.ts';
import { latexOfRuns, type LatexText } from './latex-text.ts';
import { printedTable } from './printed-sections.ts';
import type { TemplateContext } from './template-context.ts';

type Results = Pick<TemplateContext, 'runs' | 'fit' | 'uncertainty' | 'budget' | 'conformity'>;

/** The results of a certificate for templates, printed as the built-in certificate prints them. */
export function contextResults(facts: CertificateFacts, print: Printer, sections: Pick<Sections, 'budget'>): Results {
  return {
    runs: facts.result
      ? resultRuns(facts, print).map(({ title, run }) => ({
          title: latexOfRuns(title),
          points: pointsOf(run, print),
          table: printedTable(pointsTable(run, print)) as Results['runs'][number]['table']
        }))
      : [],
    fit: fitOf(facts, print),
    uncertainty: uncertaintyOf(facts, print),
    budget: budgetOf(facts, sections),
    conformity: conformityOf(facts, print)
  };
}

type ContextPoint = Results['runs'][number]['points'][number];

/** The cells of the table by their names. */
function pointsOf(run: Run, print: Printer): ContextPoint[] {
  const judged = run.result.conformity !== undefined;
  const rows = pointsTable(run, print).body;
  return run.points.map((point, index): ContextPoint => {
    const of = run.left ? uncertaintyAsLeft(point) : asFound(point, run);
    const cells = [...(rows[index]?.cells ?? [])];
    const next = (): LatexText => textOf(cells.shift());
    const when = (is: boolean): LatexText | null => (is ? next() : null);
    const corrected = run.left && run.result.fit.model !== 'none';
    return {
      number: next(),
      reference: next(),
      indication: next(),
      error: when(run.found),
      uncertainty: when(run.found),
      verdict: when(run.found && judged),
      corrected: when(corrected),
      error_left: when(run.left),
      uncertainty_left: when(run.left),
      verdict_left: when(run.left && judged),
      figures: {
        reference: point.reference,
        indication: point.measured,
        error: point.error,
        corrected: point.corrected,
        error_left: point.error_after_correction,
        expanded_uncertainty: of?.U ?? null,
        coverage_factor: of?.k ?? null
      }
    };
  });
}

const textOf = (cell: TableCell | undefined): LatexText => latexOfRuns(cell?.content ?? '');

function fitOf(facts: CertificateFacts, print: Printer): Results['fit'] {
  const { labels } = print;
  const found = facts.result?.fit ?? null;
  const model = found?.model ?? facts.coefficientsOnly?.model ?? 'none';
  const isFitted = found !== null && found.model !== 'none' && modelOf(found.model).kind !== 'through_points';
  const [formula] = equation(facts, print);
  return {
    model: latexOfRuns(labels.models[model].replace('{degree}', String(found?.degree ?? ''))),
    method: isFitted ? latexOfRuns(labels.methods[found.method]) : null,
    degree: found?.degree ?? null,
    equation: formula?.kind === 'paragraph' ? latexOfRuns(formula.content) : null,
    coefficients: [...(found?.coefficients ?? facts.coefficientsOnly?.coefficients ?? [])]
  };
}

function uncertaintyOf({ result, coefficientsOnly }: CertificateFacts, print: Printer): Results['uncertainty'] {
  const { numbers } = print;
  const nu = result ? result.effective_degrees_of_freedom : coefficientsOnly.degrees_of_freedom;
  const k = result ? result.coverage_factor : coefficientsOnly.coverage_factor;
  const expanded = result ? result.expanded_uncertainty_rounded.value : coefficientsOnly.expanded_uncertainty;
  const quantity: readonly Inline[] = result
    ? print.quantity(expanded, result.expanded_uncertainty_rounded.decimals)
    : print.quantity(expanded);
  return {
    expanded: latexOfRuns(quantity),
    coverage_factor: latexOfRuns(numbers.fixed(k, 2)),
    coverage_probability: result ? latexOfRuns(printProbability(result.coverage_probability, numbers)) : null,
    degrees_of_freedom: nu === undefined || (nu === null && !result) ? null : latexOfRuns(printFreedom(nu, print)),
    figures: { expanded: result ? result.expanded_uncertainty : expanded, coverage_factor: k }
  };
}

/** The lines of the table; its sums are in `printed.budget`. */
function budgetOf({ result }: CertificateFacts, { budget }: Pick<Sections, 'budget'>): Results['budget'] {
  const rows = budget.flatMap(({ tables }) => tables).flatMap((table) => table.rows);
  return rows.slice(0, result?.budget.length ?? 0).map(({ cells }) => {
    const [source, distribution, contribution, share] = cells.map(({ text }) => text);
    const none = latexOfRuns(plain(''));
    return {
      source: source ?? none,
      distribution: distribution ?? none,
      contribution: contribution ?? none,
      share: share ?? none
    };
  });
}

function conformityOf({ result }: CertificateFacts, { labels, language }: Printer): Results['conformity'] {
  const found = result?.conformity;
  if (!found) return null;
  const verdict = (of: keyof typeof labels.verdicts | null) => (of === null ? null : latexOfRuns(labels.verdicts[of]));
  return {
    rule: found.rule,
    conforms: found.conforms,
    as_found: verdict(found.as_found),
    as_left: isOneState(result) ? null : verdict(found.as_left),
    statement: latexOfRuns(withSymbols(withUnitSymbols(found.statement[language])))
  };
}
