import type { CollectionName } from '#sync/protocol/collections.ts';
import type { PullAnswer } from '#sync/protocol/pull.ts';
import type { PushAnswer, PushRequest } from '#sync/protocol/push.ts';

/** The connection to the server. Each call returns a response or throws a SyncFailure. */
export type Transport = {
  readonly pull: (collection: CollectionName, checkpoint: string | null, limit: number) => Promise<PullAnswer>;
  readonly push: (request: PushRequest) => Promise<PushAnswer>;
  /** The text of the event stream as it arrives, until the signal aborts or the server closes it. */
  readonly stream: (signal: AbortSignal) => Promise<AsyncIterable<string>>;
};
