import type { Inline } from '../document/blocks.ts';
import { plain } from '../document/phrase.ts';
import type { Printer } from './printer.ts';

/** A power with a number, a number, an operator, and the words of the equation of a platinum thermometer. */
const TOKEN =
  /(?<power>\^\d+(?:\.\d+)?(?![\d.]))|(?<number>(?<![\p{L}\p{Nd}_.])\d+(?:\.\d+)?(?:e[+-]?\d+)?)|(?<sign> ?\* ?|-)|(?<words>\bwith\b|last term below 0 °C only)/gu;

/** A formula of the engine as it is printed: numbers in the language of the certificate, real minus, powers above. */
export function writtenFormula(
  text: string,
  { labels, numbers }: Pick<Printer, 'labels' | 'numbers'>
): readonly Inline[] {
  const runs: Inline[] = [];
  let from = 0;
  for (const found of text.matchAll(TOKEN)) {
    const { power, number, sign, words } = found.groups ?? {};
    if (found.index > from) runs.push(...plain(text.slice(from, found.index)));
    if (power !== undefined) runs.push(...raised(numbers.text(power.slice(1))));
    else if (number !== undefined) runs.push(...numbers.text(number));
    else if (sign !== undefined) runs.push(...plain(sign === '-' ? '−' : '\u00a0· '));
    else runs.push(...plain(words === 'with' ? labels.equation_with : labels.equation_below_zero));
    from = found.index + found[0].length;
  }
  if (from < text.length) runs.push(...plain(text.slice(from)));
  return runs;
}

const raised = (runs: readonly Inline[]): readonly Inline[] =>
  runs.map((run) => (run.kind === 'text' ? { ...run, script: 'super' } : run));
