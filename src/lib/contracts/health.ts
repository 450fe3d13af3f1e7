/** Health of an instrument and comparison of its curves (api.md, Registry; metrology.md 7). Uncertainties are for k = 2. */
import { z } from 'zod';
import { VERDICTS } from '#lib/metrology/types.ts';
import { calendarDate, id } from './primitives.ts';

const number = z.number();
const verdict = z.enum(VERDICTS).nullable();
const range = z.strictObject({ low: number, high: number });

/** Why a calibration is left out: another unit, no range in common with newer ones, or no curve and no points. */
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
      'Error as if nothing had been adjusted since, for the instrument as it is used today: the drift is computed from it'
    ),
  expanded_uncertainty: number.nullable(),
  error_as_found: number
    .nullable()
    .describe(
      'Error as found at the place of the drift, as stated in the record; for a first record without one, the error relative to the ' +
        'nominal characteristic of the output signal; null if there is neither'
    ),
  expanded_uncertainty_as_found: number
    .nullable()
    .describe('Expanded uncertainty of the error as found, as stated in the record')
});

const change = z.strictObject({
  from: id,
  to: id,
  days: z.int(),
  difference: z.array(number).describe('As found minus the previous as left, at each place of the grid'),
  expanded_uncertainty: z.array(number),
  en: z.array(number.nullable()),
  largest_en: number.nullable(),
  agrees: z.boolean(),
  common_reference: z
    .boolean()
    .describe('Both used the same reference, so its own error does not appear in the difference'),
  largest_en_without_reference: number.nullable()
});

const driftAt = z.strictObject({
  measured: number,
  per_year: number,
  expanded_uncertainty_per_year: number.describe(
    '95 %, by Student’s t: the interval excludes 0 if the significance is below 0.05'
  ),
  significance: number.describe('Probability of a drift this large by chance'),
  leaves_tolerance_on: calendarDate.nullable(),
  risk: number.nullable().describe('Probability of being outside the tolerance at the end of the current interval')
});

const drift = driftAt.extend({
  degrees_of_freedom: number,
  limits: z.strictObject({ lower: number.nullable(), upper: number.nullable() }).nullable(),
  band: z
    .array(z.strictObject({ date: calendarDate, error: number, expanded_uncertainty: number }))
    .describe('Empty with fewer than two degrees of freedom, when no prediction is possible')
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
  /** For a3 and s2. */
  passed: z.int().nullable(),
  tested: z.int().nullable(),
  reliability: number.nullable(),
  confidence: number.nullable(),
  order: z
    .int()
    .nullable()
    .describe('For the method by variables: 1 if the error grows with time, 2 if also with its square')
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
  calibrations: z.array(healthCalibration).describe('Oldest first, without voided ones'),
  range: range.nullable().describe('Indications covered by all calibrations in the comparison'),
  grid: z.array(number),
  changes: z.array(change),
  stability: z
    .strictObject({ values: z.array(number), worst: z.strictObject({ measured: number, value: number }) })
    .nullable(),
  error_kind: z
    .enum(ERROR_KINDS)
    .describe(
      'Which error this is: of the indication, of the value from the nominal characteristic of an output signal, or of the value ' +
        'from the correction in force'
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
    .describe('Corrected value at each place of the grid; null outside the measured range'),
  expanded_uncertainty: z.array(number.nullable())
});
const comparedPair = z.strictObject({
  from: id,
  to: id,
  range: range.nullable().describe('Indications covered by both calibrations'),
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
  pairs: z.array(comparedPair).describe('Each curve compared with the previous one and with the first')
});
export type CurveComparison = z.infer<typeof curveComparisonSchema>;
