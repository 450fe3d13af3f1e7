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
export const photoPath = (assetId: string, sha256: string): string =>
  `${folderOf(assetId)}/files/${sha256.slice(0, 12)}-photo.webp`;
