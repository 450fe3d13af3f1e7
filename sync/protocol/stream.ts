/**
 * `GET /api/v1/sync/stream`: server-sent events, read by `fetch` (EventSource cannot send the Authorization header).
 * The stream only makes changes arrive sooner; a device without it misses nothing.
 */
import { z } from 'zod';
import { COLLECTIONS } from './collections.ts';

export const streamEvents = {
  /** Something changed: pull these collections, or all if none are listed. */
  pull: z.strictObject({ collections: z.array(z.enum(COLLECTIONS)).optional() }),
  heartbeat: z.strictObject({}),
  /** The session has ended; the server closes the stream after it. */
  revoked: z.strictObject({}),
  /** This process is stopping and closes the stream after it: another one, or the next one, takes it over. */
  reconnect: z.strictObject({})
} as const;
export type StreamEvent =
  | { readonly event: 'pull'; readonly data: z.infer<(typeof streamEvents)['pull']> }
  | { readonly event: 'heartbeat'; readonly data: Record<string, never> }
  | { readonly event: 'revoked'; readonly data: Record<string, never> }
  | { readonly event: 'reconnect'; readonly data: Record<string, never> };
