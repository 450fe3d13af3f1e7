import {
  BackendTerminatedError,
  BackendTerminatedUnexpectedlyError,
  ConnectionError,
  IdleTransactionTimeoutError
} from 'slonik';

/**
 * The server has ended the session, or will: administration, crash of another session, database gone; class 08 is the
 * connection itself.
 */
const SESSION_ENDED = /^(57P0[1-4]|57P05|25P03|08...)$/;
/** The client library's messages without a code, if the connection and not a statement failed. */
const LINE_FAILED =
  /^Connection terminated|^timeout expired$|^Query read timeout$|not queryable|^Cannot use released connection/;
/** From the operating system: ECONNRESET, EPIPE, ETIMEDOUT and similar. */
const OF_THE_SYSTEM = /^E[A-Z]+$/;

/** The error and what caused it, each cause after its effect. */
export function* causesOf(thrown: unknown): Generator<Error & { readonly code?: unknown }> {
  for (let cause = thrown, depth = 0; cause instanceof Error && depth < 6; cause = cause.cause, depth++) yield cause;
}

/** Whether the connection failed. Then the outcome of the last statement on it is unknown. */
export function connectionWasLost(thrown: unknown): boolean {
  for (const cause of causesOf(thrown)) {
    if (cause instanceof ConnectionError || cause instanceof IdleTransactionTimeoutError) return true;
    if (cause instanceof BackendTerminatedError || cause instanceof BackendTerminatedUnexpectedlyError) return true;
    const { code } = cause;
    if (typeof code === 'string' && (SESSION_ENDED.test(code) || OF_THE_SYSTEM.test(code))) return true;
    if (code === undefined && LINE_FAILED.test(cause.message)) return true;
  }
  return false;
}
