/** Why a draft cannot be continued: its asset is not here, its channel is not in use, or the reader may not calibrate it. */
export type DraftHindrance = 'asset' | 'channels' | 'rights';

type AssetOfDraft = {
  readonly organization_id: string;
  readonly channels: readonly { readonly id: string; readonly archived_at: string | null }[];
};

/**
 * @param asset undefined if the device does not have it
 * @param mayRecord whether the reader may record calibrations for an organization
 * @returns null if the draft can be continued
 */
export function draftHindrance(
  { channel_id }: { readonly channel_id: string | null },
  asset: AssetOfDraft | undefined,
  mayRecord: (organizationId: string) => boolean
): DraftHindrance | null {
  if (asset === undefined) return 'asset';
  const inUse = asset.channels.filter(({ archived_at }) => archived_at === null);
  // An asset is calibrated as a whole only while it has no channels in use.
  const isThere = channel_id === null ? inUse.length === 0 : inUse.some(({ id }) => id === channel_id);
  if (!isThere) return 'channels';
  return mayRecord(asset.organization_id) ? null : 'rights';
}
