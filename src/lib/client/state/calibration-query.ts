import type { CalibrationHeader } from '#lib/contracts/calibrations.ts';
import type { PulledRow, ReplicatedDatabase } from '../database/replicated-database.ts';
import { certificateOf } from './certificate-of.ts';

export type CalibrationFilter = {
  /** Only these. */
  readonly ids?: readonly string[];
  readonly asset_id?: string;
  /** null: of the asset as a whole; omitted: of all channels. */
  readonly channel_id?: string | null;
  readonly include_voided?: boolean;
  readonly limit?: number;
};
const LATEST = 50;
/** How many more are read because voided ones are removed. */
const SPARE = 30;

/**
 * Synced calibrations: of one asset, highest version first, or the latest recorded of all, with their certificates.
 *
 * @param inScope whether records of an organization may be shown
 */
export async function findCalibrations(
  database: ReplicatedDatabase,
  filter: CalibrationFilter,
  inScope: (organizationId: string) => boolean
): Promise<readonly CalibrationHeader[]> {
  const { documentOf, findRows, rowsById } = await import('../database/pulled-rows.ts');
  const rows: readonly PulledRow[] =
    filter.ids !== undefined
      ? await rowsById(database.calibrations, filter.ids)
      : filter.asset_id === undefined
        ? await findRows(database.calibrations, { sort: [{ rank: 'asc' }], limit: (filter.limit ?? LATEST) + SPARE })
        : await findRows(database.calibrations, { selector: { key: filter.asset_id } });
  const documents = rows
    .map((row) => documentOf('calibrations', row))
    .filter((document) => inScope(document.organization_id))
    .filter((document) => filter.include_voided === true || document.voided === null)
    .filter((document) => filter.channel_id === undefined || document.channel_id === filter.channel_id);
  if (filter.asset_id !== undefined) documents.sort((a, b) => b.version - a.version || (a.id < b.id ? 1 : -1));
  const chosen = documents.slice(0, filter.limit);
  const certificates = new Map(
    (
      await rowsById(
        database.certificates,
        chosen.map(({ id }) => id)
      )
    ).map((row) => [row.id, documentOf('certificates', row)])
  );
  return chosen.map((document) => ({ ...document, certificate: certificateOf(certificates.get(document.id)) }));
}
