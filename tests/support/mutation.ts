import { createHash, randomUUID } from 'node:crypto';
import type { Mutation } from '#sync/protocol/push.ts';

/** An entry of a device's queue, with the digest of the very text that is sent. */
export function mutationOf(body: object, changes: Partial<Mutation> = {}): Mutation {
  const payload = changes.payload ?? JSON.stringify(body);
  return {
    id: randomUUID(),
    type: 'calibration.create',
    payload_version: 1,
    base: {},
    created_at: new Date().toISOString(),
    payload_sha256: createHash('sha256').update(payload).digest('hex'),
    ...changes,
    payload
  };
}
