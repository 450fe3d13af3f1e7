import { findDeletions, type StreamState } from '#lib/server/db/change-streams.ts';
import { findChanged, findChangedDetails, type StreamedCollection } from '#lib/server/db/changed-documents.ts';
import { withMembers } from '#lib/laboratory/json-text.ts';
import type { Tx } from '#lib/server/db/transaction.ts';
import { documentSchemas } from '#sync/protocol/documents.ts';
import { POINTS_APART } from '#sync/protocol/version.ts';

export type StreamPage = {
  /** Each as its JSON. */
  readonly documents: readonly string[];
  readonly seq: Record<string, number>;
  readonly more: boolean;
};

type Asked = {
  readonly collection: StreamedCollection;
  readonly limit: number;
  /** The version of the protocol that the device speaks. */
  readonly protocol: number;
};

/**
 * One page over several streams, one after the other. A stream that is read to its end ends at the greater of its
 * counter and its last row, so that the checkpoint misses nothing. @param seq how far each stream has been read
 */
export async function streamPage(
  tx: Tx,
  { collection, limit, protocol }: Asked,
  seq: Readonly<Record<string, number>>,
  states: ReadonlyMap<string, StreamState>,
  reader: string
): Promise<StreamPage> {
  const documents: string[] = [];
  const reached: Record<string, number> = { ...seq };
  for (const [stream, after] of Object.entries(seq)) {
    const last = states.get(stream)?.last ?? 0;
    if (last <= after) continue;
    const room = limit - documents.length;
    const { changes, cut } = await changesOf(tx, collection, { stream, after, limit: room + 1, reader, protocol });
    const taken = changes.slice(0, room);
    documents.push(...taken.map(({ json }) => json));
    if (cut || changes.length > room) {
      reached[stream] = taken.at(-1)?.seq ?? after;
      return { documents, seq: reached, more: true };
    }
    reached[stream] = Math.max(last, taken.at(-1)?.seq ?? 0);
  }
  return { documents, seq: reached, more: false };
}

type Change = { readonly seq: number; readonly json: string };
/** In the order of their numbers; `cut` if there are more of them than a page takes. */
type Changes = { readonly changes: readonly Change[]; readonly cut: boolean };
type StreamWindow = {
  readonly stream: string;
  readonly after: number;
  readonly limit: number;
  readonly reader: string;
  readonly protocol: number;
};

/** Rows and deletions of one stream. */
async function changesOf(tx: Tx, collection: StreamedCollection, window: StreamWindow): Promise<Changes> {
  const { stream, after, limit } = window;
  const { changes: written, cut } = await writtenChanges(tx, collection, window);
  // A device without rows of a stream needs no deletions. Details are deleted with their calibrations.
  const buried = collection === 'calibration_details' ? 'calibrations' : collection;
  const deleted = after === 0 ? [] : await findDeletions(tx, buried, stream, after, limit);
  const last = cut ? (written.at(-1)?.seq ?? after) : Infinity;
  const changes = [
    ...written,
    ...deleted
      .filter(({ seq }) => seq <= last)
      .map(({ id, seq }) => ({
        seq,
        json: JSON.stringify({ id, _stream: stream, _seq: seq, _deleted: true })
      }))
  ].sort((a, b) => a.seq - b.seq);
  return { changes, cut };
}

async function writtenChanges(tx: Tx, collection: StreamedCollection, window: StreamWindow): Promise<Changes> {
  const originOf = (seq: number) => ({ _stream: window.stream, _seq: seq, _deleted: false });
  if (collection === 'calibration_details') {
    const { changes, cut } = await findChangedDetails(tx, window, window.protocol < POINTS_APART);
    const withOrigin = changes.map(({ seq, json }) => {
      const origin = Object.entries(originOf(seq)).map(([name, value]) => [name, JSON.stringify(value)]);
      return { seq, json: withMembers(json, Object.fromEntries(origin)) };
    });
    return { changes: withOrigin, cut };
  }
  const schema = documentSchemas[collection];
  const changed = await findChanged(tx, collection, window);
  const changes = changed.map(({ seq, document }) => ({
    seq,
    json: JSON.stringify({ ...schema.parse(document), ...originOf(seq) })
  }));
  return { changes, cut: false };
}
