/** What can go wrong between device and server, as data: the loop branches on `kind`, never on a sentence. */
export type FailureKind =
  /** No answer, or half of one: nobody knows what the server did. */
  | 'no_answer'
  /** 5xx: the server tried and failed; nobody knows how far it came. */
  | 'broken'
  /** 401: the session has ended. Nothing was done, and nothing on the device is removed for it. */
  | 'unauthorized'
  /** 426: this app is too old for the server. Nothing was done. */
  | 'too_old'
  /** 410: the checkpoint cannot be continued from. */
  | 'expired'
  /** 429, 503: later. Nothing was done. */
  | 'busy'
  /** 413: more than the server reads. Nothing was done. */
  | 'too_large'
  /** Any other 4xx: the server will not have it. Nothing was done. */
  | 'refused';

/** Which data the device has to do with now, and whether they may be older than what it has seen. */
export type Expired = { readonly generation: string | null; readonly older: boolean };

export class SyncFailure extends Error {
  constructor(
    readonly kind: FailureKind,
    message: string,
    readonly retryAfterMs: number = 0,
    /** With `expired`: what the server says of its data. */
    readonly data: Expired | null = null
  ) {
    super(message);
    this.name = 'SyncFailure';
  }
}

/** Whether the server may have applied what was sent: then the entries can only be sent again, with the same bytes. */
export const outcomeIsUnknown = (kind: FailureKind): boolean => kind === 'no_answer' || kind === 'broken';

/** The kind that an HTTP status other than 2xx stands for. */
export function kindOfStatus(status: number): FailureKind {
  if (status === 401) return 'unauthorized';
  if (status === 410) return 'expired';
  if (status === 413) return 'too_large';
  if (status === 426) return 'too_old';
  if (status === 429 || status === 503) return 'busy';
  // A proxy that waits for a server which is not there.
  if (status === 502 || status === 504) return 'no_answer';
  return status >= 500 ? 'broken' : 'refused';
}

/** Anything that was thrown, as a failure of sync; what is not one already counts as unanswered. */
export const asFailure = (thrown: unknown): SyncFailure =>
  thrown instanceof SyncFailure ? thrown : new SyncFailure('no_answer', String(thrown));
