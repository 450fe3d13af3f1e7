/**
 * `GET /api/v1/sync/stream`: server-sent events, read by `fetch` (EventSource cannot send the Authorization header). The
 * stream only saves waiting; a device that never hears it misses nothing.
 */
import { z } from 'zod';
import { COLLECTIONS } from './collections.ts';

export const streamEvents = {
  /** Something changed: pull, these collections where the server names them, else all. */
  pull: z.strictObject({ collections: z.array(z.enum(COLLECTIONS)).optional() }),
  heartbeat: z.strictObject({}),
  /** The session has ended; the server closes the stream after it. */
  revoked: z.strictObject({})
} as const;
export type StreamEvent =
  | { readonly event: 'pull'; readonly data: z.infer<(typeof streamEvents)['pull']> }
  | { readonly event: 'heartbeat'; readonly data: Record<string, never> }
  | { readonly event: 'revoked'; readonly data: Record<string, never> };
