import type { PersonActor } from '#lib/laboratory/actor.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { findOrganizationsOfSession } from '#lib/server/db/change-streams.ts';
import type { Change, ChangeListener } from '#lib/server/db/listener.ts';
import { syncStreams } from '#lib/server/metrics/metrics.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { NO_ORGANIZATION } from '#sync/protocol/collections.ts';
import { HEARTBEAT_SECONDS } from '#sync/protocol/limits.ts';
import type { StreamEvent } from '#sync/protocol/stream.ts';

/** Changes announced within this time, as those of one transaction are, are sent as one event. */
const TOGETHER_MS = 5;
/** The shortest time between two events: many changes in a row are sent together. */
const MIN_INTERVAL_MS = 50;
/** Largest number of events waiting for a slow device; further ones can be dropped because those say to pull. */
const MOST_UNREAD = 64;

/** Streams that one person may have open on this process; a device has one, however many tabs are open. */
export const MOST_STREAMS = 20;
const RETRY_SECONDS = 60;

/** The number of open streams of each person, by listener. */
const open = new WeakMap<ChangeListener, Map<string, number>>();

/** The person and session of a stream. */
export type Listening = { readonly actor: PersonActor; readonly sessionId: string };

/**
 * The event stream of one device: sends `pull` when something changed that its reader may store, a heartbeat every 25
 * seconds, and `revoked` as soon as the session has ended. It then closes, as it does after `reconnect` when the process stops.
 * @throws Refusal `too_many_requests` if the person has too many open; the device still pulls every few minutes
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

/** Reserves one of the person's streams. @returns a function that releases it */
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
  syncStreams.inc();
  return () => {
    syncStreams.dec();
    const left = (counts.get(userId) ?? 1) - 1;
    if (left > 0) counts.set(userId, left);
    else counts.delete(userId);
  };
}

/**
 * @param ended called when it has ended. @returns a function that ends it.
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
  let streams = streamsOf(actor.memberships.keys());
  let gathering: NodeJS.Timeout | undefined;
  let told = -Infinity;

  const say = ({ event, data }: StreamEvent) => {
    if (ending.signal.aborted || (controller.desiredSize ?? 0) <= 0) return;
    controller.enqueue(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
  };
  const close = () => {
    if (ending.signal.aborted) return;
    ending.abort();
    controller.close();
  };
  const leave = () => {
    say({ event: 'reconnect', data: {} });
    close();
  };
  const tellSoon = () => {
    if (ending.signal.aborted) return;
    gathering ??= setTimeout(
      () => {
        gathering = undefined;
        told = performance.now();
        say({ event: 'pull', data: {} });
      },
      Math.max(TOGETHER_MS, told + MIN_INTERVAL_MS - performance.now())
    );
  };
  const check = async () => {
    const organizations = await findOrganizationsOfSession(services.pool, sessionId);
    if (organizations === null) {
      say({ event: 'revoked', data: {} });
      return close();
    }
    const isNew = organizations.some((id) => !streams.has(id));
    streams = streamsOf(organizations);
    // What changed there while this was being found out was not heard.
    if (isNew) tellSoon();
  };
  const recheck = () => {
    check().catch((err: unknown) => services.log.warn({ err }, 'a sync stream could not be checked'));
  };
  const heard = (change: Change) => {
    if (change.kind === 'organization' && !streams.has(change.organizationId)) return;
    if (change.kind === 'user' && change.userId !== actor.userId) return;
    if (change.kind !== 'organization') recheck();
    tellSoon();
  };
  const beat = () => {
    say({ event: 'heartbeat', data: {} });
    recheck();
  };

  const unsubscribe = changes.subscribe(heard);
  const heartbeat = setInterval(beat, HEARTBEAT_SECONDS * 1000);
  changes.ended.addEventListener('abort', leave, { signal: ending.signal });
  ending.signal.addEventListener('abort', () => {
    unsubscribe();
    clearInterval(heartbeat);
    clearTimeout(gathering);
    ended();
  });
  if (changes.ended.aborted) leave();
  else beat();
  return () => ending.abort();
}

const streamsOf = (organizations: Iterable<string>): ReadonlySet<string> =>
  new Set([NO_ORGANIZATION, ...organizations]);
