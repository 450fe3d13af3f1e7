import type { Logger } from 'pino';
import type { ChangeListener } from '#lib/server/db/listener.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

declare global {
  namespace App {
    interface Locals {
      /** Made once at start (server/runtime.ts). */
      services: Services;
      /** Tells the sync stream that there is something to pull. */
      changes: ChangeListener;
      /** Taken from `X-Request-Id` or made here; in every log line, answer and audit row. */
      requestId: string;
      /** The service's logger with the request id bound to it. */
      log: Logger;
    }
    /** What the adapter for Node tells; not there in development. */
    interface Platform {
      readonly req?: {
        readonly socket: Record<'once' | 'off', (event: 'close', listener: () => void) => unknown> & {
          readonly remoteAddress?: string | undefined;
        };
      };
    }
  }
}
