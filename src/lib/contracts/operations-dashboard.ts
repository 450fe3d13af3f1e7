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
    summary: 'States, due dates, pass rate and recent calibrations',
    description: 'Of one organization that the caller may see; without one, of all that the caller is a member of.',
    access: 'user',
    query: z.strictObject({ organization_id: id.optional() }),
    answers: { 200: dashboardSummarySchema },
    refusals: ['not_found']
  }),
  search: operation({
    method: 'GET',
    path: '/search',
    tag: 'Dashboard',
    summary: 'Assets, certificates, procedures, locations, people and organizations; at most 20, the best first',
    description:
      'Every word must occur, whatever its case. A calibration is found by the beginning of its certificate number, by its year and sequence (`2026-0042`), or by the beginning of the number of another laboratory.',
    access: 'user',
    query: z.strictObject({ q: z.string().trim().min(1).max(200) }),
    answers: { 200: z.array(searchHitSchema).max(20) }
  })
} as const;
