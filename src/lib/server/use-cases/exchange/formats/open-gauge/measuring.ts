import type { ArchivedAsset } from '#lib/contracts/archive.ts';
import type { GaugeCalibration, GaugeChannel } from '#lib/contracts/open-gauge.ts';

export type Measuring = Pick<
  ArchivedAsset,
  | 'quantity'
  | 'unit'
  | 'measured_unit'
  | 'range_min'
  | 'range_max'
  | 'resolution'
  | 'tolerance'
  | 'specification'
  | 'correction_applied'
  | 'cmc'
  | 'signal_min'
  | 'signal_max'
>;
export const NO_MEASURING: Measuring = {
  quantity: null,
  unit: null,
  measured_unit: null,
  range_min: null,
  range_max: null,
  resolution: null,
  tolerance: [],
  specification: null,
  correction_applied: true,
  cmc: null,
  signal_min: null,
  signal_max: null
};

const KINDS = {
  absolute: 'absolute',
  percent_of_full_scale: 'percent_of_span',
  percent_of_reading: 'percent_of_reading'
} as const;

/** What a channel measures, and which of its fields could not be placed and become attributes. */
export function measuringOf(
  channel: GaugeChannel,
  calibrations: readonly GaugeCalibration[]
): { readonly measuring: Measuring; readonly unplaced: readonly (keyof GaugeChannel)[] } {
  const unplaced: (keyof GaugeChannel)[] = [];
  const unit = unitText(channel.unit);
  const points = calibrations.findLast(({ data_points }) => data_points?.length)?.data_points?.[0];
  const [signalMin, signalMax] = [channel.output_signal_min ?? null, channel.output_signal_max ?? null];
  const hasSignal = signalMin !== null && signalMax !== null && signalMin !== signalMax;
  const signalUnit = unitText(channel.output_signal_unit);
  const measuredUnit = unitText(points?.measured_unit) ?? (hasSignal ? signalUnit : null) ?? unit;
  // A signal is that of the indication only where both are in the same unit.
  const isSignal = hasSignal && signalUnit !== null && signalUnit === measuredUnit && signalUnit !== unit;
  if (!isSignal) unplaced.push('output_signal_min', 'output_signal_max');
  const { resolution, resolution_unit, accuracy_value, accuracy_type, accuracy_unit } = channel;
  const hasResolution = typeof resolution === 'number' && resolution > 0 && sameUnit(resolution_unit, measuredUnit);
  if (!hasResolution) unplaced.push('resolution');
  const kind = Object.hasOwn(KINDS, accuracy_type ?? '') ? KINDS[accuracy_type as keyof typeof KINDS] : null;
  const isLimit = typeof accuracy_value === 'number' && accuracy_value > 0 && kind !== null;
  const hasTolerance = isLimit && (kind !== 'absolute' || sameUnit(accuracy_unit, unit));
  if (!hasTolerance) unplaced.push('accuracy_value', 'accuracy_type');
  const measuring: Measuring = {
    ...NO_MEASURING,
    quantity: channel.physical_quantity?.slice(0, 100) ?? null,
    unit,
    measured_unit: measuredUnit,
    range_min: channel.measurement_min ?? null,
    range_max: channel.measurement_max ?? null,
    resolution: hasResolution ? resolution : null,
    tolerance: hasTolerance ? [{ kind, lower: -accuracy_value, upper: accuracy_value }] : [],
    signal_min: isSignal ? signalMin : null,
    signal_max: isSignal ? signalMax : null
  };
  return { measuring, unplaced };
}

const unitText = (unit: string | null | undefined): string | null => unit?.slice(0, 32) || null;
const sameUnit = (stated: string | null | undefined, unit: string | null): boolean => !stated || stated === unit;
