import type { ArchivedAsset, ArchivedCalibration } from '#lib/contracts/archive.ts';
import type { Finding } from '#lib/contracts/exchange.ts';
import { findCalibrationIds } from '#lib/server/db/archive-import.ts';
import type { Tx } from '#lib/server/db/transaction.ts';
import { warningFinding } from './incoming.ts';
import type { AssetFindings } from './findings.ts';

/** What leads nowhere is left out, and the report says so. */
const unknownLink = (...loc: readonly string[]): Finding =>
  warningFinding(
    'link_unknown',
    loc,
    'What this refers to is neither in the file nor in the organization, so the link to it is omitted.'
  );

type Asked = { readonly loc: readonly string[]; readonly findings: AssetFindings };

/** Other calibrations that those of a file refer to: in the file, of the organization, or nowhere. */
export class CalibrationsIn {
  /** Who refers first to each that had not been met before. */
  readonly #asked = new Map<string, Asked>();

  add(id: string, loc: readonly string[], findings: AssetFindings): void {
    if (!this.#asked.has(id)) this.#asked.set(id, { loc, findings });
  }

  /** Says which are nowhere. @returns those that are not in the file */
  async judge(tx: Tx, organizationId: string, isInFile: (id: string) => boolean): Promise<ReadonlySet<string>> {
    const others = [...this.#asked].filter(([id]) => !isInFile(id));
    const ids = others.map(([id]) => id);
    const own = ids.length === 0 ? new Set<string>() : await findCalibrationIds(tx, organizationId, ids);
    for (const [id, { loc, findings }] of others) if (!own.has(id)) findings.add(unknownLink(...loc));
    return new Set(ids);
  }
}

/** Locations and procedures that can be linked to. */
export type Linkable = {
  readonly hasLocation: (id: string) => boolean;
  readonly hasProcedure: (id: string) => boolean;
};
type Linking = Partial<Pick<ArchivedAsset, 'location_id'> & Pick<ArchivedCalibration, 'calibration_location_id'>> & {
  readonly procedure_id: string | null;
};

/** @param at where the record is */
export function unknownLinks(record: Linking, { hasLocation, hasProcedure }: Linkable, ...at: readonly string[]) {
  const places = (['location_id', 'calibration_location_id'] as const).filter((field) => {
    const id = record[field] ?? null;
    return id !== null && !hasLocation(id);
  });
  const { procedure_id: procedure } = record;
  const fields = [...places, ...(procedure === null || hasProcedure(procedure) ? [] : ['procedure_id'])];
  return fields.map((field) => unknownLink(...at, field));
}
