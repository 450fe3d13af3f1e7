/**
 * Versions and certificate numbers: the next ones, or, for a calibration that is sent again after older data were
 * restored, its previous ones, unless another has them now.
 */
import { certificateNumber, seriesOf, type CertificateSeries } from '#lib/laboratory/certificate-number.ts';
import type { AuditEvent } from '#lib/server/db/audit.ts';
import {
  keepCertificateNumbers,
  keepVersions,
  takeCertificateNumbers,
  takeVersions,
  type VersionKey
} from '#lib/server/db/counters.ts';
import type { Tx } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import type { Plan } from './plan-calibration.ts';
import type { Submission } from './submission.ts';

export type Versioned = { readonly plan: Plan; readonly version: number };

const keyOf = ({ asset, channel }: Plan): VersionKey => ({ assetId: asset.id, channelId: channel?.id ?? null });

/** @returns the versions, in the order of the plans. */
export async function versionsOf(tx: Tx, plans: readonly Plan[]): Promise<number[]> {
  const versions = new Map<Plan, number>();
  const numbered = plans.flatMap((plan) => {
    const version = plan.checked.submission.reported?.version;
    return version === undefined ? [] : [{ plan, key: keyOf(plan), version }];
  });
  if (numbered.length > 0) {
    const kept = await keepVersions(tx, numbered, plans.map(keyOf));
    numbered.forEach(({ plan, version }, i) => kept[i] && versions.set(plan, version));
  }
  const fresh = plans.filter((plan) => !versions.has(plan));
  const taken = fresh.length > 0 ? await takeVersions(tx, fresh.map(keyOf)) : [];
  fresh.forEach((plan, i) => versions.set(plan, taken[i] ?? 0));
  return plans.map((plan) => versions.get(plan) ?? 0);
}

/** @returns the certificate numbers of one organization's calibrations, in their order. */
export async function certificateNumbersOf(
  tx: Tx,
  { today }: Pick<Services, 'today'>,
  organizationId: string,
  group: readonly Versioned[]
): Promise<string[]> {
  const seriesOfPlan = ({ checked: { body } }: Plan): CertificateSeries => seriesOf(body.kind);
  const numbers = group.flatMap(({ plan }) => {
    const number = plan.checked.submission.reported?.certificateNumber;
    return number === undefined ? [] : [{ number, series: seriesOfPlan(plan) }];
  });
  const free = new Set(numbers.length > 0 ? await keepCertificateNumbers(tx, organizationId, numbers) : []);
  // A free number is used only once.
  const kept = group.map(({ plan }) => {
    const number = plan.checked.submission.reported?.certificateNumber;
    return number !== undefined && free.delete(number) ? number : null;
  });
  const missing = group.flatMap(({ plan }, i) => (kept[i] === null ? [plan] : []));
  const year = Number(today().slice(0, 4));
  const next = new Map<CertificateSeries, number>();
  for (const series of ['certificate', 'external'] as const) {
    const count = missing.filter((plan) => seriesOfPlan(plan) === series).length;
    if (count > 0) next.set(series, await takeCertificateNumbers(tx, organizationId, { year, series }, count));
  }
  const fresh = (plan: Plan): string => {
    const series = seriesOfPlan(plan);
    const sequence = next.get(series) ?? 0;
    next.set(series, sequence + 1);
    return certificateNumber(plan.asset.organization.certificate_prefix, series, year, sequence);
  };
  return group.map(({ plan }, i) => kept[i] ?? fresh(plan));
}

/** The audit log entry. */
export function happened(
  { reported }: Submission,
  has: { readonly version: number; readonly certificateNumber: string }
): Pick<AuditEvent, 'action' | 'changes'> {
  if (reported === undefined) return { action: 'calibration.created' };
  const version = reported.version === has.version ? {} : { version: { old: reported.version, new: has.version } };
  const number =
    reported.certificateNumber === has.certificateNumber
      ? {}
      : { certificate_number: { old: reported.certificateNumber, new: has.certificateNumber } };
  return { action: 'calibration.recorded_again', changes: { ...version, ...number } };
}
