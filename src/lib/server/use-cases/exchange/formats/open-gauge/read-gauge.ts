import { archivedAssetSchema, archivedCalibrationSchema } from '#lib/contracts/archive.ts';
import type { Finding } from '#lib/contracts/exchange.ts';
import type { ZipEntry } from '#lib/server/archive/zip-entries.ts';
import type { ZipReader } from '#lib/server/archive/zip-reader.ts';
import {
  errorFinding,
  warningFinding,
  type IncomingAsset,
  type IncomingCalibration,
  type IncomingFile
} from '../../incoming.ts';
import { findingsOf } from '../shape-findings.ts';
import { assetOf, channelName, keepsChannels } from './asset-in.ts';
import { calibrationOf, type Belonging } from './calibration-in.ts';
import type { GaugeFolder } from './entries.ts';
import { instantOf } from './instants.ts';
import { measuringOf, NO_MEASURING } from './measuring.ts';
import { filesOfAsset, fileOf } from './media.ts';
import { openGaugeSchema, unknownKeys, type GaugeCalibration, type OpenGauge } from '#lib/contracts/open-gauge.ts';
import { versionsOf } from './versions.ts';

const KNOWN_VERSION = 1;

/** One asset with its history, as every import reads it. @param identifiers what assets are called here */
export async function readGauge(
  zip: ZipReader,
  folder: GaugeFolder,
  source: unknown,
  identifiers: ReadonlyMap<string, string>
): Promise<IncomingAsset> {
  const path = folder.record.name;
  const none = { path, asset_id: null, record: null, photo: null, calibrations: nothing };
  const parsed = openGaugeSchema.safeParse(source);
  if (!parsed.success) return { ...none, findings: findingsOf(parsed.error) };
  const gauge = parsed.data;
  const { record, differ } = assetOf(gauge, identifiers.get(gauge.asset.asset_id) ?? gauge.asset.asset_id);
  const valid = archivedAssetSchema.safeParse({ ...record, files: [] });
  if (!valid.success) return { ...none, asset_id: record.asset_id, findings: findingsOf(valid.error) };
  const { files, findings, photo } = await filesOfAsset(zip, folder, gauge);
  return {
    path,
    asset_id: record.asset_id,
    record,
    findings: [...renamed(gauge, record.asset_id), ...remarks(gauge, source, differ), ...findings],
    photo: photo && (() => zip.read(photo)),
    files,
    calibrations: () => history(zip, folder, gauge, record)
  };
}

/** Says that an asset is called otherwise here. */
function renamed({ asset: { asset_id: origin } }: OpenGauge, identifier: string): readonly Finding[] {
  if (origin === identifier) return [];
  const shown = origin.slice(0, 200);
  const message = `“${shown}” cannot be an identifier here: the asset is imported as ${identifier}. The original is kept as an attribute.`;
  return [{ ...warningFinding('asset_id_changed', ['asset_id', shown], message), suggestion: identifier }];
}

function remarks(gauge: OpenGauge, source: unknown, differ: boolean): readonly Finding[] {
  const version = gauge.export_format_version;
  const unknown = unknownKeys(source);
  const findings: Finding[] = [];
  if (version !== KNOWN_VERSION) {
    const message = `Version ${version} of the format is unknown. Check the imported values.`;
    findings.push(warningFinding('format_version', ['export_format_version'], message));
  }
  if (unknown.length > 0) {
    const message = `Not read, because these fields are not known here: ${unknown.slice(0, 20).join(', ')}.`;
    findings.push({ level: 'info', code: 'fields_unknown', loc: unknown.slice(0, 20), message });
  }
  if (differ) {
    const message = 'The channels have different intervals. The asset gets the shortest; all are kept as attributes.';
    findings.push(warningFinding('intervals_differ', ['sensor_channels'], message));
  }
  return findings;
}

async function* history(
  zip: ZipReader,
  { record: { name: path }, media }: GaugeFolder,
  gauge: OpenGauge,
  asset: Belonging['asset']
): AsyncGenerator<IncomingCalibration | Finding> {
  const keeps = keepsChannels(gauge);
  const calibrations = gauge.calibrations ?? [];
  const versions = versionsOf(calibrations, ({ channel_id }) => (keeps ? (channel_id ?? '') : ''));
  const channels = (gauge.sensor_channels ?? []).map((channel, i) => ({ channel, name: channelName(channel, i) }));
  for (const [i, source] of calibrations.entries()) {
    const place = `${path}#calibrations[${i}]`;
    const own = channels.find(({ name }) => !keeps || name === source.channel_id);
    if (keeps && own === undefined) {
      yield errorFinding('channel_unknown', [place, 'channel_id'], 'The asset does not have this channel.');
      continue;
    }
    const channelHistory = calibrations.filter(({ channel_id }) => !keeps || channel_id === source.channel_id);
    const record = calibrationOf(source, {
      asset,
      origin: gauge.asset.asset_id,
      channel: keeps ? (own?.name ?? null) : null,
      measuring: own ? measuringOf(own.channel, channelHistory).measuring : NO_MEASURING,
      version: versions[i] ?? i + 1
    });
    const valid = archivedCalibrationSchema.safeParse({ ...record, files: [] });
    if (!valid.success) {
      yield* findingsOf(valid.error, place);
      continue;
    }
    if (hasLostCurve(source) && record.curve === null) {
      const message = 'Its curve has no uncertainty and is kept only with the original numbers.';
      yield warningFinding('curve_left_out', [place], message);
    }
    const document = certificateEntry(media, i);
    const file = document && (await documentOf(zip, document, source, gauge.asset.asset_id, record.recorded_at));
    if (file && 'level' in file) yield file;
    if (source.has_certificate_file && document === undefined)
      yield warningFinding('file_missing', [place], 'The certificate of this calibration is not in the archive.');
    yield { path: place, record, pdf: null, files: file && !('level' in file) ? [file] : [] };
  }
}

const hasLostCurve = ({ data_points, poly_coefficients }: GaugeCalibration): boolean =>
  (data_points?.length ?? 0) > 0 || (poly_coefficients?.length ?? 0) > 0;

/** `media/calibrations/NNN/certificate.pdf`, where NNN is the place in the list, from 1. */
const certificateEntry = (media: ReadonlyMap<string, ZipEntry>, index: number): ZipEntry | undefined =>
  [3, 1, 2, 4]
    .map((digits) => media.get(`media/calibrations/${String(index + 1).padStart(digits, '0')}/certificate.pdf`))
    .find((entry) => entry !== undefined);

function documentOf(
  zip: ZipReader,
  entry: ZipEntry,
  { external_lab_certificate_number: number, performed_by_name: by }: GaugeCalibration,
  assetId: string,
  at: string
): Promise<IncomingFile | Finding> {
  const name = `${number ? `${number.slice(0, 100)} ` : ''}certificate.pdf`;
  return fileOf(zip, entry, name, { assetId, at: instantOf(at) ?? at, by });
}

async function* nothing(): AsyncGenerator<IncomingCalibration> {
  yield* [];
}
