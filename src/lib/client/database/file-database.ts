/**
 * One user's files on this device: photos of assets and files of records. A database of its own: what is here is also on the
 * server, so it may be emptied at any time, and the queue is never in its way.
 */
import { Dexie, type Table } from 'dexie';
import type { Attachment } from '#lib/contracts/attachments.ts';

/** A record that has files. */
export type HolderId = `${'asset' | 'procedure' | 'calibration'}:${string}`;
/** A file of a record as the server lists it; its address expires, so it is not stored. */
export type KnownFile = Omit<Attachment, 'url'>;
export type HolderRow = {
  readonly id: HolderId;
  /** The photo of an asset: its id changes with it. */
  readonly photo: string | null;
  /** Null until they have been listed. */
  readonly files: readonly KnownFile[] | null;
  /** The contents of both. */
  readonly keys: readonly string[];
  /** What somebody chose to keep that includes this record: itself, or the assets whose procedure it is. */
  readonly kept_for: readonly HolderId[];
};
/** A stored content; its key is the SHA-256 of a file, or the id of a photo. */
export type ContentRow = { readonly key: string; readonly bytes: number; readonly used_at: number };

const nameOf = (userId: string) => `plumbline.files-${userId}`;

export class FileDatabase extends Dexie {
  declare readonly holders: Table<HolderRow, HolderId>;
  declare readonly contents: Table<ContentRow, string>;
  /** Apart from what is known of them: reading the list does not touch the bytes. */
  declare readonly bytes: Table<{ readonly key: string; readonly blob: Blob }, string>;

  constructor(readonly userId: string) {
    super(nameOf(userId));
    this.version(1).stores({ holders: 'id, *keys, *kept_for', contents: 'key', bytes: 'key' });
    // Another tab removes it at sign-out: a download that ends after that must not create it anew.
    this.on('versionchange', () => {
      this.close({ disableAutoOpen: true });
      return false;
    });
  }
}

export const removeFileDatabase = (userId: string): Promise<void> => Dexie.delete(nameOf(userId));
/** Whether there is one; looking creates none. */
export const hasFileDatabase = (userId: string): Promise<boolean> => Dexie.exists(nameOf(userId));

/** The contents that a record needs. */
export const keysOf = ({ photo, files }: Pick<HolderRow, 'photo' | 'files'>): readonly string[] => [
  ...new Set([...(photo === null ? [] : [photo]), ...(files ?? []).map(({ sha256 }) => sha256)])
];
