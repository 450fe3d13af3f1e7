import type { CreateCalibrationBody } from '#lib/contracts/calibrations.ts';
import { LAST_DATE } from '#lib/contracts/primitives.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { canonicalJson } from '#lib/laboratory/canonical-json.ts';
import { calibrationWarning, type CalibrationWarning } from '#lib/laboratory/calibration-warnings.ts';
import { chooseAsset } from '#lib/laboratory/choose-asset.ts';
import { checkReference } from '#lib/laboratory/check-reference.ts';
import { dueDateOf } from '#lib/laboratory/due-date.ts';
import { intervalOf } from '#lib/laboratory/interval.ts';
import { assertMayEditRecordsOf } from '#lib/laboratory/permissions.ts';
import { invalidInput } from '#lib/laboratory/refusal.ts';
import type {
  AssetFacts,
  ChannelFacts,
  PlaceFacts,
  PriorCalibration,
  ProcedureFacts,
  ReferenceQuestion
} from '#lib/server/db/calibration-facts.ts';
import { plausibility, unexplained } from './doubts-about.ts';
import type { Checked } from './submission.ts';

/** A submission whose asset is known. */
export type Located = { readonly checked: Checked; readonly asset: AssetFacts; readonly channel: ChannelFacts | null };

/** Further data from the registry, for the whole batch. */
export type Surroundings = {
  readonly assets: readonly AssetFacts[];
  readonly places: readonly PlaceFacts[];
  readonly procedures: readonly ProcedureFacts[];
  readonly priors: readonly PriorCalibration[];
};

/** A calibration that may be written: everything except its numbers. */
export type Plan = Located & {
  readonly dueDate: string | null;
  readonly unit: string | null;
  readonly measuredUnit: string | null;
  readonly specification: string | null;
  readonly place: PlaceFacts | null;
  readonly procedure: ProcedureFacts | null;
  readonly reference: { readonly asset: AssetFacts; readonly calibration: PriorCalibration } | null;
  readonly superseded: boolean;
  /** The calibration of the reference that counts according to the server. */
  readonly latestReference: PriorCalibration | null;
  readonly replaces: PriorCalibration | null;
  readonly warnings: readonly CalibrationWarning[];
  /** Codes of the warnings that its certificate is held for. */
  readonly heldFor: readonly string[];
};

/**
 * Visibility, permission and the units, in this order, so that a refusal reveals only what its reader may know.
 * @throws Refusal `not_found`, `ambiguous_ref`, `forbidden`; InvalidInput
 */
export function locate(checked: Checked, assets: readonly AssetFacts[], actor: PersonActor): Located {
  const { body } = checked;
  const asset = chooseAsset(assets, body.asset_ref, actor);
  assertMayEditRecordsOf(actor, asset.organization_id);
  const channel = channelOf(asset, body.channel_id ?? null, 'channel_id');
  const stated = statedUnits(body);
  assertSameUnit(stated.unit, (channel ?? asset).unit, [...stated.loc, 'unit']);
  assertSameUnit(stated.measuredUnit, (channel ?? asset).measured_unit, [...stated.loc, 'measured_unit']);
  return { checked, asset, channel };
}

/** The query about the reference of an internal calibration; `null` if there is none. */
export function referenceQuestion(
  { checked: { body }, asset, channel }: Located,
  assets: readonly AssetFacts[]
): ReferenceQuestion | null {
  const reference = referenceOf(body, asset, assets);
  if (reference === null) return null;
  return {
    assetId: reference.asset.id,
    channelId: reference.channel?.id ?? null,
    date: body.calibration_date,
    unit: statedUnits(body).unit ?? (channel ?? asset).unit
  };
}

