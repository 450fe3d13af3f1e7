import type { Logger } from 'pino';

/**
 * What nobody caught is logged, whatever it is. A promise that nobody awaited, and an error of the world outside (`mayPass`), end nothing.
 * After any other error nobody knows what state the process is in: it is ended in order.
 * @returns what takes the handlers away again
 */
export function logUnforeseen(
  log: Logger,
  mayPass: (thrown: unknown) => boolean,
  fail: (sentence: string) => void
): () => void {
  const onRejection = (reason: unknown) => log.error({ err: reason }, 'nobody caught a failure');
  const onException = (thrown: unknown) => {
    log.fatal({ err: thrown }, 'nobody caught an error');
    if (!mayPass(thrown)) fail('An error that nobody caught; the log has it.');
  };
  process.on('unhandledRejection', onRejection).on('uncaughtException', onException);
  return () => void process.off('unhandledRejection', onRejection).off('uncaughtException', onException);
}
