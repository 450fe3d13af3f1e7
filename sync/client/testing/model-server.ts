import { createHash } from 'node:crypto';
import type { PullAnswer } from '#sync/protocol/pull.ts';
import type { MutationResult } from '#sync/protocol/push.ts';
import { SyncFailure, type FailureKind } from '../sync-failure.ts';
import type { Transport } from '../transport.ts';
import { ORGANIZATION } from './memory-queue.ts';

type Change = {
  readonly id: string;
  readonly stream: string;
  readonly seq: number;
  readonly deleted: boolean;
  readonly updated_at?: string;
};

/**
 * The server as the protocol promises it, small enough to be read: one collection (assets) that changes, and mutations that
 * are applied once. Tests cut its answers, make it older, and take memberships away.
 */
export function modelServer() {
  let generation = 1;
  let shape = 'shape 1';
  let forgotten = false;
  let scope = [ORGANIZATION];
  let changes: Change[] = [];
  let applied = new Map<string, { sha: string; version: number }>();
  const seen: { id: string; payload: string; receipt?: string; attempt: number }[] = [];
  const rejecting = new Map<string, 'rejected' | 'retry'>();
  let cuts: { when: 'before' | 'after'; kind: FailureKind }[] = [];

  const answered = <T>(act: () => T): T => {
    const cut = cuts.shift();
    if (cut?.when === 'before') throw new SyncFailure(cut.kind, 'cut before');
    const answer = act();
    if (cut?.when === 'after') throw new SyncFailure(cut.kind, 'cut after');
    return answer;
  };
  const applyOne = (id: string, payload: string): MutationResult => {
    const sha = createHash('sha256').update(payload).digest('hex');
    const known = applied.get(id);
    if (known !== undefined) {
      return known.sha === sha
        ? { id, status: 'duplicate', receipt: `receipt of ${id}` }
        : { id, status: 'rejected', errors: [{ code: 'id_reused', detail: 'This id is taken.' }] };
    }
    const verdict = rejecting.get(id);
    if (verdict === 'rejected') return { id, status: 'rejected', errors: [{ code: 'forbidden', detail: 'No.' }] };
    if (verdict === 'retry') return { id, status: 'retry' };
    applied.set(id, { sha, version: applied.size + 1 });
    return { id, status: 'applied', receipt: `receipt of ${id}` };
  };
  const expired = () => new SyncFailure('expired', 'other data', 0, { generation: nameOf(generation), older: true });
  const read = (checkpoint: string | null, limit: number): PullAnswer => {
    const from = checkpoint === null ? null : (JSON.parse(checkpoint) as { g: number; seq: Record<string, number> });
    if (from !== null && forgotten) {
      forgotten = false;
      throw new SyncFailure('expired', 'forgotten', 0, { generation: nameOf(generation), older: false });
    }
    if (from !== null && from.g !== generation) throw expired();
    const seq: Record<string, number> = {};
    for (const stream of scope) seq[stream] = from?.seq[stream] ?? 0;
    const left = changes.filter((change) => change.seq > (seq[change.stream] ?? Infinity));
    const page = left.slice(0, limit);
    for (const change of page) seq[change.stream] = change.seq;
    return {
      documents: page.map(({ id, stream, seq: _seq, deleted, updated_at }) => ({
        id,
        ...(updated_at === undefined ? {} : { updated_at }),
        _stream: stream,
        _seq,
        _deleted: deleted
      })) as unknown as PullAnswer['documents'],
      checkpoint: JSON.stringify({ g: generation, seq }),
      more: left.length > page.length,
      scope,
      removed: Object.keys(from?.seq ?? {}).filter((stream) => !scope.includes(stream)),
      ...(checkpoint === null ? { total: left.length } : {}),
      instance: { time_zone: 'UTC', reminder_lead_days: 30 },
      generation: nameOf(generation),
      shape
    };
  };
  const transport: Transport = {
    pull: async (collection, checkpoint, limit) =>
      answered(() =>
        collection === 'assets' ? read(checkpoint, Math.min(limit, 2)) : { ...read(checkpoint, 9999), documents: [] }
      ),
    push: async ({ mutations, generation: known }) =>
      answered(() => {
        if (known !== undefined && known !== nameOf(generation)) throw expired();
        return {
          results: mutations.map(({ id, payload, receipt, attempt }) => {
            seen.push({ id, payload, ...(receipt === undefined ? {} : { receipt }), attempt: attempt ?? 0 });
            return applyOne(id, payload);
          }),
          generation: nameOf(generation)
        };
      }),
    stream: async () => (async function* () {})()
  };
  return {
    transport,
    seen,
    applied: () => applied,
    /** The next answers are lost: `before` the server acts, or `after`. */
    cut: (...next: { when: 'before' | 'after'; kind: FailureKind }[]) => {
      cuts = next;
    },
    answerFor: (id: string, verdict: 'rejected' | 'retry' | 'apply') => {
      if (verdict === 'apply') rejecting.delete(id);
      else rejecting.set(id, verdict);
    },
    write: (id: string, seq: number, { stream = ORGANIZATION, deleted = false, ...more }: Partial<Change> = {}) => {
      changes = [
        ...changes.filter((change) => change.id !== id || change.stream !== stream),
        { id, stream, seq, deleted, ...more }
      ];
    },
    setScope: (organizations: string[]) => {
      scope = organizations;
    },
    /** Forgets deletions: what a device saw cannot be continued from, and is not older than it. */
    forget: () => {
      forgotten = true;
    },
    /** Puts an older database back: nothing of what came after the copy is known. */
    restore: (copy: { changes: Change[]; applied: Map<string, { sha: string; version: number }> }) => {
      generation += 1;
      changes = copy.changes;
      applied = new Map(copy.applied);
    },
    /** The documents look otherwise from now on. */
    reshape: () => {
      shape += ' and more';
    },
    copy: () => ({ changes: [...changes], applied: new Map(applied) })
  };
}

const nameOf = (generation: number): string => `0198c000-0000-7000-8000-${String(generation).padStart(12, '0')}`;