/** All other conditions. @throws InvalidInput naming the field */
export function plan(located: Located, around: Surroundings, today: string): Plan {
  const { checked, asset, channel } = located;
  const { body } = checked;
  const stated = statedUnits(body);
  const unit = stated.unit ?? (channel ?? asset).unit;
  const reference = planReference(located, unit, around);
  const procedure = procedureOf(located, around.procedures);
  return {
    ...located,
    dueDate: dueDateWithin(body, asset),
    unit,
    measuredUnit: stated.measuredUnit ?? (channel ?? asset).measured_unit,
    specification: specificationOf(located),
    place: usable(around.places, body.calibration_location_id, asset, 'calibration_location_id'),
    procedure,
    reference: reference && { asset: reference.asset, calibration: reference.used },
    superseded: reference?.superseded ?? false,
    latestReference: reference?.latest ?? null,
    replaces: replacedBy(located, around.priors),
    warnings: [
      ...checked.warnings,
      ...warningsOf(located),
      ...plausibility(located, procedure?.environment ?? null, today),
      ...(procedure?.is_current === false ? [calibrationWarning('procedure_superseded')] : []),
      ...(procedure?.retired ? [calibrationWarning('procedure_retired')] : []),
      ...(reference?.warnings ?? [])
    ],
    heldFor: unexplained(checked, reference?.problems ?? []).map((problem) => `reference_${problem}`)
  };
}

/** As stated; else that of the asset or channel, if the calibration was judged against exactly its tolerance. */
function specificationOf({ checked: { body }, asset, channel }: Located): string | null {
  if (body.specification !== undefined) return body.specification;
  const { tolerance, specification } = channel ?? asset;
  const judged = body.analysis?.request.conformity?.tolerance;
  return judged !== undefined && canonicalJson(judged) === canonicalJson(tolerance) ? specification : null;
}

function dueDateWithin(body: CreateCalibrationBody, asset: AssetFacts): string | null {
  const due = dueDateOf(body.due_date, body.calibration_date, intervalOf(asset));
  if (due === null || due <= LAST_DATE) return due;
  throw invalidInput(
    ['body', 'calibration_date'],
    'date_too_late',
    `With the interval of ${asset.asset_id}, the due date would be ${due}; the last supported date is ${LAST_DATE}`
  );
}

function planReference(located: Located, unit: string | null, { assets, priors }: Surroundings) {
  const { body } = located.checked;
  const question = referenceQuestion(located, assets);
  if (question === null) return null;
  const of = priors.filter((c) => c.asset_id === question.assetId && c.channel_id === question.channelId);
  const copy = body.analysis && (body.analysis.request.uncertainty.reference_standard ?? null);
  const named = copy?.calibration_id;
  const asset = assets.find(({ id }) => id === question.assetId) ?? located.asset;
  const latest = latestOf(of, question);
  const checked = checkReference({
    date: question.date,
    unit,
    asset,
    latest,
    named: named === undefined ? undefined : (of.find(({ id }) => id === named) ?? null),
    copy
  });
  return { asset, latest, ...checked };
}

/** The priors are those of the whole batch, so the day and the unit select those that count here. */
const latestOf = (priors: readonly PriorCalibration[], { date, unit }: ReferenceQuestion): PriorCalibration | null =>
  priors
    .filter((c) => !c.voided && c.calibration_date <= date && c.expanded_uncertainty !== null)
    .filter((c) => unit === null || c.unit === null || c.unit === unit)
    .reduce<PriorCalibration | null>((best, c) => (best === null || isNewer(c, best) ? c : best), null);

const isNewer = (a: PriorCalibration, b: PriorCalibration): boolean =>
  a.calibration_date === b.calibration_date ? a.version > b.version : a.calibration_date > b.calibration_date;

function referenceOf(body: CreateCalibrationBody, asset: AssetFacts, assets: readonly AssetFacts[]) {
  const id = body.reference_asset_id ?? null;
  if (id === null) return null;
  const loc = ['body', 'reference_asset_id'];
  if (body.kind === 'external') {
    throw invalidInput(
      loc,
      'not_internal',
      'Omit the reference: an external calibration uses the laboratory’s certificate'
    );
  }
  if (id === asset.id) throw invalidInput(loc, 'reference_is_itself', 'An asset cannot be its own reference');
  const reference = assets.find((candidate) => candidate.id === id);
  if (reference === undefined)
    throw invalidInput(loc, 'not_found', 'Reference not found, or you do not have access to it');
  return { asset: reference, channel: channelOf(reference, body.reference_channel_id ?? null, 'reference_channel_id') };
}

