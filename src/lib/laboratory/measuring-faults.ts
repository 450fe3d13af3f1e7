import type { Asset } from '#lib/contracts/assets.ts';
import type { InputFault } from './refusal.ts';

/** Consistency of the measuring fields of an asset or a channel. */
export type Measuring = Pick<
  Asset,
  'range_min' | 'range_max' | 'tolerance' | 'measured_unit' | 'signal_min' | 'signal_max'
>;

/**
 * The errors of a range and its tolerance: limits in the wrong order, a tolerance without a limit, a percentage of an
 * unknown span; an output signal with one end, without a width, or without the range and the unit it represents. @param
 * loc location of the fields in the request.
 */
export function measuringFaults(measuring: Measuring, loc: readonly string[]): InputFault[] {
  const { range_min: from, range_max: to, tolerance } = measuring;
  const faults: InputFault[] = [];
  const fault = (path: readonly string[], type: string, msg: string) =>
    faults.push({ loc: [...loc, ...path], type, msg });
  if (from !== null && to !== null && from >= to) {
    fault(['range_max'], 'range_order', 'The end of the range must be above its beginning');
  }
  if ((measuring.signal_min === null) !== (measuring.signal_max === null)) {
    const missing = measuring.signal_min === null ? 'signal_min' : 'signal_max';
    fault([missing], 'signal_incomplete', 'An output signal has two ends, at both ends of the range');
  } else if (measuring.signal_min !== null) {
    if (measuring.signal_min === measuring.signal_max) {
      fault(['signal_max'], 'signal_without_width', 'Both ends of the output signal are the same');
    }
    if (from === null || to === null) {
      fault([from === null ? 'range_min' : 'range_max'], 'signal_without_range', 'An output signal needs the range');
    }
    if (!measuring.measured_unit) {
      fault(['measured_unit'], 'signal_without_unit', 'An output signal needs its unit, such as mA or V');
    }
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
