import { buffer } from 'node:stream/consumers';
import type { Services } from '#lib/server/use-cases/services.ts';
import { execute } from './database.ts';

/** The key under which the file of an issued certificate is stored. */
export async function issuedKey(databaseUrl: string, calibrationId: string): Promise<string> {
  const { rows } = await execute(databaseUrl, 'SELECT object_key FROM certificates WHERE calibration_id = $1', [
    calibrationId
  ]);
  return (rows[0] as { object_key: string }).object_key;
}

/** The file of an issued certificate, as it is stored. */
export async function issuedFile(
  { store }: Pick<Services, 'store'>,
  databaseUrl: string,
  calibrationId: string
): Promise<Uint8Array<ArrayBuffer>> {
  const found = await store.get(await issuedKey(databaseUrl, calibrationId));
  if (found === null) throw new Error('the file of the certificate is not stored');
  return new Uint8Array(await buffer(found.stream));
}
