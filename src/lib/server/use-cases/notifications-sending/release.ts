import { findCalibratingMembers, findReleasers } from '#lib/server/db/calibrating-members.ts';
import { findCertifiable, type Certifiable } from '#lib/server/db/certificates.ts';
import { calibrated } from './calibrated.ts';
import type { FindNotices } from './notice.ts';

/** For everybody who may release it: one of them does. Again after each answer. */
export const releaseWaiting: FindNotices<'release_waiting'> = async (tx, { calibration_id }) => {
  const found = await findCertifiable(tx, calibration_id);
  if (!isIn(found, 'waiting_for_release')) return [];
  const { asset, organization_id: organizationId, recorded_by, certificate } = found.calibration;
  return [
    {
      parameters: {
        ...calibrated(found),
        recorded_by: recorded_by.full_name,
        answer: certificate?.review.at(-1)?.text ?? null
      },
      eventKey: `release_waiting:${calibration_id}:${certificate?.review.length ?? 0}`,
      people: await findReleasers(tx, organizationId, recorded_by.id),
      assetId: asset.id,
      organizationId
    }
  ];
};

/** For whoever recorded it; if they are no longer here, for everybody who may answer. */
export const releaseReturned: FindNotices<'release_returned'> = async (tx, { calibration_id }) => {
  const found = await findCertifiable(tx, calibration_id);
  if (!isIn(found, 'returned')) return [];
  const { asset, organization_id: organizationId, recorded_by, certificate } = found.calibration;
  const said = certificate?.review.at(-1);
  if (said === undefined) return [];
  const members = await findCalibratingMembers(tx, organizationId);
  return [
    {
      parameters: { ...calibrated(found), returned_by: said.by.full_name, reason: said.text },
      eventKey: `release_returned:${calibration_id}:${certificate?.review.length ?? 0}`,
      people: members.some((id) => id === recorded_by.id) ? members.filter((id) => id === recorded_by.id) : members,
      assetId: asset.id,
      organizationId
    }
  ];
};

/** Decided or voided by now: there is nothing left to do. */
const isIn = (found: Certifiable | null, state: 'waiting_for_release' | 'returned'): found is Certifiable =>
  found?.calibration.certificate?.state === state && found.calibration.voided === null;
