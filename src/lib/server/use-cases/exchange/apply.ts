import { createHash } from 'node:crypto';
import { SYSTEM, type PersonActor } from '#lib/laboratory/actor.ts';
import { seriesOf } from '#lib/laboratory/certificate-number.ts';
import { assertMayEditRecordsOf } from '#lib/laboratory/permissions.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { claimIds } from '#lib/server/db/applied-ids.ts';
import { beginImporting, insertWhole, raiseVersions, updateWholeAsset } from '#lib/server/db/archive-import.ts';
import type { ArchiveRow } from '#lib/server/db/archive-rows.ts';
import { noteUnkeptObjects } from '#lib/server/db/attachments.ts';
import { appendAudit, lockAuditChain } from '#lib/server/db/audit.ts';
import { keepCertificateNumbers } from '#lib/server/db/counters.ts';
import { isContradiction } from '#lib/server/db/failure.ts';
import { OutcomeUnknown } from '#lib/server/db/outcome.ts';
import { transaction, type Tx } from '#lib/server/db/transaction.ts';
import { keyOfAttachment } from '#lib/server/use-cases/attachments/attachment-address.ts';
import { requireOrganization } from '#lib/server/use-cases/organizations/require-organization.ts';
import type { LongWork } from '#lib/server/use-cases/long-work/run-operation.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { isFinding, type Incoming, type IncomingAsset, type IncomingCalibration } from './incoming.ts';
import { writeFiles } from './files-in.ts';
import type { Plan } from './look.ts';
import { mappingOf, writeCommonRecords } from './common-records.ts';
import { numberNew } from './number-new.ts';
import { writePhoto } from './photo-in.ts';
import { assetRow, calibrationRow, certificateRow, channelRows, pointRows, taskRows, type Mapping } from './rows-in.ts';

const AT_ONCE = 20;

export type Writing = {
  readonly tx: Tx;
  readonly services: Services;
  readonly actor: PersonActor;
  readonly plan: Plan;
  readonly mapping: Mapping;
  readonly certificatePrefix: string;
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
      const writing: Writing = { tx, services, actor, plan, mapping, certificatePrefix, stored };
      await writeCommonRecords(writing, incoming);
      let done = 0;
      for await (const asset of incoming.assets()) {
        const action = plan.actions.get(asset.path);
        if (action === 'create' || action === 'update') await writeAsset(writing, asset, action);
        await work.progress({ done: ++done, total: incoming.total, unit: 'assets' });
      }
      await finish(tx);
    });
  } catch (thrown) {
    // Where nobody knows whether it has committed, its rows may be there and need their files.
    if (!(thrown instanceof OutcomeUnknown)) for (const key of stored) await services.store.delete(key);
    throw isContradiction(thrown) ? contradiction() : thrown;
  }
}

const contradiction = () =>
  new Refusal(
    'archive_refused',
    'Nothing was imported: its records contradict each other, or what has been recorded here since the file was checked. Check it again.'
  );

async function writeAsset(writing: Writing, incoming: IncomingAsset, action: 'create' | 'update'): Promise<void> {
  const { tx, actor, mapping, plan } = writing;
  const { record } = incoming;
  if (record === null) return;
  const row = assetRow(mapping, record);
  const id = String(row['id']);
  await appendAudit(tx, actor, mapping.organizationId, {
    action: 'asset.imported',
    resource: { type: 'asset', id, label: record.asset_id }
  });
  if (action === 'create') {
    const photo = await writePhoto(writing, record.photo_file_id, incoming.photo);
    await insertWhole(tx, 'assets', [{ ...row, photo_file_id: photo }]);
  } else {
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
  await insertNew(writing, id, 'channels', channelRows(mapping, record));
  const { tasks, performances } = taskRows(mapping, record);
  await insertNew(writing, id, 'tasks', tasks);
  await insertNew(writing, id, 'task_performances', performances);
  const there = plan.parts.get(id);
  await writeFiles(writing, { type: 'asset', id, organizationId: mapping.organizationId }, incoming.files, there);
  const batch: IncomingCalibration[] = [];
  for await (const found of incoming.calibrations()) {
    if (isFinding(found)) continue;
    if (plan.known.has(found.record.id)) await writeFilesOf(writing, found, there);
    else batch.push(found);
    if (batch.length === AT_ONCE) await writeCalibrations(writing, batch.splice(0));
  }
  await writeCalibrations(writing, batch);
  await raiseVersions(tx, id);
}

function writeFilesOf(writing: Writing, { record, files }: IncomingCalibration, there?: ReadonlySet<string>) {
  const { ids, organizationId } = writing.mapping;
  const holder = { type: 'calibration', id: ids.get(record.id) ?? record.id, organizationId } as const;
  return writeFiles(writing, holder, files, there);
}

/** What an asset that was there has already stays as it is. */
async function insertNew(
  { tx, plan }: Writing,
  assetId: string,
  table: 'channels' | 'tasks' | 'task_performances',
  rows: readonly ArchiveRow[]
): Promise<void> {
  const there = plan.parts.get(assetId);
  await insertWhole(
    tx,
    table,
    rows.filter(({ id }) => !there?.has(String(id)))
  );
}

async function writeCalibrations(writing: Writing, given: readonly IncomingCalibration[]): Promise<void> {
  if (given.length === 0) return;
  const batch = await numberNew(writing, given);
  const { tx, services, actor, mapping, stored } = writing;
  const certificates: ArchiveRow[] = [];
  for (const { record, pdf } of batch) {
    const id = mapping.ids.get(record.id) ?? record.id;
    const bytes = record.certificate?.state === 'issued' && pdf !== null ? await pdf() : null;
    const key = `certificates/${id}/${record.certificate?.sha256 ?? ''}.pdf`;
    if (bytes !== null) {
      stored.push(key);
      await services.store.put(key, bytes, { contentType: 'application/pdf' });
    }
    const row = certificateRow(mapping, record, bytes && { key, bytes: bytes.byteLength });
    if (row !== null) certificates.push(row);
  }
  const records = batch.map(({ record }) => record);
  const rows = records.map((record) => calibrationRow(mapping, record));
  await claimIds(
    tx,
    rows.map((row) => ({
      id: String(row['id']),
      userId: actor.userId,
      payloadSha256: createHash('sha256').update(JSON.stringify(row)).digest('hex'),
      contentSha256: null
    }))
  );
  // Numbers of this year go on above these; those that others have were refused before.
  await keepCertificateNumbers(
    tx,
    mapping.organizationId,
    records.map(({ certificate_number: number, kind }) => ({ number, series: seriesOf(kind) }))
  );
  await insertWhole(
    tx,
    'calibration_points',
    records.flatMap((record) => pointRows(mapping, record))
  );
  await insertWhole(tx, 'calibrations', rows);
  await insertWhole(tx, 'certificates', certificates);
  for (const calibration of batch) await writeFilesOf(writing, calibration);
}
