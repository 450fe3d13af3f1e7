import type { ArchivedAsset, ArchivedCalibration } from '#lib/contracts/archive.ts';
import type { ArchiveRow } from '#lib/server/db/archive-rows.ts';
import type { Plan } from './plan.ts';

/** What ids and people of an archive become here. */
export type Mapping = Pick<Plan, 'ids' | 'accounts'> & {
  readonly organizationId: string;
  readonly hasLocation: (id: string) => boolean;
  readonly hasProcedure: (id: string) => boolean;
  readonly hasCalibration: (id: string) => boolean;
  readonly hasReference: (id: string) => boolean;
  /** Whether it claims to replace a calibration of another asset or channel. */
  readonly isUnrelated: (id: string) => boolean;
};

const idIn = ({ ids }: Mapping, id: string): string => ids.get(id) ?? id;
const optionalId = (mapping: Mapping, id: string | null, isThere = true): string | null =>
  id === null || !isThere ? null : idIn(mapping, id);
export const accountOf = ({ accounts }: Mapping, hash: string | null | undefined): string | null =>
  hash ? (accounts.get(hash) ?? null) : null;
const place = (mapping: Mapping, id: string | null) => optionalId(mapping, id, id !== null && mapping.hasLocation(id));
const way = (mapping: Mapping, id: string | null) => optionalId(mapping, id, id !== null && mapping.hasProcedure(id));

/** The row of an asset; what has no place here is in `imported`. */
export function assetRow(mapping: Mapping, record: ArchivedAsset): ArchiveRow {
  const { channels: _, tasks: _tasks, moves, people, system, created_by, retired_by, ...fields } = record;
  return {
    ...fields,
    id: idIn(mapping, record.id),
    organization_id: mapping.organizationId,
    location_id: place(mapping, record.location_id),
    procedure_id: way(mapping, record.procedure_id),
    photo_file_id: null,
    created_by: accountOf(mapping, people['created_by']),
    retired_by: accountOf(mapping, people['retired_by']),
    imported: {
      system,
      people,
      names: { created_by, retired_by },
      moves: moves.map((move) => ({ ...move, from: optionalId(mapping, move.from), to: optionalId(mapping, move.to) }))
    }
  };
}

export function channelRows(mapping: Mapping, record: ArchivedAsset): readonly ArchiveRow[] {
  const of = { organization_id: mapping.organizationId, asset_id: idIn(mapping, record.id) };
  return record.channels.map((channel) => ({ ...channel, ...of, id: idIn(mapping, channel.id) }));
}

/** Tasks, and each time that they were done. */
export function taskRows(
  mapping: Mapping,
  record: ArchivedAsset
): { readonly tasks: readonly ArchiveRow[]; readonly performances: readonly ArchiveRow[] } {
  const of = { organization_id: mapping.organizationId };
  const tasks = record.tasks.map(({ performances: _, ...task }) => ({
    ...task,
    ...of,
    id: idIn(mapping, task.id),
    asset_id: idIn(mapping, record.id),
    channel_id: optionalId(mapping, task.channel_id)
  }));
  const performances = record.tasks.flatMap(({ id, performances: done }) =>
    done.map(({ done_by: hash, done_by_name, done_by_role, ...one }) => {
      const done_by = accountOf(mapping, hash);
      const imported = { hash, name: done_by_name, role: done_by_role };
      return { ...one, ...of, id: idIn(mapping, one.id), task_id: idIn(mapping, id), done_by, imported };
    })
  );
  return { tasks, performances };
}

export function calibrationRow(mapping: Mapping, record: ArchivedCalibration): ArchiveRow {
  const { points: _, certificate: _certificate, people, system, statistics, ...fields } = record;
  const calibration = (id: string | null) => optionalId(mapping, id, id !== null && mapping.hasCalibration(id));
  const procedure = way(mapping, record.procedure_id);
  const { reference_asset_id: reference } = record;
  const hasReference = reference !== null && mapping.hasReference(reference);
  return {
    ...fields,
    id: idIn(mapping, record.id),
    organization_id: mapping.organizationId,
    asset_id: idIn(mapping, record.asset_id),
    channel_id: optionalId(mapping, record.channel_id),
    calibration_location_id: place(mapping, record.calibration_location_id),
    procedure_id: procedure,
    procedure_revision: procedure === null ? null : record.procedure_revision,
    reference_asset_id: optionalId(mapping, reference, hasReference),
    reference_channel_id: optionalId(mapping, record.reference_channel_id, hasReference),
    reference_calibration_id: hasReference ? calibration(record.reference_calibration_id) : null,
    replaces_calibration_id: mapping.isUnrelated(record.id) ? null : calibration(record.replaces_calibration_id),
    recorded_by: accountOf(mapping, people['recorded_by']),
    voided_by: record.voided_at === null ? null : accountOf(mapping, people['voided_by']),
    reviewed_by: record.reviewed_at === null ? null : accountOf(mapping, people['reviewed_by']),
    imported: { system, statistics, people }
  };
}

export function pointRows(mapping: Mapping, record: ArchivedCalibration): readonly ArchiveRow[] {
  const of = { organization_id: mapping.organizationId, calibration_id: idIn(mapping, record.id) };
  return record.points.map((point) => ({ ...point, ...of }));
}

/** @param stored its file, where the archive has it; without one it is as good as lost: none is created here */
export function certificateRow(
  mapping: Mapping,
  record: ArchivedCalibration,
  stored: { readonly key: string; readonly bytes: number } | null
): ArchiveRow | null {
  const { certificate, people } = record;
  if (certificate === null) return null;
  const isLost = certificate.state === 'issued' && stored === null;
  return {
    ...certificate,
    ...(isLost ? { state: 'pending', sha256: null, bytes: null, issued_at: null } : {}),
    calibration_id: idIn(mapping, record.id),
    organization_id: mapping.organizationId,
    object_key: isLost ? null : (stored?.key ?? null),
    kept_by: certificate.kept_at === null ? null : accountOf(mapping, people['kept_by'])
  };
}
