import { certificateNumber, seriesOf, type CertificateSeries } from '#lib/laboratory/certificate-number.ts';
import { takeCertificateNumbers, takeVersions } from '#lib/server/db/counters.ts';
import type { Writing } from './apply.ts';
import type { IncomingCalibration } from './incoming.ts';

/** Gives calibrations that are recorded by this import their version and number, as others get them. */
export async function numberNew(
  { tx, services, mapping, certificatePrefix }: Writing,
  batch: readonly IncomingCalibration[]
): Promise<readonly IncomingCalibration[]> {
  const fresh = batch.filter(({ isNew }) => isNew).map(({ record }) => record);
  if (fresh.length === 0) return batch;
  const keys = fresh.map(({ asset_id, channel_id }) => ({
    assetId: mapping.ids.get(asset_id) ?? asset_id,
    channelId: channel_id
  }));
  const versions = await takeVersions(tx, keys);
  const year = Number(services.today().slice(0, 4));
  const next = new Map<CertificateSeries, number>();
  for (const series of new Set(fresh.map(({ kind }) => seriesOf(kind)))) {
    const count = fresh.filter(({ kind }) => seriesOf(kind) === series).length;
    next.set(series, await takeCertificateNumbers(tx, mapping.organizationId, { year, series }, count));
  }
  const made = new Map<string, IncomingCalibration['record']>();
  for (const [i, record] of fresh.entries()) {
    const series = seriesOf(record.kind);
    const sequence = next.get(series) ?? 0;
    next.set(series, sequence + 1);
    const certificate_number = certificateNumber(certificatePrefix, series, year, sequence);
    const version = versions[i] ?? 1;
    const context = record.certificate_context as { readonly calibration: object };
    made.set(record.id, {
      ...record,
      version,
      certificate_number,
      certificate_context: { ...context, certificate_number, calibration: { ...context.calibration, version } }
    });
  }
  return batch.map((one) => ({ ...one, record: made.get(one.record.id) ?? one.record }));
}
