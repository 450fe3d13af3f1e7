import { SYSTEM, type PersonActor } from '#lib/laboratory/actor.ts';
import { assertMayEditRecordsOf } from '#lib/laboratory/permissions.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { beginImporting } from '#lib/server/db/archive-import.ts';
import { noteUnkeptObjects } from '#lib/server/db/attachments.ts';
import { lockAuditChain } from '#lib/server/db/audit.ts';
import { isContradiction } from '#lib/server/db/failure.ts';
import { OutcomeUnknown } from '#lib/server/db/outcome.ts';
import { transaction, type Tx } from '#lib/server/db/transaction.ts';
import { findReferencedKeys } from '#lib/server/db/whole/dump.ts';
import { keyOfAttachment } from '#lib/server/use-cases/attachments/attachment-address.ts';
import { requireOrganization } from '#lib/server/use-cases/organizations/require-organization.ts';
import type { LongWork } from '#lib/server/use-cases/long-work/run-operation.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import type { Incoming } from './incoming.ts';
import type { Plan } from './plan.ts';
import { ChangeNumbers } from './change-numbers.ts';
import { mappingOf, writeCommonRecords } from './common-records.ts';
import type { Mapping } from './rows-in.ts';
import { writeAssets, type Wanted } from './write-assets.ts';

/** Assets written together: rows that count (audit, numbers) are then written once for all of them. */
const ASSETS_AT_ONCE = 50;

export type Writing = {
  readonly tx: Tx;
  readonly services: Services;
  readonly actor: PersonActor;
  readonly plan: Plan;
  readonly mapping: Mapping;
  readonly certificatePrefix: string;
  readonly changes: ChangeNumbers;
  /** Keys of files that were stored: they go again where the transaction does. */
  readonly stored: string[];
};

/**
 * Writes everything in one transaction; files are stored before their rows, and removed where it does not commit.
 * @throws Refusal `archive_refused`
 */
export async function apply(
  services: Services,
  work: LongWork,
  incoming: Incoming,
  plan: Plan,
  finish: (tx: Tx) => Promise<void>
): Promise<void> {
  const { organizationId } = plan.target;
  const { actor } = work;
  const stored: string[] = [];
  // Noted before they are stored, so that whatever ends this process leaves no file behind that nobody knows of.
  const keys = [...plan.files].map((id) => keyOfAttachment(plan.ids.get(id) ?? id));
  if (keys.length > 0) await transaction(services.pool, SYSTEM, (tx) => noteUnkeptObjects(tx, keys));
  try {
    await transaction(services.pool, actor, async (tx) => {
      assertMayEditRecordsOf(actor, organizationId);
      await lockAuditChain(tx, organizationId);
      await beginImporting(tx);
      const { certificate_prefix: certificatePrefix } = await requireOrganization(tx, organizationId);
      const mapping = await mappingOf(tx, incoming, plan);
      const changes = new ChangeNumbers(tx, organizationId);
      const writing: Writing = { tx, services, actor, plan, mapping, certificatePrefix, changes, stored };
      await writeCommonRecords(writing, incoming);
      let done = 0;
      const wanted: Wanted[] = [];
      for await (const asset of incoming.assets()) {
        const action = plan.actions.get(asset.path);
        if (action === 'create' || action === 'update') wanted.push({ incoming: asset, action });
        if (wanted.length === ASSETS_AT_ONCE) await writeAssets(writing, wanted.splice(0));
        await work.progress({ done: ++done, total: incoming.total, unit: 'assets' });
      }
      await writeAssets(writing, wanted);
      await finish(tx);
    });
  } catch (thrown) {
    // Where nobody knows whether it has committed, its rows may be there and need their files.
    if (!(thrown instanceof OutcomeUnknown)) await removeStored(services, stored);
    throw isContradiction(thrown) ? contradiction() : thrown;
  }
}

/** What was stored in vain. An import of the same records that was faster references the same keys: its files stay. */
async function removeStored({ pool, store, log }: Services, stored: readonly string[]): Promise<void> {
  try {
    const referenced = await transaction(pool, SYSTEM, (tx) => findReferencedKeys(tx, stored));
    for (const key of stored) if (!referenced.has(key)) await store.delete(key);
  } catch (err) {
    // Why the import failed is more important.
    log.error({ err, files: stored.length }, 'the files of an import that failed are still stored');
  }
}

const contradiction = () =>
  new Refusal(
    'archive_refused',
    'Nothing was imported: the records contradict each other or records made here since the file was checked. Check the file again.'
  );
