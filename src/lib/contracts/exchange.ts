/** Moving assets out and in: what is asked, and the report that every import gives, whatever its format. */
import { z } from 'zod';
import { id } from './primitives.ts';

export const exportQuery = z.strictObject({
  organization_id: id,
  refs: z
    .string()
    .max(12_000)
    .transform((refs) => refs.split(','))
    .pipe(z.array(z.string().min(1).max(64)).min(1).max(1000))
    .optional()
    .describe('UUIDs or identifiers, separated by commas; left out, all assets of the organization')
});
