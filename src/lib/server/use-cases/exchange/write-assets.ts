import { insertWhole, raiseVersions, updateWholeAsset } from '#lib/server/db/archive-import.ts';
import type { ArchiveRow } from '#lib/server/db/archive-rows.ts';
import { appendAudits } from '#lib/server/db/audit.ts';
import { keyOfFile } from '#lib/server/use-cases/files/read-file.ts';
import { aboutToStore } from './about-to-store.ts';
import { ahead } from './ahead.ts';
import type { Writing } from './apply.ts';
import { writeFiles } from './files-in.ts';
import { isFinding, type IncomingAsset, type IncomingCalibration } from './incoming.ts';
import { writePhoto } from './photo-in.ts';
import { assetRow, channelRows, taskRows } from './rows-in.ts';
import { writeCalibrations, writeFilesOf } from './write-calibrations.ts';

/** Calibrations written by one statement; how large they are decides about memory. */
const CALIBRATIONS_AT_ONCE = 20;

export type Wanted = { readonly incoming: IncomingAsset; readonly action: 'create' | 'update' };
type Row = Wanted & { readonly id: string; readonly record: NonNullable<IncomingAsset['record']> };

/** Writes some assets with all that belongs to them, each kind of record by as few statements as memory allows. */
export async function writeAssets(writing: Writing, wanted: readonly Wanted[]): Promise<void> {
  const { tx, actor, mapping, plan } = writing;
  const rows = wanted.flatMap((one): Row[] => {
    const { record } = one.incoming;
    return record === null ? [] : [{ ...one, record, id: mapping.ids.get(record.id) ?? record.id }];
  });
  await appendAudits(
    tx,
    actor,
    mapping.organizationId,
    rows.map(({ id, record }) => ({
      action: 'asset.imported',
      resource: { type: 'asset', id, label: record.asset_id }
    }))
  );
  const created: ArchiveRow[] = [];
  await aboutToStore(writing, photosOf(rows, mapping));
  for (const row of rows) {
    if (row.action === 'update') await updateAsset(writing, row);
    else {
      const photo = await writePhoto(writing, row.record.photo_file_id, row.incoming.photo);
      created.push({ ...assetRow(mapping, row.record), photo_file_id: photo });
    }
  }
  await insertWhole(tx, 'assets', await writing.changes.numbered(created));
  // What an asset that was there has already stays as it is.
  const isNew = (id: string) => (part: ArchiveRow) => plan.parts.get(id)?.has(String(part['id'])) !== true;
  const parts = rows.map(({ id, record }) => {
    const { tasks, performances } = taskRows(mapping, record);
    const channels = channelRows(mapping, record);
    return {
      channels: channels.filter(isNew(id)),
      tasks: tasks.filter(isNew(id)),
      task_performances: performances.filter(isNew(id))
    };
  });
  for (const table of ['channels', 'tasks', 'task_performances'] as const)
    await insertWhole(
      tx,
      table,
      parts.flatMap((part) => part[table])
    );
  await writeHistories(writing, rows);
  await raiseVersions(
    tx,
    rows.map(({ id }) => id)
  );
}

/** The keys under which the photos of new assets will be stored. */
const photosOf = (rows: readonly Row[], { ids }: Writing['mapping']): readonly string[] =>
  rows.flatMap(({ action, record: { photo_file_id: id } }) =>
    action === 'create' && id !== null ? [keyOfFile(ids.get(id) ?? id)] : []
  );

async function updateAsset({ tx, mapping }: Writing, { incoming, record }: Row): Promise<void> {
  const row = assetRow(mapping, record);
  const {
    organization_id: _,
    photo_file_id: _photo,
    created_at: _at,
    created_by: _by,
    imported: _imported,
    ...fields
  } = row;
  const { changes } = incoming;
  const changed = changes && Object.fromEntries(['id', ...changes].map((column) => [column, row[column]]));
  await updateWholeAsset(tx, changed ?? fields);
}

/** The files and calibrations of assets; some calibrations are read while those before are written. */
async function writeHistories(writing: Writing, rows: readonly Row[]): Promise<void> {
  for await (const write of ahead(worksOf(writing, rows))) await write();
}

/** Reads, and says what is to be written. */
async function* worksOf(writing: Writing, rows: readonly Row[]): AsyncGenerator<() => Promise<void>> {
  const { organizationId } = writing.mapping;
  const batch: IncomingCalibration[] = [];
  for (const { id, incoming } of rows) {
    const there = writing.plan.parts.get(id);
    yield () => writeFiles(writing, { type: 'asset', id, organizationId }, incoming.files, there);
    for await (const found of incoming.calibrations()) {
      if (isFinding(found)) continue;
      if (writing.plan.known.has(found.record.id)) yield () => writeFilesOf(writing, found, there);
      else batch.push(found);
      if (batch.length < CALIBRATIONS_AT_ONCE) continue;
      const full = batch.splice(0);
      yield () => writeCalibrations(writing, full);
    }
  }
  yield () => writeCalibrations(writing, batch);
}
