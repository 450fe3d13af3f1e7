import { REFERENCE_PROBLEMS } from '#lib/contracts/calibrations.ts';
import { findCertificateDeciders } from '#lib/server/db/calibrating-members.ts';
import { findCertifiable } from '#lib/server/db/certificates.ts';
import { calibrated } from './calibrated.ts';
import type { FindNotices } from './notice.ts';

/** For those who may decide on a held certificate, whoever recorded the calibration: only they can release it. */
export const certificateHeld: FindNotices<'certificate_held'> = async (tx, { calibration_id }) => {
  const found = await findCertifiable(tx, calibration_id);
  // Decided by now: there is nothing left to do.
  if (found?.calibration.certificate?.state !== 'held' || found.calibration.voided !== null) return [];
  const { asset, organization_id: organizationId, recorded_by, certificate } = found.calibration;
  return [
    {
      parameters: {
        ...calibrated(found),
        recorded_by: recorded_by.full_name,
        reference: found.context.reference?.asset_id ?? null,
        problems: REFERENCE_PROBLEMS.filter((problem) => certificate.held_for.includes(`reference_${problem}`))
      },
      eventKey: `certificate_held:${calibration_id}`,
      people: await findCertificateDeciders(tx, organizationId),
      assetId: asset.id,
      organizationId
    }
  ];
};
