/** The scalars that every message is built of. Strings are bounded, numbers finite, dates real days. */
import { z } from 'zod';

export const id = z.uuid().toLowerCase().describe('UUID, version 7 where Plumbline makes it');
export const text = (max: number) => z.string().trim().min(1).max(max);
/** What stands in a header or on one line: without line ends and other control characters. */
export const line = (max: number) => text(max).regex(/^\P{Cc}*$/u, 'One line, without control characters');
export const optionalText = (max: number) => z.string().trim().max(max).nullable();
export const finite = z.number().min(-1e300).max(1e300);
/** The database knows no year 0 and no offset of 16 hours, and writes a year of five digits as no RFC 3339 does. */
export const instant = z.iso
  .datetime({ offset: true })
  .refine(isEverydayInstant, 'An instant between 1900 and 2999, with an offset that some place has')
  .describe('RFC 3339, UTC');
export const LAST_DATE = '2999-12-31';
export const calendarDate = z.iso
  .date()
  .refine((day) => day >= '1900-01-01' && day <= LAST_DATE, 'A date between 1900 and 2999')
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
  /** Room for the longest name that a page can end with, in any script. */
  cursor: z.string().max(2000).optional(),
  q: z.string().trim().max(200).optional()
});
/** What a list can be sorted by; `-` before it turns the order around. */
export const sortBy = (...fields: [string, ...string[]]) =>
  z.enum([...fields, ...fields.map((field) => `-${field}`)] as [string, ...string[]]);
/** A flag in a query string: `true`, `false`, `1` or `0`. */
export const queryFlag = z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1');

function isEverydayInstant(text: string): boolean {
  const year = new Date(text).getUTCFullYear();
  return year >= 1900 && year <= 2999 && !/[+-](1[5-9]|2\d):\d\d$/.test(text);
}
