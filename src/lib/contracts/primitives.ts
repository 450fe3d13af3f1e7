/** The scalars that every message is built of. Strings are bounded, numbers finite, dates real days. */
import { z } from 'zod';

export const id = z.uuid().toLowerCase().describe('UUID, version 7 where Plumbline makes it');
export const text = (max: number) => z.string().trim().min(1).max(max);
export const optionalText = (max: number) => z.string().trim().max(max).nullable();
export const finite = z.number().min(-1e300).max(1e300);
export const instant = z.iso.datetime({ offset: true }).describe('RFC 3339, UTC');
export const calendarDate = z.iso
  .date()
  .refine((day) => day >= '1900-01-01' && day <= '2999-12-31', 'A date between 1900 and 2999')
  .describe('Calendar date YYYY-MM-DD');
export const emailAddress = z.email().max(254).toLowerCase();
export const languageSchema = z.enum(['en', 'es', 'fr', 'de']);
export type Language = z.infer<typeof languageSchema>;

export const globalRole = z.enum(['viewer', 'technician', 'admin', 'superadmin']);
export type GlobalRole = z.infer<typeof globalRole>;
export const organizationRole = z.enum(['member', 'admin']);
export type OrganizationRole = z.infer<typeof organizationRole>;

export const pageQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(500).default(50),
  cursor: z.string().max(500).optional(),
  q: z.string().trim().max(200).optional()
});
/** A flag in a query string: `true`, `false`, `1` or `0`. */
export const queryFlag = z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1');
