/** The references to which a calibration may be traced, with their data (metrology.md §6). */
import type { Asset } from '#lib/contracts/assets.ts';
import type { CalibrationHeader, ReferenceProblem } from '#lib/contracts/calibrations.ts';
import { referenceProblems } from '#lib/laboratory/check-reference.ts';
import type { ChosenReference } from '../sections/reference.ts';

export type ReferenceState = 'in_calibration' | ReferenceProblem | 'uncalibrated' | 'other_unit' | 'itself';

export type ReferenceOption = {
  readonly key: string;
  readonly label: string;
  readonly name: string;
  readonly state: ReferenceState;
  /** `null` if it cannot be used: no calibration by that day, another unit, or the instrument itself. */
  readonly chosen: ChosenReference | null;
};

export type ReferenceQuestion = {
  readonly assets: readonly Asset[];
  readonly calibrations: readonly CalibrationHeader[];
  /** The asset under calibration, its unit and the calibration's date (YYYY-MM-DD). */
  readonly assetId: string;
  readonly unit: string;
  readonly date: string;
};

/** All references on the device, one entry for each channel, usable ones first. */
export function referenceOptions(question: ReferenceQuestion): readonly ReferenceOption[] {
  const latest = latestByInstrument(question);
  const options = question.assets
    .filter((asset) => asset.is_reference)
    .flatMap((asset) => {
      const channels = asset.channels.filter((channel) => channel.archived_at === null);
      if (channels.length === 0) return [optionFor(asset, null, latest, question)];
      return channels.map((channel) => optionFor(asset, channel, latest, question));
    });
  const order: readonly ReferenceState[] = [
    'in_calibration',
    'overdue',
    'retired',
    'out_of_service',
    'failed',
    'voided',
    'other_unit',
    'uncalibrated',
    'itself'
  ];
  return options.sort(
    (a, b) =>
      order.indexOf(a.state) - order.indexOf(b.state) || a.label.localeCompare(b.label, undefined, { numeric: true })
  );
}

/** Key of an instrument: its asset, and its channel if it has any. */
export function instrumentKey(assetId: string, channelId: string | null): string {
  return `${assetId}:${channelId ?? ''}`;
}

/**
 * The valid calibration of each instrument on that day: not voided, latest date up to that day, then highest version.
 * One in another unit is used only for the message, if there is none in this unit.
 */
function latestByInstrument({ calibrations, date, unit }: ReferenceQuestion): ReadonlyMap<string, CalibrationHeader> {
  const latest = new Map<string, CalibrationHeader>();
  const wanted = unit.trim();
  const fits = (of: CalibrationHeader) => wanted === '' || of.unit === null || of.unit === wanted;
  for (const calibration of calibrations) {
    if (calibration.voided !== null || calibration.calibration_date > date) continue;
    const key = instrumentKey(calibration.asset.id, calibration.channel_id);
    const known = latest.get(key);
    const counts =
      known === undefined || (fits(calibration) === fits(known) ? isLater(calibration, known) : fits(calibration));
    if (counts) latest.set(key, calibration);
  }
  return latest;
}

function isLater(a: CalibrationHeader, b: CalibrationHeader): boolean {
  return a.calibration_date === b.calibration_date ? a.version > b.version : a.calibration_date > b.calibration_date;
}

function optionFor(
  asset: Asset,
  channel: Asset['channels'][number] | null,
  latest: ReadonlyMap<string, CalibrationHeader>,
  question: ReferenceQuestion
): ReferenceOption {
  const key = instrumentKey(asset.id, channel?.id ?? null);
  const label = channel === null ? asset.asset_id : `${asset.asset_id} · ${channel.name}`;
  const calibration = latest.get(key);
  const base = { key, label, name: asset.name };
  if (asset.id === question.assetId) return { ...base, state: 'itself', chosen: null };
  if (calibration === undefined || calibration.expanded_uncertainty === null)
    return { ...base, state: 'uncalibrated', chosen: null };
  const unit = calibration.unit ?? (channel ?? asset).unit;
  if (unit !== null && question.unit.trim() !== '' && unit !== question.unit.trim()) {
    return { ...base, state: 'other_unit', chosen: null };
  }
  const standing = { due_date: calibration.due_date, conforms: calibration.conforms, voided: false };
  const [problem] = referenceProblems({
    date: question.date,
    asset,
    used: standing,
    latest: standing
  });
  return {
    ...base,
    state: problem ?? 'in_calibration',
    chosen: {
      asset_id: asset.id,
      channel_id: channel?.id ?? null,
      label,
      name: asset.name,
      calibration_id: calibration.id,
      calibration_date: calibration.calibration_date,
      version: calibration.version,
      expanded_uncertainty: calibration.expanded_uncertainty,
      coverage_factor: calibration.coverage_factor ?? 2,
      degrees_of_freedom: calibration.effective_degrees_of_freedom,
      unit,
      due_date: calibration.due_date
    }
  };
}

/**
 * The status of the chosen reference on the calibration's day: current, superseded by a newer calibration of it, or no
 * longer usable (its calibration is later than that day or was voided).
 */
export function standingOf(
  chosen: ChosenReference,
  options: readonly ReferenceOption[]
): { readonly option: ReferenceOption | null; readonly superseded: boolean } {
  const key = instrumentKey(chosen.asset_id, chosen.channel_id);
  const option = options.find((candidate) => candidate.key === key) ?? null;
  return { option, superseded: option?.chosen != null && option.chosen.calibration_id !== chosen.calibration_id };
}

/** The problems of the chosen reference, as far as the device knows; each requires a reason. */
export function doubtsAbout(chosen: ChosenReference | null, question: ReferenceQuestion): readonly ReferenceProblem[] {
  if (chosen === null || question.date === '') return [];
  const used = question.calibrations.find(({ id }) => id === chosen.calibration_id);
  const asset = question.assets.find(({ id }) => id === chosen.asset_id) ?? null;
  return referenceProblems({
    date: question.date,
    asset,
    used: {
      due_date: used?.due_date ?? chosen.due_date,
      conforms: used?.conforms ?? null,
      voided: used !== undefined && used.voided !== null
    },
    latest: latestByInstrument(question).get(instrumentKey(chosen.asset_id, chosen.channel_id)) ?? null
  });
}
