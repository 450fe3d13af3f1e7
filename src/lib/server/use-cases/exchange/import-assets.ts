import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { v7 as uuidv7 } from 'uuid';
import type { ImportQuery, ImportReport, ImportRow } from '#lib/contracts/exchange.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { assertMayEditRecordsOf } from '#lib/laboratory/permissions.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { assertRoom, beginLongWork } from '#lib/server/use-cases/long-work/begin-operation.ts';
import { keyOfUpload } from '#lib/server/use-cases/long-work/operation-keys.ts';
import type { LongWork } from '#lib/server/use-cases/long-work/run-operation.ts';
import { assertOrganizationVisible } from '#lib/server/use-cases/visibility/assert-organization-visible.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { apply } from './apply.ts';
import { withFolder } from './archive-out.ts';
import { readIncoming } from './formats/formats.ts';
import { look, type Plan } from './look.ts';

/** More is counted, not listed. */
const MOST_ROWS = 10_000;

/**
 * Takes the file and begins an import, or a look at what it would do.
 * @param receive writes what is uploaded to a path
 * @throws Refusal `not_found`, `forbidden`, `too_many_requests`; what `receive` throws
 */
export async function importAssets(
  { pool, store }: Services,
  actor: PersonActor,
  query: ImportQuery,
  receive: (path: string) => Promise<void>
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
    await receive(path);
    await store.putFile(key, path, { contentType: 'application/octet-stream' });
    try {
      return await transaction(pool, actor, (tx) => beginLongWork(tx, actor, 'assets_import', query, id));
    } catch (thrown) {
      if (thrown instanceof Refusal) await store.delete(key);
      throw thrown;
    }
  });
}

/** Looks, and does it where nothing is refused. */
export async function runImport(services: Services, work: LongWork): Promise<void> {
  const { organization_id: organizationId, dry_run, on_existing: onExisting, format } = work.request as ImportQuery;
  assertMayEditRecordsOf(work.actor, organizationId);
  await withFolder(async (folder) => {
    const path = join(folder, 'upload');
    const uploaded = await services.store.get(keyOfUpload(work.id));
    if (uploaded === null) throw new Refusal('not_found', 'The uploaded file is gone. Send it again.');
    await pipeline(uploaded.stream, createWriteStream(path, { mode: 0o600 }));
    const incoming = await readIncoming(path, format);
    try {
      const plan = await look(services, incoming, { organizationId, onExisting }, (done, total) =>
        work.progress({ done, total, unit: 'assets' })
      );
      const report = reportOf(incoming.format, plan, false);
      if (!dry_run && report.counts.refuse === 0) {
        const result = reportOf(incoming.format, plan, true);
        return await apply(services, work, incoming, plan, (tx) => work.finish(tx, { state: 'done', result }));
      }
      const error = {
        code: 'import_refused',
        detail: 'Nothing was imported: the report says which assets are refused.'
      };
      await transaction(services.pool, work.actor, (tx) =>
        work.finish(tx, dry_run ? { state: 'done', result: report } : { state: 'failed', result: report, error })
      );
    } finally {
      await incoming.close();
    }
  });
}

function reportOf(format: string, { rows, calibrations }: Plan, applied: boolean): ImportReport {
  const count = (action: ImportRow['action']) => rows.filter((row) => row.action === action).length;
  const weight = ({ action, findings }: ImportRow) => (action === 'refuse' ? 0 : findings.length > 0 ? 1 : 2);
  const sorted = [...rows].sort((a, b) => weight(a) - weight(b));
  return {
    format,
    applied,
    counts: {
      create: count('create'),
      update: count('update'),
      skip: count('skip'),
      refuse: count('refuse'),
      calibrations,
      findings: rows.reduce((sum, { findings }) => sum + findings.length, 0)
    },
    rows: sorted.slice(0, MOST_ROWS),
    omitted: Math.max(0, rows.length - MOST_ROWS)
  };
}
