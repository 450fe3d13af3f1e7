/** A device as far as pulling goes: it applies pages as the protocol says and can be compared with the database. */
import type { PersonActor } from '#lib/laboratory/actor.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import type { CollectionName } from '#sync/protocol/collections.ts';
import { pullAnswers, type PullAnswer } from '#sync/protocol/pull.ts';
import { pulled } from '../support/pulled.ts';

type Held = { readonly stream: string; readonly seq: number; readonly document: Record<string, unknown> };

export function device(services: Services, actor: PersonActor, collection: CollectionName, limit = 500) {
  const rows = new Map<string, Held>();
  let checkpoint: string | undefined;
  const once = async (): Promise<PullAnswer> => {
    const answer = await pulled(services, actor, {
      collection,
      limit,
      ...(checkpoint === undefined ? {} : { checkpoint })
    });
    // What leaves the server is what the protocol describes, to the last field.
    pullAnswers[collection].parse(answer);
    for (const stream of answer.removed) {
      for (const [id, row] of rows) if (row.stream === stream) rows.delete(id);
    }
    for (const { _stream: stream, _seq: seq, _deleted: deleted, ...document } of answer.documents) {
      const known = rows.get(document.id);
      if (known?.stream === stream && known.seq >= seq) continue;
      if (!deleted) rows.set(document.id, { stream, seq, document });
      else if (known?.stream === stream) rows.delete(document.id);
    }
    checkpoint = answer.checkpoint;
    return answer;
  };
  return {
    once,
    /** Pulls until nothing is left. @returns the documents that came. */
    all: async (): Promise<PullAnswer['documents'][number][]> => {
      const came: PullAnswer['documents'][number][] = [];
      for (;;) {
        const answer = await once();
        came.push(...answer.documents);
        if (!answer.more) return came;
      }
    },
    ids: () => [...rows.keys()].sort(),
    row: (id: string) => rows.get(id)?.document,
    checkpoint: () => checkpoint,
    as: (changed: PersonActor) => {
      actor = changed;
    },
    continueFrom: (text: string) => {
      checkpoint = text;
    }
  };
}
