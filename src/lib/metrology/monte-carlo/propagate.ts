import { draw, type InputDistribution } from './draw.ts';
import { TrialStream } from './stream.ts';

/**
 * Values of a measurement model for trials from (inclusive) to (exclusive): each input is drawn from its distribution, in
 * order, and the model is evaluated. Any split into ranges gives the same numbers. Source: JCGM 101:2008 5.9, 7.3, 7.4.
 */
export function propagate(
  inputs: readonly InputDistribution[],
  model: (values: Float64Array) => number,
  seed: number,
  from: number,
  to: number
): Float64Array {
  const stream = new TrialStream(seed);
  const values = new Float64Array(inputs.length);
  const results = new Float64Array(to - from);
  for (let trial = from; trial < to; trial++) {
    stream.begin(trial);
    for (let i = 0; i < inputs.length; i++) values[i] = draw(stream, inputs[i] as InputDistribution);
    results[trial - from] = model(values);
  }
  return results;
}
