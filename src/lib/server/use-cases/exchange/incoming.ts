/** What every format is read as: the screen, the report and the writing know nothing of where it came from. */
import type {
  ArchivedAsset,
  ArchivedCalibration,
  ArchivedFile,
  ArchivedLocation,
  ArchivedProcedure
} from '#lib/contracts/archive.ts';
import type {
  Correction,
  Finding,
  ImportAction,
  ImportRow,
  SheetMapping,
  TableReport
} from '#lib/contracts/exchange.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

/** A file kept with a record. */
export type IncomingFile = {
  /** The entry of the archive. */
  readonly path: string;
  readonly record: ArchivedFile;
  readonly read: () => Promise<Uint8Array>;
  /** Left out with a warning where it would not be accepted as an upload; others are an error. */
  readonly isOptional?: boolean;
};
export type IncomingCalibration = {
  readonly path: string;
  readonly record: ArchivedCalibration;
  /** Its issued certificate, byte for byte; null where there is none. */
  readonly pdf: (() => Promise<Uint8Array>) | null;
  readonly files?: readonly IncomingFile[];
  /** It is recorded by this import: version and number are the next ones here. */
  readonly isNew?: true;
};
export type IncomingAsset = {
  /** Entry of the archive or row of the table. */
  readonly path: string;
  readonly asset_id: string | null;
  /** What is wrong or worth knowing; with one of the level `error` it is refused. */
  readonly findings: readonly Finding[];
  /** Null where it could not be read at all. */
  readonly record: ArchivedAsset | null;
  readonly photo: (() => Promise<Uint8Array>) | null;
  readonly files?: readonly IncomingFile[];
  /** The only columns that change where the asset exists; by default all of them. */
  readonly changes?: readonly string[];
  /** Its ids were made for this import: nothing else has them. */
  readonly hasNewIds?: true;
  /** Each is read when it is asked for, so that a history is never in memory as a whole. Findings come as they are met. */
  readonly calibrations: () => AsyncIterable<IncomingCalibration | Finding>;
};
/** Read twice: to look, and to do. */
export type Incoming = {
  readonly format: string;
  readonly total: number;
  readonly locations: readonly ArchivedLocation[];
  readonly procedures: readonly ArchivedProcedure[];
  /** The files of procedures, by their ids. */
  readonly procedureFiles?: ReadonlyMap<string, readonly IncomingFile[]>;
  /** Its ids are made up: a location or procedure of the same name that is there is the same one. */
  readonly matchesByName?: boolean;
  readonly assets: () => AsyncIterable<IncomingAsset>;
  readonly close: () => Promise<void>;
  /** Of a table, whose rows do not depend on each other. */
  readonly table?: IncomingTable;
};
export type IncomingTable = {
  readonly report: Omit<TableReport, 'can_leave_out'>;
  /** The cells of a row. */
  readonly cellsOf: (path: string) => readonly string[];
  /** A table of the rows that are refused, with the reasons: it can be imported again. */
  readonly refused: (rows: readonly ImportRow[]) => string;
  /** What remains to be done where only some rows are imported. */
  readonly only: (actions: ReadonlyMap<string, ImportAction>) => Pick<Incoming, 'locations'>;
};

/** Who reads a file, and how a table in it is read. */
export type Reading = {
  readonly services: Services;
  readonly actor: PersonActor;
  readonly organizationId: string;
  readonly mapping: SheetMapping;
  readonly corrections: readonly Correction[];
};

/** A format that can be read: a folder each. */
export type ImportFormat = {
  readonly name: string;
  /** Whether the file looks like this format, from its beginning and its name. */
  readonly detect: (path: string) => Promise<boolean>;
  /** @throws Refusal `archive_refused` where the file as a whole cannot be read. */
  readonly read: (path: string, reading: Reading) => Promise<Incoming>;
};

export const errorFinding = (code: string, loc: readonly string[], message: string): Finding => ({
  level: 'error',
  code,
  loc: [...loc],
  message
});
export const warningFinding = (code: string, loc: readonly string[], message: string): Finding => ({
  ...errorFinding(code, loc, message),
  level: 'warning'
});
export const isFinding = (found: IncomingCalibration | Finding): found is Finding => 'level' in found;
