import { v7 as uuidv7 } from 'uuid';
import { SYSTEM } from '#lib/laboratory/actor.ts';
import type { NotificationEvent } from '#lib/laboratory/notifications/notification-event.ts';
import { isFailing } from '#lib/laboratory/out-of-tolerance.ts';
import { findCalibratingMembers } from '#lib/server/db/calibrating-members.ts';
import { findCertifiable, type Certifiable } from '#lib/server/db/certificates.ts';
import { insertNotifications } from '#lib/server/db/notifications.ts';
import { findServed, type Served } from '#lib/server/db/served-as-reference.ts';
import { transaction, type Tx } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { enqueueNotices } from './enqueue-notices.ts';

/** A notification names this many of the calibrations that an instrument has served. */
const NAMED = 10;

/**
 * Tells everybody who calibrates for an organization concerned, whoever recorded it, that an instrument was found out of tolerance, and
 * which of that organization's calibrations rest on it since it last conformed (ISO/IEC 17025 7.10). In the app whatever they prefer.
 */
export const notifyOutOfTolerance = ({ pool }: Services, calibrationId: string): Promise<void> =>
  transaction(pool, SYSTEM, async (tx) => {
    const found = await findCertifiable(tx, calibrationId);
    if (found === null) throw new Error(`there is no calibration ${calibrationId}`);
    const { calibration } = found;
    const { since, served } = await findServed(tx, calibration);
    const concerned = new Set([calibration.organization_id, ...served.map((one) => one.organization_id)]);
    for (const organizationId of [...concerned].sort()) {
      const event = failedEvent(found, since, served, organizationId);
      const event_key = `out_of_tolerance:${calibrationId}:${organizationId}`;
      const members = await findCalibratingMembers(tx, organizationId);
      await insertNotifications(
        tx,
        members.map((user_id) => ({
          id: uuidv7(),
          user_id,
          event,
          asset_id: calibration.asset.id,
          organization_id: organizationId,
          event_key
        }))
      );
      const about = {
        category: 'out_of_tolerance',
        calibration_id: calibrationId,
        organization_id: organizationId
      } as const;
      await enqueueNotices(tx, members, event_key, about);
    }
  });

/** The same for one organization, when a mail about it goes out. */
export async function failedEventFor(tx: Tx, found: Certifiable, organizationId: string): Promise<NotificationEvent> {
  const { since, served } = await findServed(tx, found.calibration);
  return failedEvent(found, since, served, organizationId);
}

/** What an organization may know: its own calibrations, not those of others that used the same reference. */
function failedEvent(
  { calibration, context }: Certifiable,
  since: string | null,
  served: readonly Served[],
  organizationId: string
): NotificationEvent {
  const own = served.filter((one) => one.organization_id === organizationId);
  return {
    category: 'out_of_tolerance',
    parameters: {
      asset_id: calibration.asset.asset_id,
      asset_name: calibration.asset.name,
      channel_name: context.channel?.name ?? null,
      version: calibration.version,
      calibration_date: calibration.calibration_date,
      as_found: isFailing(calibration.profile?.as_found),
      since,
      served: own.length,
      newest: own.slice(0, NAMED).map(({ asset_label, version }) => `${asset_label} v${version}`)
    }
  };
}
