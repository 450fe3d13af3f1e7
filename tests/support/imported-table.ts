/** Imports of tables into a laboratory, through the use cases. */
import { buffer } from 'node:stream/consumers';
import { writeFile } from 'node:fs/promises';
import type { Correction, ImportQuery, ImportReport, SheetMapping } from '#lib/contracts/exchange.ts';
import { importAssets, runImport } from '#lib/server/use-cases/exchange/import-assets.ts';
import { keyOfResult } from '#lib/server/use-cases/long-work/operation-keys.ts';
import { getOperation } from '#lib/server/use-cases/long-work/own-operations.ts';
import { runOperation } from '#lib/server/use-cases/long-work/run-operation.ts';
import type { CalibratedLaboratory } from './calibrated-laboratory.ts';

type Given = Partial<ImportQuery> & {
  readonly mapping?: Partial<SheetMapping>;
  readonly corrections?: readonly Correction[];
};

/** Imports a file as the technician. @returns the outcome, and the table of refused rows */
export async function importedTable(
  { services, technician, organizationId }: CalibratedLaboratory,
  file: string | Uint8Array,
  { mapping, corrections = [], ...given }: Given = {}
) {
  const query: ImportQuery = {
    organization_id: organizationId, dry_run: false, on_existing: 'refuse', on_refused: 'stop', format: 'auto', ...given
  }; // prettier-ignore
  const { job_id } = await importAssets(services, technician, query, async (path) => {
    await writeFile(path, file);
    return { mapping: { dates: 'auto', columns: {}, ...mapping }, corrections };
  });
  await runOperation(services, job_id, { assets_import: runImport });
  const { state, error, result, download_url } = await getOperation(services, technician, job_id);
  const stored = await services.store.get(keyOfResult(job_id));
  const refused = stored === null ? '' : (await buffer(stored.stream)).toString();
  return { state, error, report: result as ImportReport | null, refused, hasFile: download_url !== null };
}
