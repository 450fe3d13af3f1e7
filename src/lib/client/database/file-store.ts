import { chooseRemoved, fileBudget, type Estimate, type StoredContent } from './file-budget.ts';
import { isFull, writeOnceFreed } from './is-full.ts';
import { keysOf, type FileDatabase, type HolderId, type HolderRow } from './file-database.ts';

/** `unlisted`: no record on this device names it any more. `failed`: the browser stored nothing, for another reason. */
export type Stored = 'stored' | 'no_room' | 'unlisted' | 'failed';
export type Usage = {
  readonly budget: number;
  /** What somebody chose to keep, and what was opened. */
  readonly kept: Amount;
  readonly opened: Amount;
};
export type Amount = { readonly files: number; readonly bytes: number };
type Ports = { readonly now: () => number; readonly estimate: () => Promise<Estimate | null> };

/** The files of a device: whole contents, each in one transaction, within the budget (file-budget.ts). */
export class FileStore {
  constructor(
    readonly database: FileDatabase,
    readonly ports: Ports
  ) {}

  /** Records what the server says that a record has. What nothing names any more is removed. */
  async note(id: HolderId, news: Partial<Pick<HolderRow, 'photo' | 'files'>>): Promise<void> {
    await this.#change(async () => {
      const { holders } = this.database;
      const before = (await holders.get(id)) ?? { id, photo: null, files: null, keys: [], kept_for: [] };
      const after = { ...before, ...news };
      const keys = keysOf(after);
      await holders.put({ ...after, keys });
      await this.#dropUnnamed(before.keys.filter((key) => !keys.includes(key)));
    });
  }

  /** A content, and notes that it was used; null if it is not here, or cannot be read any more. */
  async open(key: string): Promise<Blob | null> {
    const { contents, bytes } = this.database;
    const [row, stored] = await Promise.all([contents.get(key), bytes.get(key)]);
    if (row === undefined || stored === undefined) return null;
    const { blob } = stored;
    const isWhole = blob.size === row.bytes && (await isReadable(blob));
    if (!isWhole) await this.#change(() => this.#drop([key]));
    // If not even that can be written, the content is here all the same.
    else await contents.update(key, { used_at: this.ports.now() }).catch(() => 0);
    return isWhole ? blob : null;
  }

  /** Stores a whole content, if there is room: what was opened longest ago makes it, what somebody chose to keep does not. */
  async put(key: string, blob: Blob): Promise<Stored> {
    try {
      return await this.#put(key, blob);
    } catch (error) {
      if (!isFull(error)) return 'failed';
    }
    // The browser grants less than it said. Space is free again only after the transaction that frees it.
    if ((await this.free(blob.size, { alsoKept: false })) < blob.size) return 'no_room';
    return writeOnceFreed(() => this.#put(key, blob)).catch((error: unknown) => (isFull(error) ? 'no_room' : 'failed'));
  }

  /** Keeps what these records have for as long as there is room, as parts of `root`; its former parts are no longer. */
  async keep(root: HolderId, parts: readonly HolderId[]): Promise<void> {
    await this.#change(async () => {
      const former = (await this.#partsOf(root)).filter(({ id }) => !parts.includes(id));
      await this.#part(root, former, { stays: true });
      for (const id of parts) {
        const row = await this.database.holders.get(id);
        const kept_for = [...new Set([...(row?.kept_for ?? []), root])];
        await this.database.holders.put({ id, photo: null, files: null, keys: [], ...row, kept_for });
      }
    });
  }

  /** Lets go of what was kept as `root`: it leaves the device, unless it is kept as part of something else as well. */
  async release(root: HolderId): Promise<void> {
    await this.#change(async () => this.#part(root, await this.#partsOf(root), { stays: false }));
  }

  /** These records are gone from the device, and with them what they alone name. */
  async forget(ids: readonly HolderId[]): Promise<void> {
    if (ids.length === 0) return;
    await this.#change(async () => {
      const { holders } = this.database;
      const rows = (await holders.bulkGet([...ids])).filter((row) => row !== undefined);
      for (const { id } of rows) await this.#part(id, await this.#partsOf(id), { stays: true });
      await holders.bulkDelete(rows.map(({ id }) => id));
      await this.#dropUnnamed(rows.flatMap(({ keys }) => keys));
    });
  }

  /** Frees space; @returns how many bytes. */
  free(needed: number, { alsoKept }: { readonly alsoKept: boolean }): Promise<number> {
    return this.#change(async () => {
      const { keys, bytes } = chooseRemoved(await this.#held(), needed, { alsoKept });
      await this.#drop(keys);
      return bytes;
    });
  }

  /** Removes what exceeds the budget: the browser may grant less than before, or work may need more. */
  async trim(): Promise<void> {
    const { budget, kept, opened } = await this.usage();
    const excess = kept.bytes + opened.bytes - budget;
    if (excess > 0) await this.free(excess, { alsoKept: true });
  }

  /** Removes the files that were only opened. */
  async removeOpened(): Promise<void> {
    await this.#change(async () => {
      const { holders } = this.database;
      await this.#drop((await this.#held()).filter(({ kept }) => !kept).map(({ key }) => key));
      await holders.bulkDelete((await holders.toArray()).filter(isOpened).map(({ id }) => id));
    });
  }

  async removeAll(): Promise<void> {
    const { holders, contents, bytes } = this.database;
    await this.#change(() => Promise.all([holders.clear(), contents.clear(), bytes.clear()]));
  }

  async usage(): Promise<Usage> {
    const stored = await this.database.transaction('r', this.database.holders, this.database.contents, () =>
      this.#held()
    );
    const amount = (of: readonly StoredContent[]) => ({ files: of.length, bytes: total(of) });
    return {
      budget: fileBudget(await this.ports.estimate(), total(stored)),
      kept: amount(stored.filter(({ kept }) => kept)),
      opened: amount(stored.filter(({ kept }) => !kept))
    };
  }

  async #put(key: string, blob: Blob): Promise<Stored> {
    const estimate = await this.ports.estimate();
    return this.#change(async () => {
      const { holders, contents, bytes } = this.database;
      if ((await holders.where('keys').equals(key).count()) === 0) return 'unlisted';
      const others = (await this.#held()).filter((content) => content.key !== key);
      const excess = total(others) + blob.size - fileBudget(estimate, total(others));
      const removed = chooseRemoved(others, excess, { alsoKept: false });
      if (removed.bytes < excess) return 'no_room';
      await this.#drop(removed.keys);
      await contents.put({ key, bytes: blob.size, used_at: this.ports.now() });
      await bytes.put({ key, blob });
      return 'stored';
    });
  }

  #change<T>(work: () => Promise<T>): Promise<T> {
    const { holders, contents, bytes } = this.database;
    return this.database.transaction('rw', holders, contents, bytes, work);
  }

  async #held(): Promise<StoredContent[]> {
    const { holders, contents } = this.database;
    const rows = await holders.where('kept_for').above('').distinct().toArray();
    const kept = new Set(rows.flatMap(({ keys }) => keys));
    return (await contents.toArray()).map((content) => ({ ...content, kept: kept.has(content.key) }));
  }

  #partsOf = (root: HolderId): Promise<HolderRow[]> => this.database.holders.where('kept_for').equals(root).toArray();

  /** Records that are no longer kept as parts of `root`. They stay as if they had been opened, or leave unless kept for another. */
  async #part(root: HolderId, parts: readonly HolderRow[], { stays }: { readonly stays: boolean }): Promise<void> {
    const { holders } = this.database;
    for (const row of parts) {
      const kept_for = row.kept_for.filter((id) => id !== root);
      if (kept_for.length > 0 || stays) await holders.put({ ...row, kept_for });
      else {
        await holders.delete(row.id);
        await this.#dropUnnamed(row.keys);
      }
    }
  }

  async #dropUnnamed(keys: readonly string[]): Promise<void> {
    const { holders } = this.database;
    const named = new Set(
      (
        await holders
          .where('keys')
          .anyOf([...keys])
          .toArray()
      ).flatMap((row) => row.keys)
    );
    await this.#drop(keys.filter((key) => !named.has(key)));
  }

  async #drop(keys: readonly string[]): Promise<void> {
    const { contents, bytes } = this.database;
    await contents.bulkDelete([...keys]);
    await bytes.bulkDelete([...keys]);
  }
}

export const isOpened = ({ kept_for }: HolderRow): boolean => kept_for.length === 0;

const total = (contents: readonly StoredContent[]) => contents.reduce((sum, { bytes }) => sum + bytes, 0);

const isReadable = (blob: Blob): Promise<boolean> =>
  blob
    .slice(0, 1)
    .arrayBuffer()
    .then(
      ({ byteLength }) => byteLength === Math.min(1, blob.size),
      () => false
    );
