import { randomUUID } from 'node:crypto';

/** The id that a request brings in `X-Request-Id`, where it is fit for a log line, else a new one. */
export const requestIdOf = (given: string | null | undefined): string =>
  given && /^[A-Za-z0-9._-]{1,64}$/.test(given) ? given : randomUUID();
