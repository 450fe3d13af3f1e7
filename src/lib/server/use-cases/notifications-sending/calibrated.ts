import type { Certifiable } from '#lib/server/db/certificates.ts';

/** The version of the calibration in a notification. */
export const calibrated = ({ calibration, context }: Certifiable) => ({
  asset_id: calibration.asset.asset_id,
  asset_name: calibration.asset.name,
  channel_name: context.channel?.name ?? null,
  version: calibration.version
});
