import type { ImportAction, ImportRow, OnExisting } from '#lib/contracts/exchange.ts';
import type { CompactIndex } from '#lib/server/archive/compact-index.ts';
import { findTakenIds } from '#lib/server/db/archive-import.ts';
import type { Tx } from '#lib/server/db/transaction.ts';
import type { ChangedIds } from './changed-ids.ts';
import { derivedId } from './derived-id.ts';
import type { FindingBudget } from './findings.ts';
import type { CalibrationsIn, Linkable } from './links-in.ts';
import type { ReferencesIn } from './references-in.ts';

export type Target = { readonly organizationId: string; readonly onExisting: OnExisting };
/** What was decided about each asset, and under which ids everything is written. */
export type Plan = {
  readonly target: Target;
  readonly rows: readonly ImportRow[];
  readonly calibrations: number;
  /** How many, whether listed or not. */
  readonly findings: number;
  /** Ids that are taken elsewhere, and what they become. */
  readonly ids: Pick<ChangedIds, 'get'>;
  readonly actions: ReadonlyMap<string, ImportAction>;
  /** Assets that are there, by their identifiers in lower case. */
  readonly existing: ReadonlyMap<string, string>;
  /** Calibrations that are there already. */
  readonly known: Pick<CompactIndex, 'has'>;
  readonly accounts: ReadonlyMap<string, string>;
  readonly locations: ReadonlySet<string>;
  readonly procedures: ReadonlySet<string>;
  /** Calibrations of the archive. */
  readonly seen: Pick<CompactIndex, 'has'>;
  /** Of these, those that claim to replace one of another asset or channel. */
  readonly unrelated: Pick<CompactIndex, 'has'>;
  /** Those that they refer to and that are not in the archive, wherever they are. */
  readonly elsewhere: ReadonlySet<string>;
  /** Assets that its calibrations name as references, as far as they may be linked. */
  readonly references: ReadonlySet<string>;
  /** Channels, tasks, what was done of them and files that assets have already, by the id of the asset. */
  readonly parts: ReadonlyMap<string, ReadonlySet<string>>;
  /** Files of the archive, by the ids that they have in it. */
  readonly files: ReadonlySet<string>;
};
/** The plan while it is made. */
export type Looking = Omit<
  Plan,
  | 'rows'
  | 'calibrations'
  | 'findings'
  | 'ids'
  | 'actions'
  | 'known'
  | 'procedures'
  | 'seen'
  | 'unrelated'
  | 'elsewhere'
  | 'references'
  | 'parts'
  | 'files'
> &
  Linkable & {
    readonly budget: FindingBudget;
    readonly references: ReferencesIn;
    readonly files: Set<string>;
    /** What was met and is there once: ids, identifiers, versions, numbers. */
    readonly claimed: CompactIndex;
    readonly ids: ChangedIds;
    readonly known: CompactIndex;
    readonly seen: CompactIndex;
    readonly unrelated: CompactIndex;
    readonly calibrations: CalibrationsIn;
    readonly parts: Map<string, ReadonlySet<string>>;
    readonly tx: Tx;
  };
/** Keeps ids that are free; others get one that is the same each time. @returns false where that is taken, too */
export async function giveIds({ tx, ids, target }: Looking, wanted: readonly string[]): Promise<boolean> {
  const taken = [...(await findTakenIds(tx, wanted))];
  const derived = taken.map((id) => derivedId(target.organizationId, id));
  taken.forEach((id, i) => ids.set(id, derived[i] ?? id));
  return derived.length === 0 || (await findTakenIds(tx, derived)).size === 0;
}
