import { StatementTimeoutError } from 'slonik';
import { DatabaseBusy } from './database-busy.ts';
import { causesOf, connectionWasLost } from './driver/connection-lost.ts';

/**
 * SQLSTATE classes for which a retry may succeed: rolled back by the server, resources, lock timeouts, shutting down.
 */
const TRANSIENT = /^(40|53|55P03|57)/;

/** Whether the error is temporary rather than caused by the statement. Unknown errors count as the statement's. */
export function isTransient(thrown: unknown): boolean {
  if (connectionWasLost(thrown)) return true;
  for (const cause of causesOf(thrown)) {
    if (cause instanceof DatabaseBusy || cause instanceof StatementTimeoutError) return true;
    if (typeof cause.code === 'string' && TRANSIENT.test(cause.code)) return true;
  }
  return false;
}
