import type { PersonActor } from '#lib/laboratory/actor.ts';
import { findMemberships, isSessionAlive } from '#lib/server/db/change-streams.ts';
import type { Change, ChangeListener } from '#lib/server/db/listener.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { NOBODY } from '#sync/protocol/collections.ts';
import { HEARTBEAT_SECONDS } from '#sync/protocol/limits.ts';
import type { StreamEvent } from '#sync/protocol/stream.ts';

/** Changes within this time are told as one. */
const GATHER_MS = 50;
/** Events that wait for a device which does not read; among so many one already says to pull. */
const MOST_UNREAD = 64;

/** Whose stream it is, and by which session. */
export type Listening = { readonly actor: PersonActor; readonly sessionId: string };

/**
 * The event stream of one device: says `pull` when something changed that its reader may hold, a heartbeat every 25 seconds,
 * `revoked` at once when the session has ended; then it closes, and so it does when the process stops.
 */
export function openStream(
  services: Services,
  changes: ChangeListener,
  listening: Listening
): ReadableStream<Uint8Array> {
  let stop = () => {};
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        stop = tell(services, changes, listening, controller);
      },
      cancel: () => stop()
    },
    { highWaterMark: MOST_UNREAD }
  );
}

/** @returns what ends it. */
function tell(
  services: Services,
  changes: ChangeListener,
  { actor, sessionId }: Listening,
  controller: ReadableStreamDefaultController<Uint8Array>
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
  });
  if (changes.ended.aborted) close();
  else beat();
  return () => ending.abort();
}

const streamsOf = (memberships: ReadonlyMap<string, unknown>): ReadonlySet<string> =>
  new Set([NOBODY, ...memberships.keys()]);
