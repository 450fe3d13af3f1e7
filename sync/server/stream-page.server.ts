import { findDeletions, type StreamState } from '#lib/server/db/change-streams.ts';
import { findChanged, type StreamedCollection } from '#lib/server/db/changed-documents.ts';
import type { Tx } from '#lib/server/db/transaction.ts';
import { documentSchemas } from '#sync/protocol/documents.ts';
import type { PullAnswer } from '#sync/protocol/pull.ts';

export type StreamPage = {
  readonly documents: PullAnswer['documents'];
  readonly seq: Record<string, number>;
  readonly more: boolean;
};

/**
 * One page over several streams, one after the other. A stream that is read to its end ends at the greater of its
 * counter and its last row, so that the checkpoint misses nothing. @param seq how far each stream has been read
 */
export async function streamPage(
  tx: Tx,
  { collection, limit }: { readonly collection: StreamedCollection; readonly limit: number },
  seq: Readonly<Record<string, number>>,
  states: ReadonlyMap<string, StreamState>,
  reader: string
): Promise<StreamPage> {
  const documents: PullAnswer['documents'][number][] = [];
  const reached: Record<string, number> = { ...seq };
  for (const [stream, after] of Object.entries(seq)) {
    const last = states.get(stream)?.last ?? 0;
    if (last <= after) continue;
    const room = limit - documents.length;
    const changes = await changesOf(tx, collection, { stream, after, limit: room + 1, reader });
    const taken = changes.slice(0, room);
    documents.push(...taken.map(({ document }) => document));
    if (changes.length > room) {
      reached[stream] = taken.at(-1)?.seq ?? after;
      return { documents, seq: reached, more: true };
    }
    reached[stream] = Math.max(last, taken.at(-1)?.seq ?? 0);
  }
  return { documents, seq: reached, more: false };
}

type Change = { readonly seq: number; readonly document: PullAnswer['documents'][number] };

/** Rows and deletions of one stream in the order of their numbers. */
async function changesOf(
  tx: Tx,
  collection: StreamedCollection,
  window: { readonly stream: string; readonly after: number; readonly limit: number; readonly reader: string }
): Promise<Change[]> {
  const { stream, after, limit } = window;
  const schema = documentSchemas[collection];
  const written = (await findChanged(tx, collection, window)).map(({ seq, document }) => ({
    seq,
    document: { ...schema.parse(document), _stream: stream, _seq: seq, _deleted: false } as Change['document']
  }));
  // A device without rows of a stream needs no deletions. Details are deleted with their calibrations.
  const buried = collection === 'calibration_details' ? 'calibrations' : collection;
  const deleted = after === 0 ? [] : await findDeletions(tx, buried, stream, after, limit);
  return [
    ...written,
    ...deleted.map(({ id, seq }) => ({
      seq,
      document: { id, _stream: stream, _seq: seq, _deleted: true as const }
    }))
  ].sort((a, b) => a.seq - b.seq);
}
