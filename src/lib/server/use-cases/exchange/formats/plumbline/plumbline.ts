import { open } from 'node:fs/promises';
import {
  type ArchivedFile,
  archivedAssetSchema,
  archivedCalibrationSchema,
  archivedLocationSchema,
  archivedProcedureSchema
} from '#lib/contracts/archive.ts';
import type { Finding } from '#lib/contracts/exchange.ts';
import { isFilePath, LOCATIONS, PROCEDURES } from '#lib/laboratory/exchange/archive-paths.ts';
import type { ZipEntry } from '#lib/server/archive/zip-entries.ts';
import { refusedEntry } from '#lib/server/archive/zip-limits.ts';
import { ZipReader } from '#lib/server/archive/zip-reader.ts';
import {
  errorFinding,
  warningFinding,
  type ImportFormat,
  type Incoming,
  type IncomingAsset,
  type IncomingCalibration,
  type IncomingFile
} from '../../incoming.ts';
import { faultInAnalysis } from './analysis-fault.ts';
import { filesOf } from './files.ts';
import { listFolders, type AssetFolder, type CalibrationEntries } from './folders.ts';
import { readManifest, type Listed } from './manifest.ts';
import { findingsOf } from '../shape-findings.ts';

/** Our own archive: lossless. */
export const plumbline: ImportFormat = {
  name: 'plumbline',
  detect: async (path) => {
    const file = await open(path, 'r');
    try {
      const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
      return buffer.toString() === 'PK';
    } finally {
      await file.close();
    }
  },
  read: async (path) => {
    const zip = await ZipReader.open(path, { isKept: isFilePath });
    try {
      return await incomingOf(zip);
    } catch (thrown) {
      await zip.close();
      throw thrown;
    }
  }
};

type Parsed<T> = {
  readonly data?: T | undefined;
  readonly error?: { readonly issues: readonly { readonly path: readonly PropertyKey[] }[] } | undefined;
};

async function incomingOf(zip: ZipReader): Promise<Incoming> {
  const listed = await readManifest(zip);
  const folders = listFolders(zip.entries);
  const judged = new Uint8Array(zip.entries.size);
  const list = async <T>(path: string, schema: { readonly safeParse: (value: unknown) => Parsed<T> }) => {
    const entry = zip.entries.get(path);
    if (entry === undefined) throw refusedEntry(path, 'it is missing');
    const value = await listed.json(entry);
    if (!Array.isArray(value)) throw refusedEntry(path, 'it is not a list');
    return value.map((one, i): T => {
      const { data, error } = schema.safeParse(one);
      const place = error?.issues[0]?.path.map(String).join('.') ?? '';
      if (data === undefined) throw refusedEntry(path, `the record ${i + 1} is not of this format (${place})`);
      return data;
    });
  };
  const procedures = await list(PROCEDURES, archivedProcedureSchema);
  return {
    format: plumbline.name,
    total: folders.count,
    locations: await list(LOCATIONS, archivedLocationSchema),
    procedures: procedures.map(({ files: _, ...procedure }) => procedure),
    procedureFiles: filesOfProcedures(listed, procedures, folders.procedures),
    assets: async function* () {
      for (const folder of folders.assets()) yield await readAsset(listed, folder, judged);
    },
    close: () => zip.close()
  };
}

function filesOfProcedures(
  listed: Listed,
  procedures: readonly { readonly id: string; readonly files: readonly ArchivedFile[] }[],
  entries: ReadonlyMap<string, readonly ZipEntry[]>
): ReadonlyMap<string, readonly IncomingFile[]> {
  const known = new Set(procedures.map(({ id }) => id));
  for (const [id, [first]] of entries)
    if (!known.has(id)) throw refusedEntry(first?.name ?? id, 'its record is missing');
  const found = procedures.map(
    ({ id, files }) => [id, filesOf(listed, PROCEDURES, files, entries.get(id) ?? [])] as const
  );
  for (const finding of found.flatMap(([, { findings }]) => findings))
    throw refusedEntry(finding.loc[0] ?? PROCEDURES, finding.message);
  return new Map(found.map(([id, { files }]) => [id, files]));
}

/** @param judged entries whose analysis was found good: it is read twice, and looked at once */
async function readAsset(listed: Listed, folder: AssetFolder, judged: Uint8Array): Promise<IncomingAsset> {
  const { record: entry, photo, files: entries, calibrations } = folder;
  const parsed = archivedAssetSchema.safeParse(await listed.json(entry));
  if (!parsed.success) {
    const none = { photo: null, files: [], calibrations: nothing };
    return { path: entry.name, asset_id: null, record: null, findings: findingsOf(parsed.error), ...none };
  }
  const { files: records, ...record } = parsed.data;
  const { files, findings } = filesOf(listed, entry.name, records, entries);
  return {
    path: entry.name,
    asset_id: record.asset_id,
    record,
    findings: [...findings, ...faultOfPhoto(entry, record.photo_file_id, photo)],
    photo: photo && (() => listed.bytes(photo)),
    files,
    calibrations: async function* () {
      for (const entries of calibrations()) yield* readCalibration(listed, entries, judged);
    }
  };
}

/** A record and its folder name a photo both, or neither. */
function faultOfPhoto({ name: path }: ZipEntry, fileId: string | null, photo: ZipEntry | null): readonly Finding[] {
  if (fileId !== null && photo === null)
    return [warningFinding('file_missing', [path, 'photo_file_id'], 'The photo is not in the archive.')];
  if (fileId === null && photo !== null)
    return [errorFinding('file_unknown', [photo.name], 'No record names this file.')];
  return [];
}

async function* nothing(): AsyncGenerator<IncomingCalibration> {}

async function* readCalibration(
  listed: Listed,
  { json: entry, pdf, files: entries }: CalibrationEntries,
  judged: Uint8Array
): AsyncGenerator<IncomingCalibration | Finding> {
  const parsed = archivedCalibrationSchema.safeParse(await listed.json(entry));
  if (!parsed.success) return yield* findingsOf(parsed.error, entry.name);
  const { files: records, ...record } = parsed.data;
  const fault = judged[entry.number] === 1 ? null : faultInAnalysis(record);
  if (fault !== null)
    return yield errorFinding('analysis_invalid', [entry.name, ...fault], 'The format of the analysis is unknown.');
  judged[entry.number] = 1;
  const { certificate } = record;
  if (pdf !== null && listed.sha256(pdf) !== certificate?.sha256) {
    return yield errorFinding('certificate_differs', [pdf.name], 'This is not the certificate named in the record.');
  }
  const { files, findings } = filesOf(listed, entry.name, records, entries);
  yield* findings;
  yield { path: entry.name, record, pdf: pdf && (() => listed.bytes(pdf)), files };
}
