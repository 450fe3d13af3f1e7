import { keyOfCertificate } from '#lib/server/storage/certificate-key.ts';
import { isAsIssued, type RecordedFile } from '#lib/server/storage/intact-file.ts';
import type { ObjectStore } from '#lib/server/storage/object-store.ts';

/** A new file of a certificate. */
export const newFile = (calibrationId: string, sha256: string, bytes: number): RecordedFile => ({
  object_key: keyOfCertificate(calibrationId, sha256),
  sha256,
  bytes
});

/**
 * Stores a file, and reads it back: a store may say that it has kept what it has not.
 * @throws if it is not there, byte for byte
 */
export async function storeFile(store: ObjectStore, file: RecordedFile, pdf: Uint8Array): Promise<void> {
  await store.put(file.object_key, pdf, { contentType: 'application/pdf' });
  if (!(await isAsIssued(store, file))) throw new Error('the object store does not return what was written to it');
}
