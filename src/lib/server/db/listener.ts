import { setMaxListeners } from 'node:events';
import pg from 'pg';
import type { Logger } from 'pino';

/**
 * Reports that something changed for these devices, not what; `unknown` after a broken connection: pull in any case.
 */
export type Change =
  | { readonly kind: 'organization'; readonly organizationId: string }
  | { readonly kind: 'user'; readonly userId: string }
  | { readonly kind: 'unknown' };

export type ChangeListener = {
  /** Calls `onChange` at each change until the returned function is called. */
  readonly subscribe: (onChange: (change: Change) => void) => () => void;
  /** Aborted when the process begins to stop: open streams end then, so that the shutdown need not wait for them. */
  readonly ended: AbortSignal;
  readonly stop: () => Promise<void>;
};

const CHANNEL = 'plumbline_changes';
const LONGEST_PAUSE_MS = 2000;

/** The one LISTEN connection of the process, shared by all sync streams; it reconnects by itself when it breaks. */
export function listenForChanges(databaseUrl: string, log: Logger): ChangeListener {
  const subscribers = new Set<(change: Change) => void>();
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let pauseMs = 100;
  const ending = new AbortController();
  // One for each open stream.
  setMaxListeners(0, ending.signal);
  const tell = (change: Change) => subscribers.forEach((onChange) => onChange(change));

  const again = (broken: pg.Client) => {
    if (ending.signal.aborted || client !== broken) return;
    client = null;
    void broken.end().catch(() => undefined);
    timer = setTimeout(connect, pauseMs);
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
  };

  function connect(): void {
    const fresh = new pg.Client({
      connectionString: databaseUrl,
      keepAlive: true,
      application_name: 'plumbline listener'
    });
    client = fresh;
    fresh.on('notification', ({ payload }) => tell(changeOf(payload ?? '')));
    fresh.on('error', (err) => {
      if (!ending.signal.aborted) log.warn({ err }, 'lost the connection that hears of changes');
      again(fresh);
    });
    fresh.on('end', () => again(fresh));
    fresh
      .connect()
      .then(async () => {
        await fresh.query(`LISTEN ${CHANNEL}`);
        pauseMs = 100;
        tell({ kind: 'unknown' });
      })
      .catch((err: unknown) => {
        if (!ending.signal.aborted) log.warn({ err }, 'cannot hear of changes yet');
        again(fresh);
      });
  }

  connect();
  return {
    subscribe: (onChange) => {
      subscribers.add(onChange);
      return () => subscribers.delete(onChange);
    },
    ended: ending.signal,
    stop: async () => {
      ending.abort();
      clearTimeout(timer);
      subscribers.clear();
      const last = client;
      client = null;
      await last?.end().catch(() => undefined);
    }
  };
}

function changeOf(payload: string): Change {
  const [kind, id] = payload.split(':');
  if (kind === 'organization' && id) return { kind, organizationId: id };
  if (kind === 'user' && id) return { kind, userId: id };
  return { kind: 'unknown' };
}
