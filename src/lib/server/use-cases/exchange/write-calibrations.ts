import { createHash } from 'node:crypto';
import { seriesOf } from '#lib/laboratory/certificate-number.ts';
import { claimIds } from '#lib/server/db/applied-ids.ts';
import { insertWhole } from '#lib/server/db/archive-import.ts';
import type { ArchiveRow } from '#lib/server/db/archive-rows.ts';
import { keepCertificateNumbers } from '#lib/server/db/counters.ts';
import { keyOfCertificate } from '#lib/server/storage/certificate-key.ts';
import { aboutToStore } from './about-to-store.ts';
import type { Writing } from './apply.ts';
import { writeFiles } from './files-in.ts';
import type { IncomingCalibration } from './incoming.ts';
import { numberNew } from './number-new.ts';
import { calibrationRow, certificateRow, pointRows } from './rows-in.ts';

/** Writes some calibrations with their points, certificates and files; their assets are there. */
export async function writeCalibrations(writing: Writing, incoming: readonly IncomingCalibration[]): Promise<void> {
  if (incoming.length === 0) return;
  const batch = await numberNew(writing, incoming);
  const { tx, services, actor, mapping, stored } = writing;
  const certificates: ArchiveRow[] = [];
  const keyOf = ({ id, certificate }: IncomingCalibration['record']) =>
    keyOfCertificate(mapping.ids.get(id) ?? id, certificate?.sha256 ?? '');
  const withFile = batch.filter(({ record, pdf }) => record.certificate?.state === 'issued' && pdf !== null);
  await aboutToStore(
    writing,
    withFile.map(({ record }) => keyOf(record))
  );
  for (const { record, pdf } of batch) {
    const bytes = record.certificate?.state === 'issued' && pdf !== null ? await pdf() : null;
    const key = keyOf(record);
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
  await insertWhole(tx, 'calibrations', await writing.changes.numbered(rows));
  await insertWhole(tx, 'certificates', await writing.changes.numbered(certificates));
  for (const calibration of batch) await writeFilesOf(writing, calibration);
}

/** @param there what the asset has already */
export function writeFilesOf(
  writing: Writing,
  { record, files }: IncomingCalibration,
  there?: ReadonlySet<string>
): Promise<void> {
  const { ids, organizationId } = writing.mapping;
  const holder = { type: 'calibration', id: ids.get(record.id) ?? record.id, organizationId } as const;
  return writeFiles(writing, holder, files, there);
}
