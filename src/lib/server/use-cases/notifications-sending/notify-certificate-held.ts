import { v7 as uuidv7 } from 'uuid';
import { SYSTEM } from '#lib/laboratory/actor.ts';
import type { NotificationEvent } from '#lib/laboratory/notifications/notification-event.ts';
import { findCertificateDeciders } from '#lib/server/db/calibrating-members.ts';
import { findCertifiable, type Certifiable } from '#lib/server/db/certificates.ts';
import { insertNotifications } from '#lib/server/db/notifications.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { REFERENCE_PROBLEMS } from '#lib/contracts/calibrations.ts';
import { enqueueNotices } from './enqueue-notices.ts';

/**
 * Tells those who may decide about it that a certificate is held, whoever recorded it: in the app whatever they prefer, because nobody
 * else lets it go.
 */
export const notifyCertificateHeld = ({ pool }: Services, calibrationId: string): Promise<void> =>
  transaction(pool, SYSTEM, async (tx) => {
    const found = await findCertifiable(tx, calibrationId);
    if (found === null) throw new Error(`there is no calibration ${calibrationId}`);
    const { calibration } = found;
    const event_key = `certificate_held:${calibrationId}`;
    const deciders = await findCertificateDeciders(tx, calibration.organization_id);
    await insertNotifications(
      tx,
      deciders.map((user_id) => ({
        id: uuidv7(),
        user_id,
        event: heldEvent(found),
        asset_id: calibration.asset.id,
        organization_id: calibration.organization_id,
        event_key
      }))
    );
    await enqueueNotices(tx, deciders, event_key, { category: 'certificate_held', calibration_id: calibrationId });
  });

export const heldEvent = ({ calibration, context }: Certifiable): NotificationEvent => ({
  category: 'certificate_held',
  parameters: {
    asset_id: calibration.asset.asset_id,
    asset_name: calibration.asset.name,
    channel_name: context.channel?.name ?? null,
    version: calibration.version,
    recorded_by: calibration.recorded_by.full_name,
    reference: context.reference?.asset_id ?? null,
    problems: REFERENCE_PROBLEMS.filter((problem) => calibration.certificate?.held_for.includes(`reference_${problem}`))
  }
});
