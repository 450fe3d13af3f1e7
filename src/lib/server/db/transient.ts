/** SQLSTATE classes that a later try may mend: rolled back by the server, resources, lock timeouts, shutting down, connections. */
const TRANSIENT = /^(40|53|55P03|57|08)/;

/** Was it the moment rather than the statement that made the database refuse? Unknown errors count as the statement's. */
export function isTransient(thrown: unknown): boolean {
  for (let cause = thrown, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    const code = 'code' in cause ? cause.code : undefined;
    if (typeof code === 'string' && (TRANSIENT.test(code) || /^E[A-Z]+$/.test(code))) return true;
    if (/Connection|Terminated|Timeout/.test(cause.name)) return true;
  }
  return false;
}
