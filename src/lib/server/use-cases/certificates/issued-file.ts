import { buffer } from 'node:stream/consumers';
import { SYSTEM } from '#lib/laboratory/actor.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { firstIntact, isAsIssued, type RecordedFile } from '#lib/server/storage/intact-file.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { issueOnDemand } from './issue-on-demand.ts';
import { findRecordedFiles } from './recorded-files.ts';
import { remakeCertificate } from './remake-certificate.ts';

type IssuedFile = { readonly key: string; readonly sha256: string; readonly bytes: number };

/**
 * The stored file of an issued certificate, which is byte for byte as it was issued, with the proofs that were added since; issued now if it is
 * missing. Who may read it is the caller's business.
 * @throws Refusal `no_results`, `certificate_held`, `certificate_in_review`, `certificate_imported`, `certificate_failed` with the reason
 */
export async function requireIssuedFile(services: Services, calibrationId: string): Promise<IssuedFile> {
  const key = await issueOnDemand(services, calibrationId);
  const recorded = await transaction(services.pool, SYSTEM, (tx) => findRecordedFiles(tx, calibrationId));
  const { issued, revisions } = recorded ?? { issued: null, revisions: [] };
  const newest = await firstIntact(services.store, revisions);
  if (newest?.number !== revisions[0]?.number) {
    services.log.error({ calibration: calibrationId }, 'the file of a certificate with its proofs is lost or damaged');
  }
  if (newest !== null) return fileOf(newest);
  const isThere = issued !== null && (await isAsIssued(services.store, issued));
  if (issued === null || (!isThere && !(await remakeCertificate(services, calibrationId)))) {
    services.log.error({ calibration: calibrationId, key }, 'the file of a certificate is lost or damaged');
    throw new Refusal(
      'certificate_failed',
      'The file of this certificate is lost or damaged and cannot be recreated as issued. Restore it from a backup.'
    );
  }
  return fileOf(issued);
}

const fileOf = ({ object_key, sha256, bytes }: RecordedFile): IssuedFile => ({
  key: object_key,
  sha256,
  bytes
});

/** The bytes of `requireIssuedFile`. @throws Refusal as it does */
export async function readIssuedFile(
  services: Services,
  calibrationId: string
): Promise<IssuedFile & { readonly pdf: Uint8Array }> {
  const file = await requireIssuedFile(services, calibrationId);
  const stored = await services.store.get(file.key);
  if (stored === null) throw new Error(`the file ${file.key} was removed while it was being read`);
  return { ...file, pdf: await buffer(stored.stream) };
}
