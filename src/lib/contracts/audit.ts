import { z } from 'zod';
import { id, instant } from './primitives.ts';

export const auditEntrySchema = z.strictObject({
  id,
  at: instant,
  actor_id: id.nullable(),
  actor_name: z.string().nullable(),
  actor_role: z.string().nullable(),
  profile_picture_url: z.string().nullable(),
  action: z.string(),
  resource_type: z.string(),
  resource_id: id,
  resource_label: z.string(),
  changes: z.record(z.string(), z.strictObject({ old: z.unknown(), new: z.unknown() })),
  request_id: z.string().nullable()
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;