function channelOf(asset: AssetFacts, channelId: string | null, field: string): ChannelFacts | null {
  if (channelId === null) {
    if (asset.channels.every(({ archived }) => archived)) return null;
    throw invalidInput(['body', field], 'missing', `${asset.asset_id} is calibrated by channel. Specify a channel`);
  }
  const channel = asset.channels.find(({ id }) => id === channelId);
  if (channel === undefined)
    throw invalidInput(['body', field], 'not_found', `${asset.asset_id} does not have this channel`);
  return channel;
}

/** The revision that was followed: the one named, else the current one. */
function procedureOf({ checked: { body }, asset }: Located, procedures: readonly ProcedureFacts[]) {
  const { procedure_id: id, procedure_revision: named } = body;
  const known = procedures.filter((procedure) => procedure.id === id && procedure.is_current);
  const current = usable(known, id, asset, 'procedure_id');
  if (current === null || !named) return current;
  const followed = procedures.find((procedure) => procedure.id === id && procedure.revision === named);
  if (followed) return followed;
  throw invalidInput(['body', 'procedure_revision'], 'not_found', 'The procedure does not have this revision');
}

/** A record of the asset's own organization, or one that belongs to all. */
function usable<R extends { readonly id: string; readonly organization_id: string | null }>(
  records: readonly R[],
  id: string | null | undefined,
  asset: AssetFacts,
  field: string
): R | null {
  if (!id) return null;
  const found = records.find((record) => record.id === id);
  if (found && (found.organization_id === null || found.organization_id === asset.organization_id)) return found;
  throw invalidInput(['body', field], 'not_found', 'Record not found in this organization');
}

function replacedBy({ checked: { body }, asset, channel }: Located, priors: readonly PriorCalibration[]) {
  const id = body.replaces_calibration_id ?? null;
  if (id === null) return null;
  const replaced = priors.find((prior) => prior.id === id);
  if (replaced?.asset_id === asset.id && replaced.channel_id === (channel?.id ?? null)) return replaced;
  throw invalidInput(
    ['body', 'replaces_calibration_id'],
    'not_found',
    'This asset or channel does not have this calibration'
  );
}

function warningsOf({ checked: { submission, result }, asset, channel }: Located): CalibrationWarning[] {
  const seen = submission.assetSeenAt;
  // An analysis without an instrument has the verdict after correction, unless the request specifies which one decides.
  const decidesCorrected = result?.conformity?.judge === 'as_left' && result.fit.model !== 'none';
  return [
    ...(asset.status === 'retired' ? [calibrationWarning('asset_retired')] : []),
    ...(channel?.archived ? [calibrationWarning('channel_archived')] : []),
    ...(decidesCorrected && !(channel ?? asset).correction_applied
      ? [calibrationWarning('correction_not_applied')]
      : []),
    ...(seen !== undefined && Date.parse(seen) !== Date.parse(asset.updated_at)
      ? [calibrationWarning('asset_changed')]
      : [])
  ];
}

function statedUnits({ analysis, coefficients_only: curve }: CreateCalibrationBody) {
  const stated = analysis?.request ?? curve;
  return {
    loc: ['body', ...(analysis ? ['analysis', 'request'] : ['coefficients_only'])],
    unit: stated?.unit || null,
    measuredUnit: stated?.measured_unit || null
  };
}

function assertSameUnit(stated: string | null, known: string | null, loc: readonly string[]): void {
  if (stated === null || !known || stated === known) return;
  throw invalidInput(loc, 'unit_mismatch', `The request uses ${stated}, but the asset is measured in ${known}`);
}
