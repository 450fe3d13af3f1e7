import type { Logger } from 'pino';

/**
 * Logs all uncaught errors. Rejected promises and external failures (`mayPass`) do not end the process. After any other
 * error its state is unknown, so it shuts down in order. @returns a function that removes the handlers
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
