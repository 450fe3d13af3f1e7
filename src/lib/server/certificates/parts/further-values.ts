import { furtherValuesOf } from '#lib/laboratory/further-values.ts';
import type { AnalysisResult, EvaluatedPoint, InversePoint } from '#lib/metrology/types.ts';
import type { CertificateFacts } from '../certificate-facts.ts';
import type { Block, Inline } from '../document/blocks.ts';
import type { TableBlock } from '../document/tables.ts';
import { phrase, plain } from '../document/phrase.ts';
import { uncertaintyDecimals } from '../print/numbers.ts';
import type { Printer } from '../print/printer.ts';
import { differenceUnit } from '../print/units.ts';
import { columnTitle, note, section, space, tableLook } from '../print/style.ts';
import { coverageRange } from './coverage-notes.ts';
import { FURTHER_VALUES_WORDS } from './further-values-words.ts';

/** Digits of a value without a known uncertainty. */
const DIGITS_WITHOUT_UNCERTAINTY = 8;

type Line = {
  readonly argument: number;
  readonly own?: number | undefined;
  readonly value: number;
  readonly uncertainty: number;
  /** Null if the uncertainty of the curve is not known: then that of the value is not, either. */
  readonly u_fit?: number | null | undefined;
  readonly k?: number | undefined;
  readonly nu?: number | null | undefined;
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
  const evaluated = further.evaluated.map((of) => ({
    argument: of.measured,
    own: of.u_measured,
    value: of.corrected,
    ...uncertaintyOf(of)
  }));
  const inverse = further.inverse.map((of) => ({ argument: of.wanted, value: of.measured, ...uncertaintyOf(of) }));
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

const uncertaintyOf = (of: EvaluatedPoint | InversePoint) => ({
  uncertainty: of.expanded_uncertainty,
  u_fit: of.u_fit,
  k: of.k,
  nu: of.nu_eff
});

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
  const notes = [...coverageNote(lines, print), ...(lines.some(isUnknown) ? [phrase(print.labels.not_judged)] : [])];
  const explained = notes.flatMap((part, index) => (index === 0 ? part : [...plain(' '), ...part]));
  return [section(title), table, ...(explained.length > 0 ? [space(4), note(explained)] : [])];
}

const isUnknown = ({ u_fit }: Line): boolean => u_fit === null;

/** k and ν of what is stated; earlier engines did not report those of every value. */
function coverageNote(lines: readonly Line[], print: Printer): readonly (readonly Inline[])[] {
  const stated = lines.filter((line) => !isUnknown(line));
  const known = stated.flatMap(({ k, nu }) => (k === undefined ? [] : [{ k, nu }]));
  if (known.length === 0 || known.length < stated.length) return [];
  return [phrase(FURTHER_VALUES_WORDS[print.language].coverage, { coverage: coverageRange(known, print) })];
}

/** A computed value has the decimals of its own uncertainty. */
function cellsOf(line: Line, { numbers }: Printer): readonly (readonly Inline[])[] {
  const { argument, own: stated, value, uncertainty } = line;
  const decimals = uncertaintyDecimals(uncertainty);
  const text = (value: number) =>
    uncertainty > 0
      ? numbers.fixed(value, decimals)
      : numbers.exact(Number(value.toPrecision(DIGITS_WITHOUT_UNCERTAINTY)));
  const own = stated === undefined ? [] : phrase(' (*u* = {u})', { u: numbers.exact(stated) });
  return [[...numbers.exact(argument), ...own], text(value), isUnknown(line) ? plain('–') : text(uncertainty)];
}
