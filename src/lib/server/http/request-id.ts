import { randomUUID } from 'node:crypto';

/** The request's `X-Request-Id` if it is suitable for a log line, else a new id. */
export const requestIdOf = (header: string | null | undefined): string =>
  header && /^[A-Za-z0-9._-]{1,64}$/.test(header) ? header : randomUUID();
