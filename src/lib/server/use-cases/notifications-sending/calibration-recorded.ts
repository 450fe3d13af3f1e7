import { findCalibratingMembers } from '#lib/server/db/calibrating-members.ts';
import { findCertifiable } from '#lib/server/db/certificates.ts';
import { calibrated } from './calibrated.ts';
import type { FindNotices } from './notice.ts';

/** For everybody who calibrates for the asset's organization, but the recorder; never viewers (specification 6). */
export const calibrationRecorded: FindNotices<'calibration_recorded'> = async (tx, { calibration_id }) => {
  const found = await findCertifiable(tx, calibration_id);
  if (found === null) return [];
  const { asset, organization_id: organizationId, recorded_by, conforms } = found.calibration;
  const members = await findCalibratingMembers(tx, organizationId);
  return [
    {
      parameters: { ...calibrated(found), recorded_by: recorded_by.full_name, conforms },
      eventKey: `calibration_recorded:${calibration_id}`,
      people: members.filter((userId) => userId !== recorded_by.id),
      assetId: asset.id,
      organizationId
    }
  ];
};
