import { Logger as QueueLogger } from 'graphile-worker';
import type { Logger } from 'pino';

const LEVELS = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;

/** The queue's messages in the service's log, one level quieter: the runner already logs each job. */
export const queueLogger = (log: Logger | null): QueueLogger =>
  new QueueLogger(() => (level, message) => log?.[LEVELS[level as keyof typeof LEVELS] ?? 'trace'](message));
