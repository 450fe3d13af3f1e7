/** The instrument that a page is about (an asset, or one of its channels) and its calibrations on this device. */
import { page } from '$app/state';
import { liveAsset, liveCalibrations } from '#lib/client/state/collections.svelte.ts';

/** Call inside component initialisation. The channel is the one in the address, else the first. */
export function instrumentHistory() {
  const ref = $derived(page.params.ref ?? '');
  const live = liveAsset(() => ref);
  const channels = $derived((live.current?.channels ?? []).filter((channel) => channel.archived_at === null));
  const wanted = $derived(page.url.searchParams.get('channel'));
  const channelId = $derived((channels.find(({ id }) => id === wanted) ?? channels[0])?.id ?? null);
  const history = liveCalibrations(() => ({ asset_id: live.current?.id ?? '', channel_id: channelId }));
  return {
    get ref() {
      return ref;
    },
    get ready() {
      return live.ready && (live.current === null || history.ready);
    },
    get asset() {
      return live.current;
    },
    get channels() {
      return channels;
    },
    get channelId() {
      return channelId;
    },
    /** Newest version first; voided ones are not among them. */
    get calibrations() {
      return history.all;
    }
  };
}
