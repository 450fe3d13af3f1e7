import type { Config } from './config.ts';
import type { Runtime } from './runtime.ts';

/**
 * What the command that starts the process (commands/start) and the built server tell each other. They are two module graphs
 * in one process, so they meet at a global symbol; secrets stay out of the environment, which child processes inherit.
 */
export type Handover = {
  /** Set by the command before the server is imported: the configuration with database and secret key found or made. */
  config?: Config;
  /** Set by the server once it runs; the command stops it. */
  runtime?: Runtime;
  /** Set by the command: the process will stop soon and asks proxies to send their requests elsewhere. */
  draining?: boolean;
  /** Set by the command: ends the process in order, with exit code 1. */
  fail?: (sentence: string) => void;
};

const KEY = Symbol.for('plumbline.handover');

export function handover(): Handover {
  const place = globalThis as unknown as Record<symbol, Handover | undefined>;
  return (place[KEY] ??= {});
}
