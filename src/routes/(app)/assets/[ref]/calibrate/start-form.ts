/** Where a form begins: a refused entry to correct, a draft to take up again, or what the asset and its history say. */
import type { Asset, Channel } from '#lib/contracts/assets.ts';
import type { CalibrationHeader } from '#lib/contracts/calibrations.ts';
import { loadCalibration } from '#lib/client/state/collections.svelte.ts';
import type { Draft } from '#lib/client/state/draft.ts';
import { drafts } from '#lib/client/state/drafts.svelte.ts';
import type { QueueEntry } from '#lib/client/state/queue.svelte.ts';
import type { CalibrateForm } from '#lib/ui/calibrate/calibrate-form.ts';
import { formFor, takeUp } from '#lib/ui/calibrate/form-defaults.ts';
import { formFromBody } from '#lib/ui/calibrate/form-from-body.ts';
import { instrumentKey, referenceOptions } from '#lib/ui/calibrate/reference-choice.ts';

/** The last points only suggest a plan: nobody waits for them longer than this. */
const PATIENCE_MS = 300;

export type Beginning = {
  readonly asset: Asset;
  readonly channel: Channel | null;
  readonly today: string;
  readonly history: readonly CalibrationHeader[];
  readonly assets: readonly Asset[];
  readonly references: readonly CalibrationHeader[];
  /** The entry to correct, where one is corrected. */
  readonly entry: QueueEntry | null;
  /** The reference that was used last for this instrument, as an instrument key. */
  readonly lastReference: string | undefined;
};

export type Begun = { readonly form: CalibrateForm; readonly takenUp: string | null };

/** The first state of the form. `takenUp` is when a draft that is taken up again was saved. */
export async function startForm(from: Beginning): Promise<Begun> {
  const { asset, channel, entry } = from;
  const draft = entry === null ? await draftOf(asset, channel) : undefined;
  const previous = latestOf(from.history, channel?.id ?? null);
  const fresh = formFor({
    asset,
    channel,
    previous,
    previousReferences: entry === null && draft === undefined ? await referencesOf(previous) : [],
    today: from.today
  });
  if (draft !== undefined) return { form: takeUp(draft.form, fresh), takenUp: draft.saved_at };
  const options = referenceOptions({
    assets: from.assets,
    calibrations: from.references,
    assetId: asset.id,
    unit: fresh.unit,
    date: entry?.payload.calibration_date ?? from.today
  });
  const chosen = (key: string | undefined) => options.find((option) => option.key === key)?.chosen ?? null;
  if (entry === null) return { form: { ...fresh, reference: chosen(from.lastReference) }, takenUp: null };
  const { reference_asset_id: id, reference_channel_id: channelId } = entry.payload;
  const reference = id ? chosen(instrumentKey(id, channelId ?? null)) : null;
  return { form: { ...formFromBody(entry.payload, fresh, reference), asset_id: asset.id }, takenUp: null };
}

async function draftOf(asset: Asset, channel: Channel | null): Promise<Draft<CalibrateForm> | undefined> {
  const draft = await drafts.load<CalibrateForm>(instrumentKey(asset.id, channel?.id ?? null)).catch(() => undefined);
  return draft?.form.schema === 1 ? draft : undefined;
}

function latestOf(history: readonly CalibrationHeader[], channelId: string | null): CalibrationHeader | null {
  const own = history.filter((calibration) => calibration.voided === null && calibration.channel_id === channelId);
  return (
    own.toSorted((a, b) => b.calibration_date.localeCompare(a.calibration_date) || b.version - a.version)[0] ?? null
  );
}

async function referencesOf(previous: CalibrationHeader | null): Promise<readonly number[]> {
  if (previous === null) return [];
  const nothing = new Promise<readonly number[]>((resolve) => setTimeout(() => resolve([]), PATIENCE_MS));
  const points = loadCalibration(previous.id).then(
    (calibration) => calibration.points.slice(0, 50).map((point) => point.reference),
    () => []
  );
  return Promise.race([points, nothing]);
}
