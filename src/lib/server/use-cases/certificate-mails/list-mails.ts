import type { CertificateMail } from '#lib/contracts/certificate-mails.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { assertMayEditRecordsOf } from '#lib/laboratory/permissions.ts';
import { findCertificateMails } from '#lib/server/db/certificate-mails.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { requireCalibration } from '#lib/server/use-cases/calibrations/get-calibration.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

/** To whom the certificate of a calibration was mailed. Addresses of customers are for those who send. @throws Refusal `not_found`, `forbidden` */
export const listCertificateMails = (
  { pool }: Services,
  actor: PersonActor,
  calibrationId: string
): Promise<readonly CertificateMail[]> =>
  transaction(pool, actor, async (tx) => {
    const { organization_id } = await requireCalibration(tx, calibrationId);
    assertMayEditRecordsOf(actor, organization_id);
    return findCertificateMails(tx, calibrationId);
  });
