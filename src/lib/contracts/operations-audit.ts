import { z } from 'zod';
import { auditEntrySchema, auditVerificationSchema } from './audit.ts';
import { operation } from './operation.ts';
import { calendarDate, id, instant, pageQuery } from './primitives.ts';

/** An instant, or a day of the calendar in UTC: `from` its beginning, `to` its end. */
const moment = z.union([instant, calendarDate]);

export const auditOperations = {
  listAuditLogs: operation({
    method: 'GET',
    path: '/audit-logs',
    tag: 'Audit',
    summary: 'List changes and who made them, newest first',
    description:
      'Super administrators read all entries; administrators those of the installation and of their own organizations; administrators of an organization ' +
      'those of the organization. `from` and `to` accept instants, or whole days (UTC).',
    access: 'technician',
    query: pageQuery.omit({ q: true }).extend({
      organization_id: id.optional(),
      actor_id: id.optional(),
      resource_type: z.string().trim().min(1).max(50).optional(),
      resource_id: id.optional(),
      action: z
        .string()
        .regex(/^[a-z_]+\.[a-z_]+$/)
        .max(100)
        .optional(),
      from: moment.optional(),
      to: moment.optional()
    }),
    answers: { 200: z.array(auditEntrySchema) },
    refusals: ['not_found', 'forbidden', 'invalid_cursor'],
    paged: true
  }),
  verifyAuditLogs: operation({
    method: 'GET',
    path: '/audit-logs/verification',
    tag: 'Audit',
    summary: 'Verify that the audit log is whole and unchanged',
    description:
      'Computes the hash chains of all entries again, from the first one. Without `organization_id`: every chain that the caller may read.',
    access: 'technician',
    query: z.strictObject({ organization_id: id.optional() }),
    answers: { 200: auditVerificationSchema },
    refusals: ['not_found', 'forbidden']
  })
} as const;
