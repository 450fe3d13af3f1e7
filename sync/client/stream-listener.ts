import { COLLECTIONS, type CollectionName } from '#sync/protocol/collections.ts';
import { HEARTBEAT_SECONDS } from '#sync/protocol/limits.ts';
import { backoff } from './backoff.ts';
import type { Clock } from './clock.ts';
import { createEventParser, type RawEvent } from './parse-events.ts';
import { asFailure } from './sync-failure.ts';
import type { Transport } from './transport.ts';

const SILENCE_MS = 2 * HEARTBEAT_SECONDS * 1000;
/** Within this time the devices of a server that is being restarted open their streams again, not all at once. */
const RECONNECT_WITHIN_MS = 1000;

export type StreamListener = {
  readonly start: () => void;
  /** The network or the person is back: opens the stream at once if it waits to be opened again. */
  readonly wake: () => void;
  readonly stop: () => void;
};

/**
 * Keeps the event stream open: reopens it, with growing pauses, when it breaks or is silent for too long, and soon if the server asks
 * for it. Nothing reports what changed while it was closed, so once it is open again everything is pulled. Without it, changes only
 * arrive later, so nothing is reported as a failure; `onRevoked` reports that the session has ended.
 */
export function createStreamListener(ports: {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly onPull: (collections?: readonly CollectionName[]) => void;
  readonly onRevoked: () => void;
}): StreamListener {
  const { transport, clock } = ports;
  let stopped = true;
  let failures = 0;
  let mayHaveMissed = false;
  let reconnecting = false;
  let controller = new AbortController();
  let cancelPause: (() => void) | null = null;

  const connect = async () => {
    cancelPause = null;
    const attempt = new AbortController();
    controller = attempt;
    let cancelWatch = () => {};
    const heard = () => {
      cancelWatch();
      cancelWatch = clock.after(SILENCE_MS, () => attempt.abort());
    };
    try {
      heard();
      const parse = createEventParser();
      for await (const piece of await transport.stream(attempt.signal)) {
        if (stopped) return;
        heard();
        failures = 0;
        if (mayHaveMissed) ports.onPull();
        mayHaveMissed = false;
        for (const event of parse(piece)) handle(event);
      }
    } catch (thrown) {
      const { kind } = asFailure(thrown);
      // The loop finds out with its next request and reports it.
      if (kind === 'unauthorized' || kind === 'too_old') stopped = true;
    } finally {
      cancelWatch();
    }
    if (stopped) return;
    mayHaveMissed = true;
    cancelPause = clock.after(pauseBeforeNext(), () => void connect());
  };
  const pauseBeforeNext = (): number => {
    if (reconnecting) {
      reconnecting = false;
      return Math.round(clock.random() * RECONNECT_WITHIN_MS);
    }
    failures += 1;
    return backoff(failures, clock.random());
  };
  const handle = ({ event, data }: RawEvent) => {
    if (event === 'reconnect') reconnecting = true;
    if (event === 'pull') ports.onPull(collectionsOf(data));
    if (event === 'revoked') {
      stop();
      ports.onRevoked();
    }
  };
  const stop = () => {
    stopped = true;
    cancelPause?.();
    controller.abort();
  };
  return {
    start: () => {
      if (!stopped) return;
      stopped = false;
      failures = 0;
      void connect();
    },
    wake: () => {
      if (stopped || cancelPause === null) return;
      cancelPause();
      void connect();
    },
    stop
  };
}

/** The collections in an event; undefined (all) if there are none or the app does not know one of them. */
function collectionsOf(data: string): readonly CollectionName[] | undefined {
  try {
    const named = (JSON.parse(data) as { collections?: unknown }).collections;
    if (!Array.isArray(named)) return undefined;
    const known = COLLECTIONS.filter((name) => named.includes(name));
    return known.length === named.length ? known : undefined;
  } catch {
    return undefined;
  }
}
