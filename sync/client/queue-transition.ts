/** The life of a queue entry: which event leads from which state to which. A missing cell does not compile. */
import type { MutationError } from '#sync/protocol/errors.ts';
import { SCOPE_LOST } from '#sync/protocol/limits.ts';
import { backoff } from './backoff.ts';
import type { Clock } from './clock.ts';
import type { Applied, QueueRow, QueueState } from './queue-row.ts';

export type QueueEvent =
  /** Written down before the first byte leaves. */
  | { readonly type: 'sent' }
  /** `applied` or `duplicate`. */
  | ({ readonly type: 'applied' } & Omit<Applied, 'at'>)
  | { readonly type: 'rejected'; readonly errors: readonly MutationError[] }
  /** The server answered: later. */
  | { readonly type: 'deferred'; readonly errors: readonly MutationError[] | null; readonly retryAfterMs: number }
  /** No answer, or a leader found it sending when it started. */
  | { readonly type: 'unanswered' }
  /** Certain that nothing was done with it. */
  | { readonly type: 'undelivered' }
  | { readonly type: 'scope_lost' }
  /** The author wants it sent again as it is. */
  | { readonly type: 'resent' }
  | { readonly type: 'corrected'; readonly payload: string; readonly payload_sha256: string }
  /** The server's database is an older one: what it had applied is offered anew. */
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

/** The entry may have been applied already, or is on its way: its bytes cannot change now. */
export class BytesAreFixed extends Error {
  override readonly name = 'BytesAreFixed';
}

/**
 * The row after an event.
 *
 * @throws BytesAreFixed for a correction of an entry that was applied or may have been
 */
export function transition(row: QueueRow, event: QueueEvent, clock: Clock): QueueRow {
  const state = NEXT[row.state][event.type];
  if (state === 'forbidden' || (event.type === 'corrected' && row.in_doubt)) throw new BytesAreFixed(row.id);
  if (state === 'stays') return row;
  return { ...row, state, ...changes(row, event, clock) };
}

function changes(row: QueueRow, event: QueueEvent, clock: Clock): Partial<QueueRow> {
  switch (event.type) {
    case 'sent':
      return { attempts: row.attempts + 1, sends: (row.sends ?? row.attempts) + 1 };
    case 'applied':
      return {
        in_doubt: false,
        last_error: null,
        applied: { ...factsOf(event), at: clock.now() },
        told: row.told && isAnother(row.told, event) ? row.told : null
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
      // An earlier attempt may still have been applied: its doubt stays.
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
        told: null
      };
    case 'reoffered':
      return { next_attempt_at: 0, attempts: 0, applied: null, told: row.applied, in_doubt: true };
  }
}

const factsOf = (of: Omit<Applied, 'at'>): Omit<Applied, 'at'> => ({
  version: of.version,
  generation: of.generation ?? null,
  receipt: of.receipt ?? null,
  certificate_number: of.certificate_number ?? null,
  held_for: of.held_for ?? null
});

/** A number that is not known, where the record may no longer be read, is no other. */
function isAnother(told: Applied, now: Omit<Applied, 'at'>): boolean {
  const differs = <T>(a: T | null | undefined, b: T | null | undefined) => a != null && b != null && a !== b;
  return differs(told.version, now.version) || differs(told.certificate_number, now.certificate_number);
}

/** Sent from elsewhere more often than from here: the next attempt counts on from there. */
function sendsAfter(row: QueueRow, errors: readonly MutationError[]): Partial<QueueRow> {
  const overtaken = errors.find(({ code }) => code === 'overtaken')?.context?.['attempt'];
  return typeof overtaken === 'number' ? { sends: Math.max(row.sends ?? 0, overtaken) } : {};
}
