/** Health of an instrument and comparison of its curves (api.md, Registry; metrology.md 7). Uncertainties are for k = 2. */
import { z } from 'zod';
import { VERDICTS } from '#lib/metrology/types.ts';
import { calendarDate, id } from './primitives.ts';

const number = z.number();
const verdict = z.enum(VERDICTS).nullable();
const range = z.strictObject({ low: number, high: number });

/** Why a calibration does not take part: another unit, no range in common with newer ones, or no curve and no points. */
export const LEFT_OUT = ['other_unit', 'other_range', 'no_curve', 'no_range'] as const;

export const ERROR_KINDS = ['indication', 'nominal', 'corrected'] as const;

const about = {
  asset: z.strictObject({ id, asset_id: z.string(), name: z.string() }),
  channel_id: id.nullable(),
  unit: z.string().nullable(),
  measured_unit: z.string().nullable()
};
const named = { id, version: z.int(), calibration_date: calendarDate };

const healthCalibration = z.strictObject({
  ...named,
  left_out: z.enum(LEFT_OUT).nullable(),
  adjusted: z.boolean(),
  as_found: verdict,
  as_left: verdict,
  conforms: z.boolean().nullable(),
  /** At the place of the drift; null where the calibration is left out. */
  error: number
    .nullable()
    .describe(
      'Error as if nothing had been adjusted since, as the instrument is used today: what the drift is computed of'
    ),
  expanded_uncertainty: number.nullable(),
  error_as_found: number
    .nullable()
    .describe(
      'Error as found at the place of the drift, as the record states it; of a first record without one that by the nominal ' +
        'characteristic of the output signal; null where there is neither'
    ),
  expanded_uncertainty_as_found: number.nullable().describe('Of the error as found, as the record states it')
});

const change = z.strictObject({
  from: id,
  to: id,
  days: z.int(),
  difference: z.array(number).describe('What was found less what was left before, at each place of the grid'),
  expanded_uncertainty: z.array(number),
  en: z.array(number.nullable()),
  largest_en: number.nullable(),
  agrees: z.boolean(),
  common_reference: z
    .boolean()
    .describe('Both stand on one reference, whose own error does not show in the difference'),
  largest_en_without_reference: number.nullable()
});

const driftAt = z.strictObject({
  measured: number,
  per_year: number,
  expanded_uncertainty_per_year: number.describe(
    '95 %, by Student’s t: 0 lies outside where the significance is below 0.05'
  ),
  significance: number.describe('Probability of a drift this large by chance'),
  leaves_tolerance_on: calendarDate.nullable(),
  risk: number.nullable().describe('Probability of being outside the tolerance at the end of the present interval')
});

const drift = driftAt.extend({
  degrees_of_freedom: number,
  limits: z.strictObject({ lower: number.nullable(), upper: number.nullable() }).nullable(),
  band: z
    .array(z.strictObject({ date: calendarDate, error: number, expanded_uncertainty: number }))
    .describe('Empty under two degrees of freedom: nothing is predicted then')
});

export const INTERVAL_METHODS = ['a3', 's2', 'variables'] as const;
export const INTERVAL_REASONS = [
  'drift_leaves_tolerance',
  'drift_stays_inside',
  'reliability_below_target',
  'reliability_above_target',
  'reliability_not_distinguishable',
  'outside_now',
  'unchanged'
] as const;
const intervalByMethod = z.strictObject({
  method: z.enum(INTERVAL_METHODS),
  days: z.int(),
  reason: z.enum(INTERVAL_REASONS),
  /** Of a3 and s2. */
  passed: z.int().nullable(),
  tested: z.int().nullable(),
  reliability: number.nullable(),
  confidence: number.nullable(),
  order: z.int().nullable().describe('Of variables: 1 where the error grows with time, 2 where with its square too')
});

const interval = z.strictObject({
  current_days: z.int().nullable(),
  recommended_days: z.int(),
  decided_by: z.enum(INTERVAL_METHODS).nullable(),
  reason: z.enum(INTERVAL_REASONS),
  target_reliability: number,
  methods: z.array(intervalByMethod)
});

export const assetHealthSchema = z.strictObject({
  ...about,
  insufficient_history: z.boolean().describe('Fewer than two calibrations that can be compared'),
  calibrations: z.array(healthCalibration).describe('Oldest first; voided ones are not among them'),
  range: range.nullable().describe('Indications that all calibrations taking part have measured'),
  grid: z.array(number),
  changes: z.array(change),
  stability: z
    .strictObject({ values: z.array(number), worst: z.strictObject({ measured: number, value: number }) })
    .nullable(),
  error_kind: z
    .enum(ERROR_KINDS)
    .describe(
      'What an error is here: of the indication, of the value by the nominal characteristic of an output signal, or of the value that ' +
        'the correction in force gives'
    ),
  drifts: z.array(driftAt).describe('At each place of the grid; empty for fewer than three dates'),
  drift: drift.nullable().describe('At the place that leaves the tolerance first, or drifts most'),
  interval: interval.nullable()
});
export type AssetHealth = z.infer<typeof assetHealthSchema>;

export const MOST_CURVES = 20;
const comparedCurve = z.strictObject({
  ...named,
  left_out: z.enum(LEFT_OUT).nullable(),
  range: range.nullable(),
  values: z
    .array(number.nullable())
    .describe('Corrected value at each place of the grid; null where it was not measured'),
  expanded_uncertainty: z.array(number.nullable())
});
const comparedPair = z.strictObject({
  from: id,
  to: id,
  range: range.nullable().describe('Indications that both have measured'),
  difference: z.array(number.nullable()),
  expanded_uncertainty: z.array(number.nullable()),
  en: z.array(number.nullable()),
  within: z.array(z.boolean().nullable()),
  largest_en: number.nullable(),
  agrees: z.boolean().nullable(),
  common_reference: z.boolean()
});
export const curveComparisonSchema = z.strictObject({
  ...about,
  grid: z.array(number),
  curves: z.array(comparedCurve).describe('Oldest first'),
  pairs: z.array(comparedPair).describe('Each curve with the one before it, and with the first')
});
export type CurveComparison = z.infer<typeof curveComparisonSchema>;
