/** The life of a queue entry: which event leads from which state to which. A missing cell does not compile. */
import type { MutationError } from '#sync/protocol/errors.ts';
import { SCOPE_LOST } from '#sync/protocol/limits.ts';
import { backoff } from './backoff.ts';
import type { Clock } from './clock.ts';
import type { Applied, QueueRow, QueueState, Sendable } from './queue-row.ts';

export type QueueEvent =
  /** Stored before the first byte is sent. */
  | { readonly type: 'sent' }
  /** `applied` or `duplicate`. */
  | ({ readonly type: 'applied' } & Omit<Applied, 'at'>)
  | { readonly type: 'rejected'; readonly errors: readonly MutationError[] }
  /** The server asked to retry later. */
  | { readonly type: 'deferred'; readonly errors: readonly MutationError[] | null; readonly retryAfterMs: number }
  /** No answer, or in state sending when a leader started. */
  | { readonly type: 'unanswered' }
  /** It was certainly not applied. */
  | { readonly type: 'undelivered' }
  | { readonly type: 'scope_lost' }
  /** The author resends it unchanged. */
  | { readonly type: 'resent' }
  | { readonly type: 'corrected'; readonly payload: string; readonly payload_sha256: string }
  /** The server's database is an older copy: applied entries are offered again. */
  | { readonly type: 'reoffered' };

const NEXT: { readonly [S in QueueState]: { readonly [E in QueueEvent['type']]: QueueState | 'stays' | 'forbidden' } } =
  {
    waiting: {
      sent: 'sending',
      applied: 'applied',
      rejected: 'refused',
      deferred: 'waiting',
      unanswered: 'stays',
      undelivered: 'stays',
      scope_lost: 'refused',
      resent: 'waiting',
      corrected: 'waiting',
      reoffered: 'stays'
    },
    sending: {
      sent: 'stays',
      applied: 'applied',
      rejected: 'refused',
      deferred: 'waiting',
      unanswered: 'waiting',
      undelivered: 'waiting',
      scope_lost: 'stays',
      resent: 'stays',
      corrected: 'forbidden',
      reoffered: 'stays'
    },
    refused: {
      sent: 'stays',
      applied: 'applied',
      rejected: 'refused',
      deferred: 'stays',
      unanswered: 'stays',
      undelivered: 'stays',
      scope_lost: 'stays',
      resent: 'waiting',
      corrected: 'waiting',
      reoffered: 'stays'
    },
    applied: {
      sent: 'stays',
      applied: 'stays',
      rejected: 'stays',
      deferred: 'stays',
      unanswered: 'stays',
      undelivered: 'stays',
      scope_lost: 'stays',
      resent: 'stays',
      corrected: 'forbidden',
      reoffered: 'waiting'
    }
  };

/** The entry may already have been applied or is being sent: its bytes cannot change now. */
export class BytesAreFixed extends Error {
  override readonly name = 'BytesAreFixed';
}

/**
 * The row after an event.
 *
 * @throws BytesAreFixed when correcting an entry that was or may have been applied
 */
export function transition<Row extends Sendable>(row: Row, event: QueueEvent, clock: Clock): Row {
  const state = NEXT[row.state][event.type];
  if (state === 'forbidden' || (event.type === 'corrected' && row.in_doubt)) throw new BytesAreFixed(row.id);
  if (state === 'stays') return row;
  return { ...row, state, ...changes(row, event, clock) };
}

function changes(row: Sendable, event: QueueEvent, clock: Clock): Partial<QueueRow> {
  switch (event.type) {
    case 'sent':
      return { attempts: row.attempts + 1, sends: (row.sends ?? row.attempts) + 1 };
    case 'applied':
      return {
        in_doubt: false,
        last_error: null,
        applied: { ...factsOf(event), at: clock.now() },
        applied_before: row.applied_before && isAnother(row.applied_before, event) ? row.applied_before : null
      };
    case 'rejected':
      return { in_doubt: false, last_error: event.errors, ...sendsAfter(row, event.errors) };
    case 'deferred': {
      const pause = Math.max(event.retryAfterMs, backoff(row.attempts, clock.random()));
      return { last_error: event.errors, next_attempt_at: clock.now() + pause };
    }
    case 'unanswered':
      return { in_doubt: true };
    case 'undelivered':
      // An earlier attempt may still have been applied, so it stays in doubt.
      return {};
    case 'scope_lost':
      return {
        last_error: [{ code: SCOPE_LOST, detail: 'You are no longer a member of the organization of this asset.' }]
      };
    case 'resent':
      return { next_attempt_at: 0, attempts: 0 };
    case 'corrected':
      return {
        payload: event.payload,
        payload_sha256: event.payload_sha256,
        next_attempt_at: 0,
        attempts: 0,
        last_error: null,
        applied_before: null
      };
    case 'reoffered':
      return { next_attempt_at: 0, attempts: 0, applied: null, applied_before: row.applied, in_doubt: true };
  }
}

const factsOf = (of: Omit<Applied, 'at'>): Omit<Applied, 'at'> => ({
  version: of.version,
  generation: of.generation ?? null,
  receipt: of.receipt ?? null,
  certificate_number: of.certificate_number ?? null,
  held_for: of.held_for ?? null
});

/** An unknown number (the record is no longer readable) does not count as a different one. */
function isAnother(before: Applied, now: Omit<Applied, 'at'>): boolean {
  const differs = <T>(a: T | null | undefined, b: T | null | undefined) => a != null && b != null && a !== b;
  return differs(before.version, now.version) || differs(before.certificate_number, now.certificate_number);
}

/** Another copy was sent more often: the next attempt continues from its count. */
function sendsAfter(row: Sendable, errors: readonly MutationError[]): Partial<QueueRow> {
  const overtaken = errors.find(({ code }) => code === 'overtaken')?.context?.['attempt'];
  return typeof overtaken === 'number' ? { sends: Math.max(row.sends ?? 0, overtaken) } : {};
}
