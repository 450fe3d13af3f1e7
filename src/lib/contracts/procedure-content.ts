/** The structured parts of a procedure. */
import { z } from 'zod';
import { NOMINAL_KINDS, RUNS } from '#lib/records/nominal-plan.ts';
import { finite, optionalText } from './primitives.ts';

const limits = z
  .strictObject({ min: finite.nullable(), max: finite.nullable() })
  .refine(({ min, max }) => min !== null || max !== null, 'At least one of both limits')
  .refine(({ min, max }) => min === null || max === null || min <= max, 'The lower limit is not above the upper one');

/** Limits of the environment, by quantity; quantities not listed have no limits. */
export const environmentLimitsSchema = z.strictObject({
  temperature_c: limits.optional(),
  relative_humidity_percent: limits.optional(),
  pressure_kpa: limits.optional()
});

const MOST_POINTS = 500;
const MOST_REPEATS = 100;
/** Including all repeats, a plan has no more points than a calibration may have. */
const MOST_ROWS = 2000;

export const nominalPlanSchema = z
  .strictObject({
    unit: optionalText(50).describe('Unit of absolute values; null: the unit of the instrument'),
    points: z
      .array(
        z.strictObject({
          nominal: finite,
          kind: z.enum(NOMINAL_KINDS),
          direction: z.enum(['up', 'down']).nullable(),
          repeats: z.int().min(1).max(MOST_REPEATS)
        })
      )
      .min(1)
      .max(MOST_POINTS),
    runs: z.enum(RUNS)
  })
  .refine(({ points }) => points.reduce((sum, { repeats }) => sum + repeats, 0) <= MOST_ROWS, {
    path: ['points'],
    message: `At most ${MOST_ROWS} readings in a run`
  });
