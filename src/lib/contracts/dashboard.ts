import { z } from 'zod';
import { calendarDate } from './primitives.ts';

export const calendarEventSchema = z.strictObject({
  asset_id: z.string(),
  name: z.string(),
  date: calendarDate,
  event_type: z.enum(['calibration_due', 'calibrated'])
});
