/** The paths in an archive of assets. */
export const ARCHIVE_FORMAT = 'plumbline-assets';
export const ARCHIVE_VERSION = 1;
export const MANIFEST = 'manifest.json';
export const LOCATIONS = 'locations.json';
export const PROCEDURES = 'procedures.json';
/** For spreadsheets; never imported. */
export const TWINS = ['assets.csv', 'channels.csv', 'calibrations.csv', 'points.csv'] as const;
export type Twin = (typeof TWINS)[number];

/** Identifiers are used as folder names, except those that consist only of dots. */
export const folderOf = (assetId: string): string =>
  `assets/${/^\.+$/.test(assetId) ? assetId.replaceAll('.', '%2E') : assetId}`;
export const assetPath = (assetId: string): string => `${folderOf(assetId)}/asset.json`;
/** Without the extension: `.json` for the record, `.pdf` for its certificate. */
export const calibrationPath = (assetId: string, channelId: string | null, version: number): string =>
  `${folderOf(assetId)}/calibrations/${channelId ?? '-'}/v${version}`;
/** In folders of this name beside the records: files of the assets, their calibrations and their procedures. */
export const assetFilePath = (assetId: string, file: ArchivedName): string =>
  `${folderOf(assetId)}/files/${fileName(file)}`;
export const calibrationFilePath = (calibration: string, file: ArchivedName): string =>
  `${calibration}/${fileName(file)}`;
export const procedureFilePath = (procedureId: string, file: ArchivedName): string =>
  `procedures/${procedureId}/${fileName(file)}`;
/** Entries that are such a file: they are kept as they are and never unpacked. */
export const isFilePath = (path: string): boolean =>
  /^(assets\/[^/]+\/(files|calibrations\/[^/]+\/v\d{1,9})|procedures\/[^/]+)\/[0-9a-f]{12}-[^/]+$/.test(path) &&
  !path.endsWith('-photo.webp');
type ArchivedName = { readonly sha256: string; readonly name: string };

/** Long enough to be told apart, short enough for the longest path. */
const NAME_LENGTH = 80;
/** A name as an entry may have it; the record keeps the true one. */
function fileName({ sha256, name }: ArchivedName): string {
  const plain = [...name.normalize('NFC').replace(/[\p{Cc}\p{Cf}\p{Cs}/\\:]/gu, '_')];
  const short = plain.length > NAME_LENGTH ? [...plain.slice(0, NAME_LENGTH - 10), ...plain.slice(-10)] : plain;
  const isPhoto = name.toLowerCase().endsWith('photo.webp');
  return `${sha256.slice(0, 12)}-${isPhoto ? `${short.join('').slice(0, -5)}_.webp` : short.join('')}`;
}

export const photoPath = (assetId: string, sha256: string): string =>
  `${folderOf(assetId)}/files/${sha256.slice(0, 12)}-photo.webp`;
