/** What is calibrated. */
import type { CreateCalibrationBody } from '#lib/contracts/calibrations.ts';
import type { Section } from './section.ts';

export type InstrumentFields = { readonly asset_id: string; readonly channel_id: string | null };

export const instrument: Section<
  InstrumentFields,
  Pick<CreateCalibrationBody, 'asset_ref' | 'channel_id'>,
  InstrumentFields,
  { readonly hasChannels: boolean }
> = {
  begin: ({ asset, channel }) => ({ asset_id: asset.id, channel_id: channel?.id ?? null }),
  toRequest: ({ asset_id, channel_id }, reader, { hasChannels }) => {
    if (hasChannels && channel_id === null) reader.refuse('channel_id', 'channel_missing');
    return { asset_ref: asset_id, channel_id };
  },
  /** A record may contain the `asset_id`; the form uses the id. */
  fromRequest: ({ channel_id }, { asset_id }) => ({ asset_id, channel_id: channel_id ?? null })
};
