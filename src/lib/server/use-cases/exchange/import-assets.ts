import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { v7 as uuidv7 } from 'uuid';
import type { ImportQuery } from '#lib/contracts/exchange.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { assertMayEditRecordsOf } from '#lib/laboratory/permissions.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { assertRoom, beginLongWork } from '#lib/server/use-cases/long-work/begin-operation.ts';
import { keyOfResult, keyOfUpload } from '#lib/server/use-cases/long-work/operation-keys.ts';
import type { LongWork } from '#lib/server/use-cases/long-work/run-operation.ts';
import { assertOrganizationVisible } from '#lib/server/use-cases/visibility/assert-organization-visible.ts';
import { withFolder } from '#lib/server/use-cases/long-work/with-folder.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { apply } from './apply.ts';
import { readIncoming } from './formats/formats.ts';
import type { Incoming, Reading } from './incoming.ts';
import { look } from './look.ts';
import type { Plan } from './plan.ts';
import { reportOf } from './report.ts';

type SheetParts = Pick<Reading, 'mapping' | 'corrections'>;

/**
 * Takes the file and begins an import, or a look at what it would do.
 * @param receive writes what is uploaded to a path, and says how a table in it is to be read
 * @throws Refusal `not_found`, `forbidden`, `too_many_requests`; what `receive` throws
 */
export async function importAssets(
  { pool, store }: Services,
  actor: PersonActor,
  query: ImportQuery,
  receive: (path: string) => Promise<SheetParts>
): Promise<{ readonly job_id: string }> {
  await transaction(pool, actor, async (tx) => {
    await assertOrganizationVisible(tx, query.organization_id);
    assertMayEditRecordsOf(actor, query.organization_id);
    await assertRoom(tx, actor);
  });
  const id = uuidv7();
  const key = keyOfUpload(id);
  return withFolder(async (folder) => {
    const path = join(folder, 'upload');
    const parts = await receive(path);
    await store.putFile(key, path, { contentType: 'application/octet-stream' });
    try {
      return await transaction(pool, actor, (tx) =>
        beginLongWork(tx, actor, 'assets_import', { ...query, ...parts }, id)
      );
    } catch (thrown) {
      if (thrown instanceof Refusal) await store.delete(key);
      throw thrown;
    }
  });
}

/** Checks the file, and imports it if nothing is refused, or only rows of a table that the request leaves out. */
export async function runImport(services: Services, work: LongWork): Promise<void> {
  const request = work.request as ImportQuery & SheetParts;
  const { organization_id: organizationId, dry_run, on_existing: onExisting, on_refused, format } = request;
  const { actor } = work;
  assertMayEditRecordsOf(actor, organizationId);
  await withFolder(async (folder) => {
    const path = join(folder, 'upload');
    const uploaded = await services.store.get(keyOfUpload(work.id));
    if (uploaded === null) throw new Refusal('not_found', 'The uploaded file no longer exists. Send it again.');
    await pipeline(uploaded.stream, createWriteStream(path, { mode: 0o600 }));
    const { mapping, corrections } = request;
    const incoming = await readIncoming(path, format, { services, actor, organizationId, mapping, corrections });
    try {
      const plan = await look(services, incoming, { organizationId, onExisting }, (done, total) =>
        work.progress({ done, total, unit: 'assets' })
      );
      const file = await storeRefused(services, work, incoming, plan);
      const report = reportOf(incoming, plan, false);
      const { create, update, refuse } = report.counts;
      const isPartly = on_refused === 'leave_out' && incoming.table !== undefined && create + update > 0;
      if (!dry_run && (refuse === 0 || isPartly)) {
        const result = reportOf(incoming, plan, true);
        const wanted = { ...incoming, ...incoming.table?.only(plan.actions) };
        return await apply(services, work, wanted, plan, (tx) => work.finish(tx, { state: 'done', result, ...file }));
      }
      const error = {
        code: 'import_refused',
        detail: 'Nothing was imported: the report lists the refused assets.'
      };
      const outcome = dry_run
        ? ({ state: 'done', result: report } as const)
        : ({ state: 'failed', result: report, error } as const);
      await transaction(services.pool, actor, (tx) => work.finish(tx, { ...outcome, ...file }));
    } finally {
      await incoming.close();
    }
  });
}

/** Keeps the refused rows of a table, so that they can be corrected and imported again. */
async function storeRefused(
  { store, today }: Services,
  { id }: LongWork,
  { table }: Incoming,
  { rows }: Plan
): Promise<{ readonly file?: { readonly key: string; readonly name: string } }> {
  const refused = rows.filter(({ action }) => action === 'refuse');
  if (table === undefined || refused.length === 0) return {};
  const key = keyOfResult(id);
  await store.put(key, Buffer.from(table.refused(refused)), { contentType: 'text/csv; charset=utf-8' });
  return { file: { key, name: `plumbline-refused-rows-${today()}.csv` } };
}
