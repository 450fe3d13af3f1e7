import { ConfigurationError } from '#lib/server/config.ts';

/** The error message for the console: a sentence; the stack only with LOG_LEVEL=debug. */
export function explain(thrown: unknown): string {
  if (thrown instanceof ConfigurationError) return `The configuration cannot be used:\n${thrown.message}`;
  if (!(thrown instanceof Error)) return String(thrown);
  const wantsAll = ['debug', 'trace'].includes(process.env['LOG_LEVEL'] ?? '');
  return wantsAll && thrown.stack ? thrown.stack : thrown.message;
}
