import { furtherValuesOf } from '#lib/laboratory/further-values.ts';
import type { AnalysisResult } from '#lib/metrology/types.ts';
import type { CertificateFacts } from '../certificate-facts.ts';
import type { Block, Inline } from '../document/blocks.ts';
import type { TableBlock } from '../document/tables.ts';
import { phrase } from '../document/phrase.ts';
import { uncertaintyDecimals } from '../print/numbers.ts';
import type { Printer } from '../print/printer.ts';
import { differenceUnit } from '../print/units.ts';
import { columnTitle, section, tableLook } from '../print/style.ts';
import { FURTHER_VALUES_WORDS } from './further-values-words.ts';

/** Digits of a value without a known uncertainty. */
const DIGITS_WITHOUT_UNCERTAINTY = 8;

type Line = {
  readonly argument: number;
  readonly own?: number | undefined;
  readonly value: number;
  readonly uncertainty: number;
};

/** Further values of the curve: corrected values at further indications, and indications of requested values. */
export function furtherValues(
  { result }: CertificateFacts & { readonly result: AnalysisResult },
  print: Printer
): readonly Block[] {
  const { labels, unit, measuredUnit } = print;
  const words = FURTHER_VALUES_WORDS[print.language];
  const indication = columnTitle(`${labels.indication} *y*`, measuredUnit);
  const further = furtherValuesOf(result);
  const evaluated = further.evaluated.map(({ measured, u_measured, corrected, expanded_uncertainty }) => ({
    argument: measured,
    own: u_measured,
    value: corrected,
    uncertainty: expanded_uncertainty
  }));
  const inverse = further.inverse.map(({ wanted, measured, expanded_uncertainty }) => ({
    argument: wanted,
    value: measured,
    uncertainty: expanded_uncertainty
  }));
  return [
    ...linesTable(
      words.evaluated,
      [indication, columnTitle(words.corrected_value, unit), columnTitle('*U*', print.differenceUnit)],
      evaluated,
      print
    ),
    ...linesTable(
      words.wanted_values,
      [columnTitle(words.wanted_value, unit), indication, columnTitle('*U*', differenceUnit(measuredUnit))],
      inverse,
      print
    )
  ];
}

function linesTable(
  title: string,
  head: readonly (readonly Inline[])[],
  lines: readonly Line[],
  print: Printer
): readonly Block[] {
  if (lines.length === 0) return [];
  const table: TableBlock = {
    kind: 'table',
    columns: head.map(() => ({ align: 'right', width: { share: 1 } }) as const),
    head: [{ cells: head.map((content) => ({ content })) }],
    body: lines.map((line) => ({ cells: cellsOf(line, print).map((content) => ({ content })) })),
    ...tableLook(print),
    gap: 16
  };
  return [section(title), table];
}

/** A computed value has the decimals of its own uncertainty. */
function cellsOf(
  { argument, own: stated, value, uncertainty }: Line,
  { numbers }: Printer
): readonly (readonly Inline[])[] {
  const decimals = uncertaintyDecimals(uncertainty);
  const text = (value: number) =>
    uncertainty > 0
      ? numbers.fixed(value, decimals)
      : numbers.exact(Number(value.toPrecision(DIGITS_WITHOUT_UNCERTAINTY)));
  const own = stated === undefined ? [] : phrase(' (*u* = {u})', { u: numbers.exact(stated) });
  return [[...numbers.exact(argument), ...own], text(value), text(uncertainty)];
}
