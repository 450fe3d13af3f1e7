/** Where a form begins: a draft to take up again, a refused entry to correct, or what the asset and its history say. */
import type { Asset, Channel } from '#lib/contracts/assets.ts';
import type { Calibration } from '#lib/contracts/calibrations.ts';
import type { Procedure } from '#lib/contracts/procedures.ts';
import { correctionDraft } from '#lib/client/database/draft.ts';
import { drafts } from '#lib/client/state/drafts.svelte.ts';
import type { QueueEntry } from '#lib/laboratory/queue-entry.ts';
import type { Basis } from '#lib/client/basis/work-basis.svelte.ts';
import { latestOn } from '#lib/laboratory/in-force.ts';
import type { CalibrateForm } from '#lib/worksheet/form/calibrate-form.ts';
import { formFor } from '#lib/worksheet/form/begin-form.ts';
import { formFromBody } from '#lib/worksheet/form/build-body.ts';
import { instrumentKey, referenceOptions } from '#lib/worksheet/references/reference-choice.ts';
import { readDraft } from './read-draft.ts';

export type Beginning = {
  readonly asset: Asset;
  readonly channel: Channel | null;
  readonly today: string;
  readonly basis: Basis;
  readonly assets: readonly Asset[];
  /** The procedure that the asset has, where this device holds it and it is in force. */
  readonly procedure: Procedure | null;
  /** The entry to correct, where one is corrected. */
  readonly entry: QueueEntry | null;
  /** The reference that was used last for this instrument, as an instrument key. */
  readonly lastReference: string | undefined;
  /** As it was typed at the instrument before, in a round. */
  readonly environment: CalibrateForm['environment'] | null;
};

export type Begun = { readonly form: CalibrateForm; readonly takenUp: string | null };

/**
 * The first state of the form. `takenUp` is when a draft that is taken up again was saved.
 *
 * @throws NewerFormat where the draft is of a newer version of the app: nothing may be typed over it
 */
export async function startForm(from: Beginning): Promise<Begun> {
  const { asset, channel, entry } = from;
  const key = entry === null ? instrumentKey(asset.id, channel?.id ?? null) : correctionDraft(entry.id);
  const draft = await drafts.load<CalibrateForm>(key).catch(() => undefined);
  const { basis } = from;
  const fresh = {
    ...formFor({
      asset,
      channel,
      previous: latestOn(basis.history, channel?.id ?? null, entry?.payload.calibration_date ?? from.today),
      previousReferences: entry === null && draft === undefined ? referencesOf(basis.previous) : [],
      procedure: from.procedure,
      today: from.today
    }),
    lacked: basis.lacking
  };
  if (draft !== undefined && entry === null) {
    return { form: readDraft(draft.form, fresh), takenUp: draft.saved_at };
  }
  const options = referenceOptions({
    assets: from.assets,
    calibrations: basis.referenceCalibrations,
    assetId: asset.id,
    unit: fresh.unit,
    date: entry?.payload.calibration_date ?? from.today
  });
  const chosen = (key: string | undefined) => options.find((option) => option.key === key)?.chosen ?? null;
  if (entry === null) {
    const environment = from.environment ?? fresh.environment;
    return { form: { ...fresh, environment, reference: chosen(from.lastReference) }, takenUp: null };
  }
  const { reference_asset_id: id, reference_channel_id: channelId } = entry.payload;
  const reference = id ? chosen(instrumentKey(id, channelId ?? null)) : null;
  const form = corrected(entry.payload, fresh, reference);
  if (draft !== undefined) return { form: readDraft(draft.form, form), takenUp: draft.saved_at };
  return { form, takenUp: null };
}

/** What the device did not know when the entry was judged is not in its form either: it is asked about, not slipped in. */
function corrected(
  payload: QueueEntry['payload'],
  fresh: CalibrateForm,
  reference: CalibrateForm['reference']
): CalibrateForm {
  const form = { ...formFromBody(payload, fresh, reference), asset_id: fresh.asset_id };
  const knewNone = payload.judged_with?.correction_calibration_id === null;
  return knewNone && !form.use_in_force && !form.typed_in_force.used ? { ...form, in_force: null } : form;
}

/** Nominal values are guessed from the points of last time; more than these make no plan. */
const MOST_PLANNED = 50;

export const referencesOf = (previous: Calibration | null): readonly number[] =>
  (previous?.points ?? []).slice(0, MOST_PLANNED).map((point) => point.reference);
