import type { NotificationEvent } from '#lib/laboratory/notifications/notification-event.ts';
import type { Certifiable } from '#lib/server/db/certificates.ts';

/** What is told of a calibration that was recorded. */
export const recordedEvent = ({ calibration, context }: Certifiable): NotificationEvent => ({
  category: 'calibration_recorded',
  parameters: {
    asset_id: calibration.asset.asset_id,
    asset_name: calibration.asset.name,
    channel_name: context.channel?.name ?? null,
    version: calibration.version,
    recorded_by: calibration.recorded_by.full_name,
    conforms: calibration.conforms
  }
});
