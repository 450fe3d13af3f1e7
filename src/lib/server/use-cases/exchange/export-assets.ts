import type { z } from 'zod';
import type { exportQuery } from '#lib/contracts/exchange.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { assertMayEditRecordsOf } from '#lib/laboratory/permissions.ts';
import type { ArchiveScope } from '#lib/server/db/archive-rows.ts';
import { appendAudit } from '#lib/server/db/audit.ts';
import { snapshot, transaction } from '#lib/server/db/transaction.ts';
import { resolveAssetIds } from '#lib/server/use-cases/assets/resolve-assets.ts';
import { beginLongWork } from '#lib/server/use-cases/long-work/begin-operation.ts';
import { keyOfResult } from '#lib/server/use-cases/long-work/operation-keys.ts';
import type { LongWork } from '#lib/server/use-cases/long-work/run-operation.ts';
import { withFolder } from '#lib/server/use-cases/long-work/with-folder.ts';
import { requireOrganization } from '#lib/server/use-cases/organizations/require-organization.ts';
import { assertOrganizationVisible } from '#lib/server/use-cases/visibility/assert-organization-visible.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { ArchiveOut } from './archive-out.ts';
import { Twins } from './twins.ts';
import { writeArchive, type Exported } from './write-archive.ts';

/**
 * Begins an export of some assets of an organization, or of all.
 * @throws Refusal `not_found`, `ambiguous_ref`, `forbidden`, `too_many_requests`
 */
export const exportAssets = (
  services: Services,
  actor: PersonActor,
  { organization_id: organizationId, refs }: z.output<typeof exportQuery>
): Promise<{ readonly job_id: string }> =>
  transaction(services.pool, actor, async (tx) => {
    await assertOrganizationVisible(tx, organizationId);
    assertMayEditRecordsOf(actor, organizationId);
    const assetIds = refs ? await resolveAssetIds(tx, actor, refs, organizationId) : null;
    const scope: ArchiveScope = { organizationId, assetIds };
    const { name } = await requireOrganization(tx, organizationId);
    await appendAudit(tx, actor, organizationId, {
      action: 'organization.exported',
      resource: { type: 'organization', id: organizationId, label: name },
      changes: { assets: { old: null, new: assetIds?.length ?? 'all' } }
    });
    return beginLongWork(tx, actor, 'assets_export', scope);
  });

/** Does it: one consistent picture of the records, written to the object store. */
export async function runExport(services: Services, work: LongWork): Promise<void> {
  const scope = work.request as ArchiveScope;
  const { actor } = work;
  assertMayEditRecordsOf(actor, scope.organizationId);
  await withFolder(async (folder) => {
    const counts: Exported = {
      assets: 0,
      calibrations: 0,
      certificates: 0,
      locations: 0,
      procedures: 0,
      files: 0,
      missing_files: 0
    };
    const out = await ArchiveOut.create(folder);
    const twins = await Twins.create(folder);
    try {
      await snapshot(services.pool, actor, async (tx) => {
        const context = { tx, store: services.store, out, twins, counts };
        await writeArchive(context, scope, (done, total) => work.progress({ done, total, unit: 'assets' }));
        const { name } = await requireOrganization(tx, scope.organizationId);
        const origin = { url: services.origin, organization: name };
        await out.end({ exportedAt: services.now().toISOString(), origin, counts });
      });
    } catch (thrown) {
      await out.abandon();
      await twins.abandon();
      throw thrown;
    }
    const key = keyOfResult(work.id);
    await services.store.putFile(key, out.path, { contentType: 'application/zip' });
    const file = { key, name: `plumbline-assets-${services.today()}.zip` };
    await transaction(services.pool, actor, (tx) => work.finish(tx, { state: 'done', result: counts, file }));
  });
}
