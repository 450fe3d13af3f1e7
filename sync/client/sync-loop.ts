import { COLLECTIONS, type CollectionName } from '#sync/protocol/collections.ts';
import { backoff } from './backoff.ts';
import { beginAnew } from './begin-anew.ts';
import { sendableEdits, type EditStore, type SendEdit } from './edit-row.ts';
import { pullCollection, type PageReport, type PullPorts } from './pull-collection.ts';
import { pushEdits } from './push-edits.ts';
import { pushPace, type PushPace } from './push-pace.ts';
import { pushQueue, recoverInterrupted, type PushPorts } from './push-queue.ts';
import { asFailure, type FailureKind, type SyncFailure } from './sync-failure.ts';

/** How often the loop asks the server if nothing else wakes it. */
export const POLL_MS = 5 * 60 * 1000;

export type LoopReport =
  | { readonly type: 'phase'; readonly phase: 'idle' | 'sending' | 'receiving' }
  /** The server has answered. */
  | { readonly type: 'contact'; readonly at: number }
  | ({ readonly type: 'page' } & PageReport)
  | { readonly type: 'caught_up' }
  | { readonly type: 'failed'; readonly kind: FailureKind; readonly message: string }
  /** The loop stops until a sign-in or an update; the queue is kept. */
  | { readonly type: 'halted'; readonly kind: 'unauthorized' | 'too_old' };

export type LoopPorts = PushPorts &
  PullPorts & {
    readonly edits?: EditStore;
    readonly sendEdit?: SendEdit;
    readonly report: (event: LoopReport) => void;
  };

export type SyncLoop = {
  readonly start: () => void;
  /** Requests a round soon, for `collections` only if given. Joins a round in progress. */
  readonly wake: (collections?: readonly CollectionName[]) => void;
  /** Ends the loop; resolves when the round in progress has ended. */
  readonly stop: () => Promise<void>;
};

/**
 * The leader's loop: a round sends the queue, then pulls; then it sleeps until it is woken, an entry becomes due, or
 * five minutes have passed; after a failure for a growing time with jitter. Only one round runs at a time.
 */
export function createSyncLoop(ports: LoopPorts): SyncLoop {
  const { clock, report } = ports;
  let state: 'new' | 'sleeping' | 'running' | 'halted' | 'stopped' = 'new';
  let wanted = new Set<CollectionName>(COLLECTIONS);
  let again = false;
  let failures = 0;
  const pace = pushPace(clock);
  /** Rows may be in state sending: another leader's at the start, and this one's after a round that could not write down what became of them. */
  let interrupted = true;
  let cancelTimer = () => {};
  let running: Promise<void> = Promise.resolve();

  const sleep = (milliseconds: number) => {
    cancelTimer();
    cancelTimer = clock.after(milliseconds, () => {
      wanted = new Set(COLLECTIONS);
      begin();
    });
  };
  const begin = () => {
    if (state !== 'sleeping') return;
    cancelTimer();
    state = 'running';
    running = round();
  };
  const round = async () => {
    if (state !== 'running') return;
    again = false;
    const collections = COLLECTIONS.filter((name) => wanted.has(name));
    wanted = new Set();
    const pause = await attempt(collections);
    report({ type: 'phase', phase: 'idle' });
    if (state !== 'running') return;
    if (pause === 'halt') {
      state = 'halted';
      return;
    }
    state = 'sleeping';
    if (again && failures === 0) begin();
    else sleep(pause);
  };
  const attempt = async (collections: readonly CollectionName[]): Promise<number | 'halt'> => {
    try {
      if (interrupted) await recoverAll(ports);
      interrupted = false;
      const nextDueAt = await oneRound(ports, pace, collections, () => state === 'running');
      failures = 0;
      return nextDueAt === null ? POLL_MS : Math.min(POLL_MS, Math.max(0, nextDueAt - clock.now()));
    } catch (thrown) {
      interrupted = true;
      for (const name of collections) wanted.add(name);
      return afterFailure(asFailure(thrown));
    }
  };
  const afterFailure = (failure: SyncFailure): number | 'halt' => {
    report({ type: 'failed', kind: failure.kind, message: failure.message });
    if (failure.kind === 'unauthorized' || failure.kind === 'too_old') {
      report({ type: 'halted', kind: failure.kind });
      return 'halt';
    }
    failures += 1;
    return Math.max(failure.retryAfterMs, backoff(failures, clock.random()));
  };

  return {
    start: () => {
      if (state !== 'new') return;
      state = 'running';
      // A wake that comes with the start is part of the first round.
      running = Promise.resolve().then(round);
    },
    wake: (collections = COLLECTIONS) => {
      for (const name of collections) wanted.add(name);
      again = true;
      failures = 0;
      begin();
    },
    stop: async () => {
      state = 'stopped';
      cancelTimer();
      await running;
    }
  };
}

async function recoverAll(ports: LoopPorts): Promise<void> {
  await recoverInterrupted(ports);
  if (ports.edits !== undefined) await recoverInterrupted({ queue: ports.edits, clock: ports.clock });
}

/** Sends the due entries, then pulls. If the server's data have been replaced, it starts once more. */
async function oneRound(
  ports: LoopPorts,
  pace: PushPace,
  collections: readonly CollectionName[],
  goesOn: () => boolean
): Promise<number | null> {
  const { report, clock } = ports;
  let wanted = collections;
  for (let turn = 0; ; turn += 1) {
    try {
      report({ type: 'phase', phase: 'sending' });
      await pushQueue(ports, pace);
      const { queue, edits, sendEdit } = ports;
      if (edits && sendEdit) await pushEdits({ edits, queue, send: sendEdit, clock });
      report({ type: 'phase', phase: 'receiving' });
      for (const name of wanted) {
        if (!goesOn()) return await nextDue(ports);
        await pullCollection(ports, name, (page) => {
          report({ type: 'contact', at: clock.now() });
          report({ type: 'page', ...page });
        });
      }
      report({ type: 'caught_up' });
      return await nextDue(ports);
    } catch (thrown) {
      const failure = asFailure(thrown);
      if (failure.kind !== 'expired' || turn > 0) throw failure;
      await beginAnew(ports, failure.data ?? { generation: null, older: true });
      wanted = COLLECTIONS;
    }
  }
}

/**
 * When the next entry becomes due; entries to be offered again after the pull are due at once. Null: none is waiting.
 */
async function nextDue({ queue, edits }: LoopPorts): Promise<number | null> {
  const waiting = [...(await queue.inState('waiting')), ...(edits ? await sendableEdits(edits, queue) : [])];
  return waiting.length === 0 ? null : Math.min(...waiting.map(({ next_attempt_at }) => next_attempt_at));
}
