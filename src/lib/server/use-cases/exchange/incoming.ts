/** What every format is read as: the screen, the report and the writing know nothing of where it came from. */
import type {
  ArchivedAsset,
  ArchivedCalibration,
  ArchivedLocation,
  ArchivedProcedure
} from '#lib/contracts/archive.ts';
import type { Finding } from '#lib/contracts/exchange.ts';

export type IncomingCalibration = {
  readonly path: string;
  readonly record: ArchivedCalibration;
  /** Its issued certificate, byte for byte; null where there is none. */
  readonly pdf: (() => Promise<Uint8Array>) | null;
};
export type IncomingAsset = {
  /** The entry of the archive, or the row of the table. */
  readonly path: string;
  readonly asset_id: string | null;
  /** What is wrong or worth knowing; with one of the level `error` it is refused. */
  readonly findings: readonly Finding[];
  /** Null where it could not be read at all. */
  readonly record: ArchivedAsset | null;
  readonly photo: (() => Promise<Uint8Array>) | null;
  /** Each is read when it is asked for, so that a history is never in memory as a whole. Findings come as they are met. */
  readonly calibrations: () => AsyncIterable<IncomingCalibration | Finding>;
};
/** Read twice: to look, and to do. */
export type Incoming = {
  readonly format: string;
  readonly total: number;
  readonly locations: readonly ArchivedLocation[];
  readonly procedures: readonly ArchivedProcedure[];
  readonly assets: () => AsyncIterable<IncomingAsset>;
  readonly close: () => Promise<void>;
};

/** A format that can be read: a folder each. */
export type ImportFormat = {
  readonly name: string;
  /** Whether the file looks like this format, from its beginning and its name. */
  readonly detect: (path: string) => Promise<boolean>;
  /** @throws Refusal `archive_refused` where the file as a whole cannot be read. */
  readonly read: (path: string) => Promise<Incoming>;
};

export const errorFinding = (code: string, loc: readonly string[], message: string): Finding => ({
  level: 'error',
  code,
  loc: [...loc],
  message
});
export const isFinding = (found: IncomingCalibration | Finding): found is Finding => 'level' in found;
