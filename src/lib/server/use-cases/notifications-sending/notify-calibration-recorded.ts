import { v7 as uuidv7 } from 'uuid';
import { SYSTEM } from '#lib/laboratory/actor.ts';
import { findCertifiable } from '#lib/server/db/certificates.ts';
import { findCalibratingMembers } from '#lib/server/db/calibrating-members.ts';
import { insertNotifications } from '#lib/server/db/notifications.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

/**
 * Tells everybody who calibrates for the asset's organization, but the recorder, that a calibration was recorded (specification
 * 6). Never viewers. The event key lets a job that runs twice tell it once.
 */
export const notifyCalibrationRecorded = ({ pool }: Services, calibrationId: string): Promise<void> =>
  transaction(pool, SYSTEM, async (tx) => {
    const found = await findCertifiable(tx, calibrationId);
    if (found === null) throw new Error(`there is no calibration ${calibrationId}`);
    const { calibration, context } = found;
    const members = await findCalibratingMembers(tx, calibration.organization_id);
    await insertNotifications(
      tx,
      members
        .filter((userId) => userId !== calibration.recorded_by.id)
        .map((user_id) => ({
          id: uuidv7(),
          user_id,
          event: {
            category: 'calibration_recorded',
            parameters: {
              asset_id: calibration.asset.asset_id,
              asset_name: calibration.asset.name,
              channel_name: context.channel?.name ?? null,
              version: calibration.version,
              recorded_by: calibration.recorded_by.full_name,
              conforms: calibration.conforms
            }
          },
          asset_id: calibration.asset.id,
          organization_id: calibration.organization_id,
          event_key: `calibration_recorded:${calibrationId}`
        }))
    );
  });
