import { uncertaintyAsLeft, type ErrorUncertainty } from '#lib/laboratory/error-uncertainty.ts';
import type { Inline } from '../document/blocks.ts';
import { phrase } from '../document/phrase.ts';
import { printFreedom } from '../print/freedom.ts';
import type { Printer } from '../print/printer.ts';
import { asFound, type Run } from './points-table.ts';

type Coverage = Pick<ErrorUncertainty, 'k' | 'nu'>;

/** k and ν of the errors as found and of those after correction, each with its range. */
export function coverageNotes(runs: readonly Run[], print: Printer): readonly (readonly Inline[])[] {
  const { labels } = print;
  const found = runs.flatMap((run) => (run.found ? run.points.flatMap((point) => asFound(point, run) ?? []) : []));
  const left = runs.flatMap((run) => (run.left ? run.points.flatMap((point) => uncertaintyAsLeft(point) ?? []) : []));
  const adjusted = runs.some((run) => run.adjusted);
  return [
    ...(found.length > 0 ? [phrase(labels.found_coverage, { coverage: coverageRange(found, print) })] : []),
    ...(left.length > 0
      ? [phrase(adjusted ? labels.left_coverage : labels.corrected_coverage, { coverage: coverageRange(left, print) })]
      : [])
  ];
}

/** `k = 2.02, ν_eff = 45`, or from the smallest to the greatest; infinite where it is. */
export function coverageRange(all: readonly Coverage[], print: Printer): readonly Inline[] {
  const k = rangeOf(all.map((one) => one.k));
  const runs = phrase('*k* = {k}', { k: rangeText(k, (value) => print.numbers.fixed(value, 2), print) });
  if (all.some(({ nu }) => nu === undefined)) return runs;
  const nu = rangeOf(all.map((one) => one.nu ?? Infinity));
  return [
    ...runs,
    ...phrase(', *ν*_{eff} = {nu}', { nu: rangeText(nu, (value) => printFreedom(value, print), print) })
  ];
}

const rangeOf = (values: readonly number[]): readonly [number, number] =>
  values.reduce<readonly [number, number]>(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
    [Infinity, -Infinity]
  );

function rangeText(
  [low, high]: readonly [number, number],
  write: (value: number) => readonly Inline[],
  { labels }: Printer
): readonly Inline[] {
  const [from, to] = [write(low), write(high)];
  return textOf(from) === textOf(to) ? from : phrase(labels.range_text, { from, to });
}

const textOf = (runs: readonly Inline[]): string => runs.map((run) => (run.kind === 'text' ? run.text : '')).join('');
