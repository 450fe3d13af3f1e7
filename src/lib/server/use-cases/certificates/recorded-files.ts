import { findRevisions, type CertificateRevision } from '#lib/server/db/certificate-revisions.ts';
import { findIssued } from '#lib/server/db/certificates.ts';
import type { Tx } from '#lib/server/db/transaction.ts';

/** The files that are recorded of an issued certificate. */
export type RecordedFiles = {
  readonly issued: NonNullable<Awaited<ReturnType<typeof findIssued>>>;
  /** The newest first. */
  readonly revisions: readonly CertificateRevision[];
};

/** `null`: it has not been issued. */
export async function findRecordedFiles(tx: Tx, calibrationId: string): Promise<RecordedFiles | null> {
  const issued = await findIssued(tx, calibrationId);
  return issued && { issued, revisions: await findRevisions(tx, calibrationId) };
}
