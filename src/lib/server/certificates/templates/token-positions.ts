import { Token } from 'liquidjs';

/**
 * Liquid counts the lines before a tag letter by letter, for every value that is used: a template of 256 KiB can keep it busy for half a
 * minute. Here the ends of lines are found once, and remembered for the source that was asked about last.
 */
Token.prototype.getPosition = function (this: Token): [row: number, column: number] {
  if (source.input !== this.input)
    source = { input: this.input, ends: [...this.input.matchAll(/\n/gu)].map((end) => end.index) };
  const { ends } = source;
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle] ?? Infinity) < this.begin) low = middle + 1;
    else high = middle;
  }
  return [low + 1, this.begin - (ends[low - 1] ?? -1)];
};

let source: { readonly input: string; readonly ends: readonly number[] } = { input: '', ends: [] };
