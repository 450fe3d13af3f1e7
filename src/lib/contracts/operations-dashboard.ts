import { z } from 'zod';
import { calendarEventSchema, dashboardSummarySchema, searchHitSchema } from './dashboard.ts';
import { operation } from './operation.ts';
import { id } from './primitives.ts';

export const dashboardOperations = {
  listCalendarEvents: operation({
    method: 'GET',
    path: '/dashboard/calendar-events',
    tag: 'Dashboard',
    summary: 'Calibrations and due dates of a year',
    access: 'user',
    query: z.strictObject({ year: z.coerce.number().int().min(1900).max(2999).optional() }),
    answers: { 200: z.array(calendarEventSchema) }
  }),
  getDashboardSummary: operation({
    method: 'GET',
    path: '/dashboard/summary',
    tag: 'Dashboard',
    summary: 'Asset status, due dates, pass rate and recent calibrations',
    description:
      'For one organization that the caller may see, or by default for all organizations of which the caller is a member.',
    access: 'user',
    query: z.strictObject({ organization_id: id.optional() }),
    answers: { 200: dashboardSummarySchema },
    refusals: ['not_found']
  }),
  search: operation({
    method: 'GET',
    path: '/search',
    tag: 'Dashboard',
    summary:
      'Search assets, certificates, procedures, locations, people and organizations; at most 20 results, best first',
    description:
      'Every word must occur; case is ignored. Calibrations match by the beginning of the certificate number, by year and sequence (`2026-0042`), or by the beginning of an external laboratory’s number.',
    access: 'user',
    query: z.strictObject({ q: z.string().trim().min(1).max(200) }),
    answers: { 200: z.array(searchHitSchema).max(20) }
  })
} as const;
