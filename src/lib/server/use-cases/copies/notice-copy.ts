import { SYSTEM } from '#lib/laboratory/actor.ts';
import type { CopyReason } from '#lib/laboratory/copy-reasons.ts';
import { signalToAll } from '#lib/server/db/change-streams.ts';
import { appendAudit } from '#lib/server/db/audit.ts';
import {
  findHighest,
  lockInstallation,
  raiseCertificateNumbers,
  renewGeneration,
  setPlace
} from '#lib/server/db/installation.ts';
import { transaction, type Tx } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { keepLastSeen, readLastSeen, type LastSeen } from './last-seen.ts';

/** The state now, and why a new generation has begun; `null`: these are the data that were last in use. */
export type Noticed = {
  readonly seen: LastSeen;
  readonly reason: CopyReason | null;
  /** Whether it could be compared with the stored state; otherwise that is retried. */
  readonly compared: boolean;
};

/**
 * Checks whether the data may be another copy, and begins a new generation if so: devices then pull everything again
 * and resend applied entries (sync/README.md, Another copy). @param files distinguishes copies of the embedded cluster;
 * '' for an external database
 * @param before what this process has seen of the data itself; at a start it is read from where it is kept
 */
export async function noticeCopy(
  { pool, store, log }: Pick<Services, 'pool' | 'store' | 'log'>,
  files: string,
  before?: LastSeen
): Promise<Noticed> {
  // An unavailable store does not delay the start: the place of the data is compared anyway.
  const absent = (err: unknown) => log.warn({ err }, 'what was last seen of the data cannot be reached');
  const found = before ?? (await readLastSeen(store).catch((err: unknown) => void absent(err)));
  const compared = found !== undefined;
  const kept = found ?? null;
  const noticed = await transaction(pool, SYSTEM, async (tx): Promise<Noticed> => {
    const { generation, held_at, place, in_use } = await lockInstallation(tx);
    const now = files === '' ? place : `${place}.${files}`;
    const highest = await findHighest(tx);
    await setPlace(tx, now);
    // Another process has begun this generation already; only what it could not know is added.
    const overtaken = before !== undefined && before.generation !== generation;
    if (overtaken) await raiseCertificateNumbers(tx, before.certificates);
    const reason = overtaken ? null : whyOther({ moved: held_at !== now && in_use, kept, generation, ...highest });
    if (reason === null) return { seen: { generation, ...highest }, reason, compared };
    return { seen: await beginGeneration(tx, reason, kept), reason, compared };
  });
  if (compared && JSON.stringify(noticed.seen) !== JSON.stringify(kept)) {
    await keepLastSeen(store, noticed.seen).catch(absent);
  }
  return noticed;
}

/** Begins a new generation because an operator declares that these data are another copy. */
export const declareRestored = ({ pool }: Pick<Services, 'pool'>): Promise<LastSeen> =>
  transaction(pool, SYSTEM, async (tx) => {
    await lockInstallation(tx);
    return beginGeneration(tx, 'told', null);
  });

type Compared = {
  readonly moved: boolean;
  readonly kept: LastSeen | null;
  readonly generation: string;
  readonly changes: number;
};

function whyOther({ moved, kept, generation, changes }: Compared): CopyReason | null {
  if (kept !== null && kept.changes > changes) return 'older';
  if (kept !== null && kept.generation !== generation) return 'other_generation';
  return moved ? 'elsewhere' : null;
}

async function beginGeneration(tx: Tx, reason: CopyReason, kept: LastSeen | null): Promise<LastSeen> {
  if (kept !== null) await raiseCertificateNumbers(tx, kept.certificates);
  const generation = await renewGeneration(tx);
  await appendAudit(tx, SYSTEM, null, {
    action: 'installation.restored',
    resource: { type: 'installation', id: generation, label: 'Plumbline' },
    changes: { reason: { old: null, new: reason } }
  });
  await signalToAll(tx);
  return { generation, ...(await findHighest(tx)) };
}
