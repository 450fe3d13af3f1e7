import { isFailing } from '#lib/laboratory/out-of-tolerance.ts';
import { findCalibratingMembers } from '#lib/server/db/calibrating-members.ts';
import { findCertifiable } from '#lib/server/db/certificates.ts';
import { findServed } from '#lib/server/db/served-as-reference.ts';
import { calibrated } from './calibrated.ts';
import type { FindNotices, Notice } from './notice.ts';

/** A notification names this many of the calibrations that an instrument has served. */
const NAMED = 10;

/**
 * For everybody who calibrates for an organization concerned, whoever recorded it: an instrument was found out of tolerance, and which of
 * that organization's own calibrations rest on it since it last conformed (ISO/IEC 17025 7.10), not those of others.
 */
export const outOfTolerance: FindNotices<'out_of_tolerance'> = async (tx, { calibration_id }) => {
  const found = await findCertifiable(tx, calibration_id);
  if (found === null) return [];
  const { calibration } = found;
  const { since, served } = await findServed(tx, calibration);
  const concerned = new Set([calibration.organization_id, ...served.map((one) => one.organization_id)]);
  const notices: Notice<'out_of_tolerance'>[] = [];
  for (const organizationId of [...concerned].sort()) {
    const own = served.filter((one) => one.organization_id === organizationId);
    notices.push({
      parameters: {
        ...calibrated(found),
        calibration_date: calibration.calibration_date,
        as_found: isFailing(calibration.profile?.as_found),
        since,
        served: own.length,
        newest: own.slice(0, NAMED).map(({ asset_label, version }) => `${asset_label} v${version}`)
      },
      eventKey: `out_of_tolerance:${calibration_id}:${organizationId}`,
      people: await findCalibratingMembers(tx, organizationId),
      assetId: calibration.asset.id,
      organizationId
    });
  }
  return notices;
};
