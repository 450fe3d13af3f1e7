import { Refusal } from '#lib/laboratory/refusal.ts';

const MIB = 1024 ** 2;
/** How much of an archive is looked at: more is refused before anything is unpacked. */
export const ZIP_LIMITS = {
  /**
   * A laboratory with 10 000 assets and 100 000 calibrations has 210 000 records and certificates in its archive, and photos and files
   * besides: 200 000 would refuse what the export writes.
   */
  entries: 300_000,
  /** Bytes of all entries, unpacked. */
  unpacked: 4096 * MIB,
  /** Unpacked to packed; no bomb is that small, so little of it is not compared. */
  ratio: 10,
  ratioFrom: 16 * MIB,
  /** One record. */
  text: 16 * MIB,
  /** The list of all files: 16 MiB, as of one record, would be used up by 70 000 entries; this is 335 bytes for each of them all. */
  manifest: 96 * MIB,
  /** Any other file. */
  file: 50 * MIB,
  directory: 128 * MIB,
  nameBytes: 500
} as const;

/** What is allowed of an archive as a whole; other kinds of archives may have their own. */
export type ZipBounds = {
  readonly entries: number;
  readonly unpacked: number;
  readonly ratio: number;
};

/** Says of which entry it is. */
export const refusedEntry = (name: string, why: string): Refusal =>
  new Refusal('archive_refused', `${shown(name)}: ${why}`, { entry: shown(name) });
export const refusedArchive = (why: string): Refusal => new Refusal('archive_refused', why);

/** A name in an error: nothing of it steers a terminal or fills a page. */
const shown = (name: string): string => name.replace(/[\p{Cc}\p{Cf}]/gu, '?').slice(0, 200);
