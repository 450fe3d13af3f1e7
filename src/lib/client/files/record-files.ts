/** The files of records and the photos of assets: from this device if they are here, else from the server, and then stored. */
import type { Attachment } from '#lib/contracts/attachments.ts';
import { ApiError, OfflineError } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import type { HolderId, KnownFile } from '../database/file-database.ts';
import type { Stored } from '../database/file-store.ts';
import { fetchContent, fetchPicture, SAVED_ONLY } from './fetch-content.ts';
import { fileStore, isPulled } from './open-files.ts';

/** `online`: ask the server for what is not here. */
export type Opening = {
  readonly online: boolean;
  readonly signal?: AbortSignal;
  readonly onBytes?: (received: number) => void;
};

const parts = (holder: HolderId) => holder.split(':') as ['asset' | 'procedure' | 'calibration', string];

/** The files of a record as the server lists them now. @throws ApiError, OfflineError */
export async function listFiles(holder: HolderId, signal?: AbortSignal): Promise<Attachment[]> {
  const [type, id] = parts(holder);
  const ending = signal === undefined ? {} : { signal };
  const listed = await {
    asset: () => call('listAssetFiles', { params: { ref: id }, ...ending }),
    procedure: () => call('listProcedureFiles', { params: { id }, ...ending }),
    calibration: () => call('listCalibrationFiles', { params: { id }, ...ending })
  }[type]();
  await noteFiles(holder, listed).catch(() => {});
  return listed;
}

/** Remembers the list for use offline; of a record without files there is nothing to remember, unless it was known before. */
async function noteFiles(holder: HolderId, listed: readonly Attachment[]): Promise<void> {
  const store = await fileStore();
  if (listed.length === 0 && (await store.database.holders.get(holder)) === undefined) return;
  if (!(await isPulled(holder))) return;
  await store.note(holder, { files: listed.map(({ url: _, ...file }) => file) });
}

/**
 * A file of a record, to be saved and never shown by this app.
 * @throws OfflineError if it is not here and the server does not answer; ApiError (`not_found` if it was removed), DamagedFile
 */
export async function openFile(holder: HolderId, file: KnownFile, opening: Opening): Promise<Blob> {
  const content = await heldContent(file.sha256);
  if (content !== null) return content;
  const { blob } = await bringFile(holder, file.id, opening);
  return blob;
}

/** Fetches a file and stores it if there is room. @throws as above */
export async function bringFile(holder: HolderId, id: string, opening: Opening) {
  if (!opening.online) throw new OfflineError('The file is not on this device.');
  // Addresses expire after an hour, so each download asks for another one.
  const listed = (await listFiles(holder, opening.signal)).find((one) => one.id === id);
  if (listed === undefined) throw new ApiError(404, 'not_found', 'The file was removed.');
  return { listed, ...(await bringListed(listed, opening)) };
}

/** The same for a file that was listed just now. */
export async function bringListed(listed: Attachment, opening: Omit<Opening, 'online'>) {
  const { url, sha256, bytes } = listed;
  const blob = await fetchContent(url, { type: SAVED_ONLY, bytes, sha256 }, opening);
  return { blob, stored: await storeContent(sha256, blob) };
}

/**
 * The photo of an asset; null if it has none any more.
 * @param photoId as this device knows it; the server may have a newer one, which is then taken
 * @throws OfflineError if it is not here and the server does not answer; ApiError, DamagedFile
 */
export async function openPhoto(assetId: string, photoId: string, opening: Opening): Promise<Blob | null> {
  const content = await heldContent(photoId);
  if (content !== null) return content;
  return (await bringPhoto(assetId, opening))?.blob ?? null;
}

export async function bringPhoto(assetId: string, opening: Opening) {
  if (!opening.online) throw new OfflineError('The photo is not on this device.');
  const { signal } = opening;
  const asset = await call('getAsset', { params: { ref: assetId }, ...(signal && { signal }) });
  const { photo_file_id: photo, photo_url: address } = asset;
  await notePhoto(`asset:${assetId}`, photo).catch(() => {});
  if (photo === null || address === null) return null;
  const here = await heldContent(photo);
  if (here !== null) return { blob: here, stored: 'stored' as Stored };
  const blob = await fetchPicture(address, opening);
  return { blob, stored: await storeContent(photo, blob) };
}

async function notePhoto(holder: HolderId, photo: string | null): Promise<void> {
  const store = await fileStore();
  if (photo === null && (await store.database.holders.get(holder)) === undefined) return;
  if (await isPulled(holder)) await store.note(holder, { photo });
}

/** Whatever keeps the device from reading it, the server has it. */
const heldContent = (key: string): Promise<Blob | null> =>
  fileStore()
    .then((store) => store.open(key))
    .catch(() => null);

/** A file that cannot be stored is shown all the same. */
const storeContent = (key: string, blob: Blob): Promise<Stored> =>
  fileStore()
    .then((store) => store.put(key, blob))
    .catch((): Stored => 'failed');
