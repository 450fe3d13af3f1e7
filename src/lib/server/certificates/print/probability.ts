import { coveragePercent } from '#lib/metrology/conformity/statement.ts';
import type { Inline } from '../document/blocks.ts';
import { plain } from '../document/phrase.ts';
import { THIN_SPACE, type NumberPrinter } from './numbers.ts';

/** Below this, two decimals of a percentage are too few. */
const SMALL = 0.1;

/** A coverage probability: `95.45 %`; `> 99.99 %` if it would round to 100 %. */
export function printProbability(probability: number, numbers: NumberPrinter): readonly Inline[] {
  const { digits } = coveragePercent(probability);
  const shown = probability < SMALL ? (probability * 100).toPrecision(4) : digits;
  const percent = numbers.withUnit(numbers.text(String(Number(shown))), '%');
  return isMore(probability) ? [...plain(`>${THIN_SPACE}`), ...percent] : percent;
}

/** Whether it is printed as more than a number: then it has no equals sign before it. */
export const isMore = (probability: number): boolean => coveragePercent(probability).isMore;
