import type { ArchivedAsset, ArchivedCalibration } from '#lib/contracts/archive.ts';
import type { Finding } from '#lib/contracts/exchange.ts';
import { isInReview } from '#lib/records/certificate-states.ts';
import { errorFinding, warningFinding } from './incoming.ts';

const missing = (...values: readonly unknown[]): number => values.filter((value) => value === null).length;
const contradicts = (loc: readonly string[]): Finding =>
  errorFinding('contradiction', loc, 'The record contradicts itself here.');

/** What the database would refuse of an asset. */
export function faultsOfAsset(record: ArchivedAsset): readonly Finding[] {
  const faults: string[] = [];
  const { out_of_service_since: since, out_of_service_reason: reason, out_of_service_until: until } = record;
  if ((since === null) !== (reason === null) || (until !== null && since === null)) faults.push('out_of_service_since');
  if ((record.status === 'retired') !== (record.retired_at !== null)) faults.push('retired_at');
  if (record.retired_at === null && (record.retired_reason !== null || record.retired_by !== null))
    faults.push('retired_reason');
  if (missing(record.calibration_interval_days, record.calibration_interval_months) === 0)
    faults.push('calibration_interval_days');
  [record, ...record.channels].forEach((part, i) => {
    const of = i === 0 ? '' : `channels.${i - 1}.`;
    if (
      missing(part.signal_min, part.signal_max) === 1 ||
      (part.signal_min !== null && part.signal_min === part.signal_max)
    )
      faults.push(`${of}signal_min`);
  });
  const ids = [record.id, ...record.channels.map(({ id }) => id), ...record.tasks.map(({ id }) => id)];
  if (new Set(ids).size < ids.length) faults.push('id');
  const channels = new Set(record.channels.map(({ id }) => id));
  if (record.tasks.some(({ channel_id }) => channel_id !== null && !channels.has(channel_id))) faults.push('tasks');
  return faults.map((loc) => contradicts(loc.split('.')));
}

/** What is in review needs a second person, and in which state it is follows from what was said last. */
function isReviewStateOf({ state, release, review }: NonNullable<ArchivedCalibration['certificate']>): boolean {
  const isReturned = review.at(-1)?.kind === 'returned';
  if (isInReview(state)) return release === 'second_person' && isReturned === (state === 'returned');
  return release === 'second_person' || review.length === 0;
}

/** What the database would refuse of a calibration, and what is not of this asset. */
export function faultsOfCalibration(
  record: ArchivedCalibration,
  asset: ArchivedAsset,
  path: string,
  hasPdf: boolean
): readonly Finding[] {
  const faults: string[] = [];
  const { certificate } = record;
  if (record.asset_id !== asset.id) faults.push('asset_id');
  if (record.channel_id !== null && !asset.channels.some(({ id }) => id === record.channel_id))
    faults.push('channel_id');
  if (![0, 3].includes(missing(record.voided_at, record.voided_by_name, record.voided_by_role)))
    faults.push('voided_at');
  if (![0, 3].includes(missing(record.reviewed_at, record.reviewed_by_name, record.reviewed_by_role)))
    faults.push('reviewed_at');
  if (record.kind === 'external' && missing(record.lab_name, record.lab_certificate_number) > 0)
    faults.push('lab_name');
  if (record.procedure_revision !== null && record.procedure_id === null) faults.push('procedure_revision');
  if (record.reference_asset_id === null && missing(record.reference_channel_id, record.reference_calibration_id) < 2)
    faults.push('reference_asset_id');
  if (record.received_on !== null && record.received_on > record.calibration_date) faults.push('received_on');
  const places = new Set(record.points.map(({ role, position }) => `${role}:${position}`));
  if (places.size < record.points.length) faults.push('points');
  for (const role of new Set(record.points.map((point) => point.role)))
    if (!places.has(`${role}:0`)) faults.push('points');
  if (certificate !== null) {
    const kept = missing(
      certificate.kept_at,
      certificate.kept_by_name,
      certificate.kept_by_role,
      certificate.kept_reason
    );
    if (![0, 4].includes(kept)) faults.push('certificate.kept_at');
    if ((certificate.state === 'held') !== (certificate.held_for.length > 0 && certificate.kept_at === null))
      faults.push('certificate.held_for');
    if (!isReviewStateOf(certificate)) faults.push('certificate.release');
    if (certificate.kept_at !== null && certificate.held_for.length === 0) faults.push('certificate.held_for');
    if (certificate.state === 'issued' && missing(certificate.sha256, certificate.issued_at) > 0)
      faults.push('certificate.sha256');
  }
  const lost: readonly Finding[] =
    certificate?.state === 'issued' && !hasPdf
      ? [warningFinding('certificate_missing', [path], 'The file of its certificate is not in the archive.')]
      : [];
  return [...faults.map((loc) => contradicts([path, ...loc.split('.')])), ...lost];
}
