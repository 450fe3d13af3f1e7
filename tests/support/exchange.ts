/** Archives of assets out and in, through the use-cases and the work behind them. */
import { writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { ImportQuery, ImportReport } from '#lib/contracts/exchange.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { exportAssets, runExport } from '#lib/server/use-cases/exchange/export-assets.ts';
import { importAssets, runImport } from '#lib/server/use-cases/exchange/import-assets.ts';
import { keyOfResult } from '#lib/server/use-cases/long-work/operation-keys.ts';
import { getOperation } from '#lib/server/use-cases/long-work/own-operations.ts';
import { runOperation } from '#lib/server/use-cases/long-work/run-operation.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { execute, type TestDatabase } from './database.ts';

export type Installation = {
  readonly database: TestDatabase;
  readonly services: Services;
  readonly actor: PersonActor;
  readonly organizationId: string;
};

/** Everything of the organization as an archive. */
export async function exportedFrom({ services, actor, organizationId }: Installation): Promise<Buffer> {
  const { job_id } = await exportAssets(services, actor, { organization_id: organizationId });
  await runOperation(services, job_id, { assets_export: runExport });
  const stored = await services.store.get(keyOfResult(job_id));
  return buffer(stored?.stream ?? new Blob([]).stream());
}

/** Imports a file, or looks at what that would do. */
export async function importedInto(into: Installation, bytes: Uint8Array, given: Partial<ImportQuery> = {}) {
  const { services, actor } = into;
  const job_id = await begunImport(into, bytes, given);
  await runOperation(services, job_id, { assets_import: runImport });
  const operation = await getOperation(services, actor, job_id);
  return { ...operation, report: operation.result as ImportReport | null };
}

/** Hands in a file for import, which is not done yet. */
export async function begunImport(
  { services, actor, organizationId }: Installation,
  bytes: Uint8Array,
  given: Partial<ImportQuery> = {}
): Promise<string> {
  const query = {
    organization_id: organizationId,
    dry_run: false,
    on_existing: 'refuse',
    on_refused: 'stop',
    format: 'auto',
    ...given
  } as const;
  const { job_id } = await importAssets(services, actor, query, async (path) => {
    await writeFile(path, bytes);
    return { mapping: { dates: 'auto', columns: {} }, corrections: [] };
  });
  return job_id;
}

/** How much there is of everything that an import writes or sets off. */
export const traceOf = async ({ database }: Installation) =>
  (
    await execute(
      database.url,
      `SELECT (SELECT count(*) FROM assets) AS assets, (SELECT count(*) FROM calibrations) AS calibrations,
              (SELECT count(*) FROM locations) AS locations, (SELECT count(*) FROM audit_log) AS audited,
              (SELECT count(*) FROM graphile_worker.jobs WHERE task_identifier <> 'run_operation') AS jobs,
              (SELECT count(*) FROM notifications) AS told, (SELECT sum(last_seq) FROM organization_changes) AS changes`
    )
  ).rows[0];

/** Keys in the object store. */
export async function filesOf({ services }: Installation, prefix: string): Promise<readonly string[]> {
  const keys: string[] = [];
  for await (const key of services.store.list(prefix, new Date(Date.now() + 60_000))) keys.push(key);
  return keys;
}
