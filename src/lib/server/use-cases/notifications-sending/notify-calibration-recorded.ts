import { v7 as uuidv7 } from 'uuid';
import { SYSTEM } from '#lib/laboratory/actor.ts';
import { findCalibratingMembers } from '#lib/server/db/calibrating-members.ts';
import { findCertifiable } from '#lib/server/db/certificates.ts';
import { whoWants } from '#lib/server/db/notification-preferences.ts';
import { insertNotifications } from '#lib/server/db/notifications.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { enqueueNotices } from './enqueue-notices.ts';
import { recordedEvent } from './recorded-event.ts';

/**
 * Tells everybody who calibrates for the asset's organization, but the recorder, that a calibration was recorded (specification
 * 6), by the channels that they chose. Never viewers. The event key lets a job that runs twice tell it once.
 */
export const notifyCalibrationRecorded = ({ pool }: Services, calibrationId: string): Promise<void> =>
  transaction(pool, SYSTEM, async (tx) => {
    const found = await findCertifiable(tx, calibrationId);
    if (found === null) throw new Error(`there is no calibration ${calibrationId}`);
    const { calibration } = found;
    const event_key = `calibration_recorded:${calibrationId}`;
    const members = await findCalibratingMembers(tx, calibration.organization_id);
    const others = members.filter((userId) => userId !== calibration.recorded_by.id);
    const inApp = await whoWants(tx, others, 'calibration_recorded', 'in_app');
    await insertNotifications(
      tx,
      inApp.map((user_id) => ({
        id: uuidv7(),
        user_id,
        event: recordedEvent(found),
        asset_id: calibration.asset.id,
        organization_id: calibration.organization_id,
        event_key
      }))
    );
    await enqueueNotices(tx, others, event_key, {
      category: 'calibration_recorded',
      calibration_id: calibrationId
    });
  });
