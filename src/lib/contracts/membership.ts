/** Members of an organization and their roles, and requests to join (specification 3.4). */
import { z } from 'zod';
import { id, instant } from './primitives.ts';
import { userSummarySchema } from './people.ts';

export const joinRequestSchema = z.strictObject({
  id,
  organization_id: id,
  user: userSummarySchema,
  state: z.enum(['pending', 'approved', 'rejected', 'withdrawn']),
  created_at: instant,
  decided_at: instant.nullable()
});
export type JoinRequest = z.infer<typeof joinRequestSchema>;
