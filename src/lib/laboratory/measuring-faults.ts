import type { Asset } from '#lib/contracts/assets.ts';
import type { InputFault } from './refusal.ts';

/** What an asset or a channel says of its measuring, as far as the parts must agree with each other. */
export type Measuring = Pick<Asset, 'range_min' | 'range_max' | 'tolerance'>;

/**
 * What is wrong with a range and its tolerance: limits in the wrong order, a tolerance without a limit, a part of the span where
 * no span is given.
 * @param loc where the fields stand in the request.
 */
export function measuringFaults(measuring: Measuring, loc: readonly string[]): InputFault[] {
  const { range_min: from, range_max: to, tolerance } = measuring;
  const faults: InputFault[] = [];
  const fault = (path: readonly string[], type: string, msg: string) =>
    faults.push({ loc: [...loc, ...path], type, msg });
  if (from !== null && to !== null && from >= to) {
    fault(['range_max'], 'range_order', 'The end of the range must be above its beginning');
  }
  tolerance.forEach(({ kind, lower, upper }, index) => {
    const at = ['tolerance', String(index)];
    if (lower === null && upper === null) fault(at, 'limit_missing', 'A tolerance has at least one limit');
    if (lower !== null && upper !== null && lower > upper) {
      fault([...at, 'upper'], 'limit_order', 'The upper limit must not lie below the lower one');
    }
    if (kind === 'percent_of_span' && (from === null || to === null)) {
      fault([...at, 'kind'], 'span_missing', 'A part of the span needs a range with both ends');
    }
  });
  return faults;
}
