import { createHash } from 'node:crypto';
import { ATTACHMENT_TYPES } from '#lib/contracts/attachments.ts';
import type { Finding } from '#lib/contracts/exchange.ts';
import type { ZipEntry } from '#lib/server/archive/zip-entries.ts';
import type { ZipReader } from '#lib/server/archive/zip-reader.ts';
import { endingOf, safeName } from '#lib/server/use-cases/attachments/file-name.ts';
import { errorFinding, warningFinding, type IncomingFile } from '../../incoming.ts';
import { SYSTEM_NAME } from './asset-in.ts';
import type { GaugeFolder } from './entries.ts';
import { gaugeId } from './identity.ts';
import { instantOf } from './instants.ts';
import type { OpenGauge } from '#lib/contracts/open-gauge.ts';

const PHOTO = /^media\/picture\.(png|jpe?g|webp|gif)$/i;

type Origin = { readonly assetId: string; readonly at: string; readonly by?: string | null | undefined };

/** A file of an archive, if its kind is accepted here; read now, since only its bytes have its hash. */
export async function fileOf(
  zip: ZipReader,
  entry: ZipEntry,
  givenName: string,
  { assetId, at, by }: Origin
): Promise<IncomingFile | Finding> {
  const name = shortened(safeName(givenName.replace(/\p{C}/gu, '_')));
  const ending = endingOf(name);
  if (ending === null || entry.size === 0)
    return warningFinding('file_left_out', [entry.name], `Files like ${name} are not kept, so it is omitted.`);
  const sha256 = createHash('sha256')
    .update(await zip.read(entry))
    .digest('hex');
  const record = {
    id: gaugeId('file', assetId, entry.name),
    name,
    media_type: ATTACHMENT_TYPES[ending],
    bytes: entry.size,
    sha256,
    created_at: at,
    uploaded_by: null,
    uploaded_by_name: (by || SYSTEM_NAME).slice(0, 200),
    uploaded_by_role: 'technician' as const
  };
  return { path: entry.name, record, read: () => zip.read(entry), isOptional: true };
}

const shortened = (name: string): string => (name.length > 200 ? name.slice(0, 150) + name.slice(-50) : name);

/** Picture, data sheet and drawings of an asset, and the files in its list. */
export async function filesOfAsset(
  zip: ZipReader,
  { record: { name: path }, media }: GaugeFolder,
  gauge: OpenGauge
): Promise<{
  readonly files: readonly IncomingFile[];
  readonly findings: readonly Finding[];
  readonly photo: ZipEntry | null;
}> {
  const { asset_id: assetId } = gauge.asset;
  const at = instantOf(gauge.asset.updated_at) ?? instantOf(gauge.exported_at) ?? '2000-01-01T00:00:00.000Z';
  const files: IncomingFile[] = [];
  const findings: Finding[] = [];
  const left = new Map([...media].filter(([name]) => !name.startsWith('media/calibrations/')));
  const photo = [...left].find(([name]) => PHOTO.test(name));
  if (photo) left.delete(photo[0]);
  const keep = async (entry: ZipEntry, name: string, when: string) => {
    const file = await fileOf(zip, entry, name, { assetId, at: when });
    if ('level' in file) findings.push(file);
    else files.push(file);
  };
  for (const listed of [...(gauge.files ?? []), ...(gauge.cad_files ?? [])]) {
    const name = listed.media_path ?? '';
    const entry = left.get(name) ?? left.get(`media/${name}`);
    if (entry === undefined) {
      const label = listed.original_filename ?? name;
      findings.push(warningFinding('file_missing', [path, 'files'], `The file ${label} is not in the archive.`));
      continue;
    }
    left.delete(entry.name.slice(entry.name.indexOf('media/')));
    await keep(entry, listed.original_filename || (name.split('/').at(-1) ?? name), instantOf(listed.created_at) ?? at);
    const sha256 = files.at(-1)?.path === entry.name ? files.at(-1)?.record.sha256 : null;
    if (listed.checksum_sha256 && sha256 && listed.checksum_sha256.toLowerCase() !== sha256)
      findings.push(errorFinding('file_differs', [entry.name], 'Its contents differ from the record.'));
  }
  for (const [name, entry] of left) await keep(entry, name.split('/').at(-1) ?? name, at);
  return { files, findings, photo: photo?.[1] ?? null };
}
