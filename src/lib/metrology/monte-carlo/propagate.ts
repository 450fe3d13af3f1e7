import { drawInto, LANES, type InputDistribution } from './draw.ts';
import { BLOCK, TrialBlock } from './trial-block.ts';

/**
 * Values of any measurement model for trials from (inclusive) to (exclusive): every input is drawn from its distribution and
 * the model is evaluated. Any split into ranges gives the same numbers. Source: JCGM 101:2008 5.9, 7.3, 7.4.
 */
export function propagate(
  inputs: readonly InputDistribution[],
  model: (values: Float64Array) => number,
  seed: number,
  from: number,
  to: number
): Float64Array {
  const columns = inputs.map(() => new Float64Array(BLOCK));
  const values = new Float64Array(inputs.length);
  return inBlocks(seed, from, to, (block, count, out) => {
    inputs.forEach((input, i) => drawInto(block, i * LANES, input, columns[i] as Float64Array));
    for (let k = 0; k < count; k++) {
      for (let i = 0; i < values.length; i++) values[i] = (columns[i] as Float64Array)[k] as number;
      out[k] = model(values);
    }
  });
}

/**
 * Results of the trials from (inclusive) to (exclusive), computed block by block: `fill` writes the block's results
 * into the first `count` elements of `out`.
 */
export function inBlocks(
  seed: number,
  from: number,
  to: number,
  fill: (block: TrialBlock, count: number, out: Float64Array) => void
): Float64Array {
  const block = new TrialBlock(seed);
  const out = new Float64Array(BLOCK);
  const results = new Float64Array(to - from);
  // A block begins at an even trial, because two trials share their random words.
  for (let first = from - (from % 2); first < to; first += BLOCK) {
    const count = Math.min(BLOCK, to - first);
    block.begin(first, count);
    fill(block, count, out);
    const skip = Math.max(0, from - first);
    results.set(out.subarray(skip, count), first + skip - from);
  }
  return results;
}
