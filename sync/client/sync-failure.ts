/** Failures between device and server, as data: the loop branches on `kind`, never on a sentence. */
export type FailureKind =
  /** No answer or an incomplete one: it is unknown what the server did. */
  | 'no_answer'
  /** 5xx: the server failed; it is unknown how far it got. */
  | 'broken'
  /** 401: the session has ended. Nothing was done, and nothing on the device is removed. */
  | 'unauthorized'
  /** 426: this app is too old for the server. Nothing was done. */
  | 'too_old'
  /** 410: the checkpoint is no longer valid. */
  | 'expired'
  /** 429, 503: try again later. Nothing was done. */
  | 'busy'
  /** 413: larger than the server accepts. Nothing was done. */
  | 'too_large'
  /** Any other 4xx: the server refuses it. Nothing was done. */
  | 'refused';

/** The current generation, and whether its data may be older than what the device has seen. */
export type Expired = { readonly generation: string | null; readonly older: boolean };

export class SyncFailure extends Error {
  constructor(
    readonly kind: FailureKind,
    message: string,
    readonly retryAfterMs: number = 0,
    /** With `expired`: the server's information about its data. */
    readonly data: Expired | null = null
  ) {
    super(message);
    this.name = 'SyncFailure';
  }
}

/** Whether the server may have applied the entries: then they can only be resent with the same bytes. */
export const outcomeIsUnknown = (kind: FailureKind): boolean => kind === 'no_answer' || kind === 'broken';

/** The kind for an HTTP status other than 2xx. */
export function kindOfStatus(status: number): FailureKind {
  if (status === 401) return 'unauthorized';
  if (status === 410) return 'expired';
  if (status === 413) return 'too_large';
  if (status === 426) return 'too_old';
  if (status === 429 || status === 503) return 'busy';
  // A proxy without a running server.
  if (status === 502 || status === 504) return 'no_answer';
  return status >= 500 ? 'broken' : 'refused';
}

/** Converts a thrown value to a sync failure; anything else counts as unanswered. */
export const asFailure = (thrown: unknown): SyncFailure =>
  thrown instanceof SyncFailure ? thrown : new SyncFailure('no_answer', String(thrown));
