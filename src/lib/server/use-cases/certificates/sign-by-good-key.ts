import { SYSTEM } from '#lib/laboratory/actor.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import type { SigningKey } from '#lib/server/certificates/signing-keys.ts';
import { isGoodForSigning } from '#lib/server/db/signing-certificates.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import {
  ensureSigningCertificate,
  openSigningCertificate,
  type OpenSigningKey,
  type Signer
} from './ensure-signing-certificate.ts';
import { MOST_MAKINGS } from './issue-certificate.ts';

/**
 * Makes a signed file that nobody keeps a record of. Signing takes time: if the key expires or is revoked meanwhile, the file is made
 * again with the next one.
 * @param preferredId of the key that signs while it is good; otherwise, or if omitted, the signer's current one does
 * @throws Refusal `certificate_failed` if the key is replaced each time
 */
export async function signByGoodKey<File>(
  services: Services,
  signer: Signer,
  make: (key: SigningKey) => Promise<File> | File,
  preferredId: string | null = null
): Promise<File> {
  for (let makings = 0; makings < MOST_MAKINGS; makings++) {
    const preferred = preferredId === null ? null : await openIfGood(services, signer, preferredId);
    const { id, ...key } = preferred ?? (await ensureSigningCertificate(services, signer));
    const file = await make(key);
    if (await isGood(services, id)) return file;
  }
  throw new Refusal('certificate_failed', 'While the file was made, the key that signs was replaced. Try again.');
}

const openIfGood = async (services: Services, signer: Signer, id: string): Promise<OpenSigningKey | null> =>
  (await isGood(services, id)) ? openSigningCertificate(services, signer, id) : null;

const isGood = ({ pool, now }: Services, id: string): Promise<boolean> =>
  transaction(pool, SYSTEM, (tx) => isGoodForSigning(tx, id, now()));
