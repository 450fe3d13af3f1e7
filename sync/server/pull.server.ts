import type { PersonActor } from '#lib/laboratory/actor.ts';
import { withMembers } from '#lib/laboratory/json-text.ts';
import { findGeneration, findPersonalCounter, findStreams, type StreamState } from '#lib/server/db/change-streams.ts';
import { countDocuments } from '#lib/server/db/changed-documents.ts';
import { countNotifications } from '#lib/server/db/changed-notifications.ts';
import { transactionAsOfNow, type Tx } from '#lib/server/db/transaction.ts';
import { syncDocuments } from '#lib/server/metrics/metrics.ts';
import { reminderLeadDays } from '#lib/server/use-cases/mail/reminder-lead-days.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { decodeCheckpoint, encodeCheckpoint, type Checkpoint } from '#sync/protocol/checkpoint.ts';
import { NO_ORGANIZATION } from '#sync/protocol/collections.ts';
import { documentShapes } from '#sync/protocol/document-shapes.ts';
import type { PullAnswer, PullQuery } from '#sync/protocol/pull.ts';
import { PROTOCOL_VERSION } from '#sync/protocol/version.ts';
import { expired } from './generation.server.ts';
import { notificationPage } from './notification-page.server.ts';
import { streamPage } from './stream-page.server.ts';

/**
 * The changes in one collection since the checkpoint, limited to what the reader may store (sync/README.md).
 * @param protocol the version that the device speaks
 * @returns the JSON of a `PullAnswer`
 * @throws Refusal `checkpoint_expired` if the device has to start again
 */
export const pull = (
  services: Services,
  begun: PersonActor,
  query: PullQuery,
  protocol = PROTOCOL_VERSION
): Promise<string> =>
  // Uses the memberships of this moment, not of the start of the request: a row hidden by a missing membership must not
  // be skipped.
  transactionAsOfNow(services.pool, begun, async (tx, actor) => {
    const since = query.checkpoint === undefined ? null : decodeCheckpoint(query.checkpoint);
    const scope = [...actor.memberships.keys()].sort();
    const generation = await findGeneration(tx);
    if (query.checkpoint !== undefined && since?.generation !== generation) throw expired(generation, true);
    const found = await (query.collection === 'notifications'
      ? pullNotifications(tx, actor, query, since, generation)
      : pullStreams(tx, actor, { ...query, collection: query.collection, generation, protocol }, since, scope));
    syncDocuments.inc({ collection: query.collection }, found.documents.length);
    const answer: Omit<PullAnswer, 'documents'> = {
      checkpoint: encodeCheckpoint({ generation, seq: found.seq, user: found.user }),
      more: found.more,
      scope,
      removed: Object.keys(since?.seq ?? {}).filter(
        (stream) => stream !== NO_ORGANIZATION && !actor.memberships.has(stream)
      ),
      ...(found.total === undefined ? {} : { total: found.total }),
      instance: {
        time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        reminder_lead_days: await reminderLeadDays(tx, services)
      },
      generation,
      shape: documentShapes[query.collection]
    };
    return withMembers(JSON.stringify(answer), { documents: `[${found.documents.join(',')}]` });
  });

type PulledPage = Pick<PullAnswer, 'more' | 'total'> &
  Omit<Checkpoint, 'generation'> & {
    /** Each as its JSON. */
    readonly documents: readonly string[];
  };

async function pullStreams(
  tx: Tx,
  actor: PersonActor,
  query: PullQuery & {
    readonly collection: Parameters<typeof countDocuments>[1];
    readonly generation: string;
    readonly protocol: number;
  },
  since: Checkpoint | null,
  scope: readonly string[]
): Promise<PulledPage> {
  const streams = [NO_ORGANIZATION, ...scope];
  // Read before the rows: a commit in between is read twice at most, and never skipped.
  const states = await findStreams(tx, streams);
  const seq = Object.fromEntries(streams.map((stream) => [stream, since?.seq[stream] ?? 0]));
  assertContinuable(seq, states, query.generation);
  const page = await streamPage(tx, query, seq, states, actor.userId);
  const total = since === null ? { total: await countDocuments(tx, query.collection, streams, actor.userId) } : {};
  return { ...page, user: 0, ...total };
}

async function pullNotifications(
  tx: Tx,
  actor: PersonActor,
  query: PullQuery,
  since: Checkpoint | null,
  generation: string
): Promise<PulledPage> {
  const last = await findPersonalCounter(tx, actor.userId);
  const after = since?.user ?? 0;
  if (after > last) throw expired(generation, true);
  const page = await notificationPage(tx, actor, after, last, query.limit);
  return { ...page, seq: {}, ...(since === null ? { total: await countNotifications(tx, actor.userId) } : {}) };
}

/** The database is older than what the device has seen, or deletions have been forgotten. */
function assertContinuable(
  seq: Readonly<Record<string, number>>,
  states: ReadonlyMap<string, StreamState>,
  generation: string
): void {
  for (const [stream, reached] of Object.entries(seq)) {
    const { last, floor } = states.get(stream) ?? { last: 0, floor: 0 };
    if (reached > last || (reached > 0 && reached < floor)) throw expired(generation, reached > last);
  }
}
