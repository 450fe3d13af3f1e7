import type { PersonActor } from '#lib/laboratory/actor.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { findMemberships, isSessionAlive } from '#lib/server/db/change-streams.ts';
import type { Change, ChangeListener } from '#lib/server/db/listener.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { NO_ORGANIZATION } from '#sync/protocol/collections.ts';
import { HEARTBEAT_SECONDS } from '#sync/protocol/limits.ts';
import type { StreamEvent } from '#sync/protocol/stream.ts';

/** Changes within this time are told as one. */
const GATHER_MS = 50;
/** Events that wait for a device which does not read; among so many one already says to pull. */
const MOST_UNREAD = 64;

/** Streams that one person may have open on this process: a device has one, whatever it has of tabs. */
export const MOST_STREAMS = 20;
const RETRY_SECONDS = 60;

/** How many each person has open, by the listener that feeds them. */
const open = new WeakMap<ChangeListener, Map<string, number>>();

/** Whose stream it is, and by which session. */
export type Listening = { readonly actor: PersonActor; readonly sessionId: string };

/**
 * The event stream of one device: says `pull` when something changed that its reader may hold, a heartbeat every 25 seconds,
 * `revoked` at once when the session has ended; then it closes, and so it does when the process stops.
 * @throws Refusal `too_many_requests` where the person has as many open as one may; the device pulls every few minutes all the same
 */
export function openStream(
  services: Services,
  changes: ChangeListener,
  listening: Listening
): ReadableStream<Uint8Array> {
  const leave = enter(changes, listening.actor.userId);
  let stop = () => {};
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        stop = tell(services, changes, listening, controller, leave);
      },
      cancel: () => stop()
    },
    { highWaterMark: MOST_UNREAD }
  );
}

/** Takes a place among the person's streams. @returns what gives it back */
function enter(changes: ChangeListener, userId: string): () => void {
  const counts = open.get(changes) ?? new Map<string, number>();
  open.set(changes, counts);
  const before = counts.get(userId) ?? 0;
  if (before >= MOST_STREAMS) {
    throw new Refusal(
      'too_many_requests',
      `You have ${before} devices listening already. Close the app on one of them.`,
      {
        retry_after_seconds: RETRY_SECONDS
      }
    );
  }
  counts.set(userId, before + 1);
  return () => {
    const left = (counts.get(userId) ?? 1) - 1;
    if (left > 0) counts.set(userId, left);
    else counts.delete(userId);
  };
}

/**
 * @param ended is called once it has.
 * @returns what ends it.
 */
function tell(
  services: Services,
  changes: ChangeListener,
  { actor, sessionId }: Listening,
  controller: ReadableStreamDefaultController<Uint8Array>,
  ended: () => void
): () => void {
  const encoder = new TextEncoder();
  const ending = new AbortController();
  let streams = streamsOf(actor.memberships);
  let gathering: NodeJS.Timeout | undefined;

  const say = ({ event, data }: StreamEvent) => {
    if (ending.signal.aborted || (controller.desiredSize ?? 0) <= 0) return;
    controller.enqueue(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
  };
  const close = () => {
    if (ending.signal.aborted) return;
    ending.abort();
    controller.close();
  };
  const check = async () => {
    if (!(await isSessionAlive(services.pool, sessionId))) {
      say({ event: 'revoked', data: {} });
      return close();
    }
    streams = streamsOf(await findMemberships(services.pool, actor.userId));
  };
  const recheck = () => {
    check().catch((err: unknown) => services.log.warn({ err }, 'a sync stream could not be checked'));
  };
  const heard = (change: Change) => {
    if (change.kind === 'organization' && !streams.has(change.organizationId)) return;
    if (change.kind === 'user' && change.userId !== actor.userId) return;
    if (change.kind !== 'organization') recheck();
    gathering ??= setTimeout(() => {
      gathering = undefined;
      say({ event: 'pull', data: {} });
    }, GATHER_MS);
  };
  const beat = () => {
    say({ event: 'heartbeat', data: {} });
    recheck();
  };

  const unsubscribe = changes.subscribe(heard);
  const heartbeat = setInterval(beat, HEARTBEAT_SECONDS * 1000);
  changes.ended.addEventListener('abort', close, { signal: ending.signal });
  ending.signal.addEventListener('abort', () => {
    unsubscribe();
    clearInterval(heartbeat);
    clearTimeout(gathering);
    ended();
  });
  if (changes.ended.aborted) close();
  else beat();
  return () => ending.abort();
}

const streamsOf = (memberships: ReadonlyMap<string, unknown>): ReadonlySet<string> =>
  new Set([NO_ORGANIZATION, ...memberships.keys()]);
