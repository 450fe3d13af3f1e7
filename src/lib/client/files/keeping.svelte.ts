/**
 * Keeping files on this device for use without a network: of assets with their procedures, and of procedures. One after the other,
 * while the person goes on; what was kept before an interruption stays, and the rest can be fetched later.
 */
import { OfflineError } from '../api/api-error.ts';
import { currentToken } from '../api/token.ts';
import type { HolderId } from '../database/file-database.ts';
import type { FileStore, Stored } from '../database/file-store.ts';
import { fileStore } from './open-files.ts';
import { bringListed, bringPhoto, listFiles } from './record-files.ts';

/** What is kept together: an asset with its procedure, or a procedure alone. */
export type Keep = { readonly root: HolderId; readonly parts: readonly HolderId[] };
export const keepOfAsset = ({
  id,
  procedure_id
}: {
  readonly id: string;
  readonly procedure_id: string | null;
}): Keep => ({
  root: `asset:${id}`,
  parts: [`asset:${id}`, ...(procedure_id === null ? [] : [`procedure:${procedure_id}` as const])]
});
export const keepOfProcedure = (id: string): Keep => ({ root: `procedure:${id}`, parts: [`procedure:${id}`] });

export type Progress = {
  /** Of the records to keep. */
  readonly done: number;
  readonly total: number;
  /** Fetched so far. */
  readonly bytes: number;
  readonly roots: ReadonlySet<HolderId>;
};
/** Why not everything is here. */
export type Shortage = {
  /** Files for which there is no room, or that could not be fetched. */
  readonly noRoom: number;
  readonly failed: number;
  readonly offline: boolean;
  readonly roots: ReadonlySet<HolderId>;
};

let progress = $state.raw<Progress | null>(null);
let shortage = $state.raw<Shortage | null>(null);
let abort: AbortController | null = null;

export const keeping = {
  /** Null while nothing is being fetched. */
  get progress(): Progress | null {
    return progress;
  },
  /** What the last attempt could not fetch; null if that was nothing. */
  get shortage(): Shortage | null {
    return shortage;
  },
  /** Fetches what is missing, and keeps it. Ignored while another attempt is running: wait for `progress` to be null. */
  async keep(keeps: readonly Keep[]): Promise<void> {
    if (abort !== null || keeps.length === 0) return;
    const mine = new AbortController();
    abort = mine;
    shortage = null;
    try {
      await new Attempt(await fileStore(), keeps, mine).run();
    } catch (error) {
      if (!mine.signal.aborted) throw error;
    } finally {
      progress = null;
      abort = null;
    }
  },
  cancel(): void {
    abort?.abort();
  },
  /** Lets go of what was kept: it leaves the device. */
  async release(root: HolderId): Promise<void> {
    await (await fileStore()).release(root);
  },
  /** Removes all files, or those that were only opened. */
  async empty(which: 'all' | 'opened'): Promise<void> {
    const store = await fileStore();
    await (which === 'all' ? store.removeAll() : store.removeOpened());
  }
};

class Attempt {
  #bytes = 0;
  #noRoom = 0;
  #failed = 0;
  readonly #roots: ReadonlySet<HolderId>;
  /** Procedures that several assets share are listed once. */
  readonly #brought = new Set<HolderId>();
  readonly #token = currentToken();

  constructor(
    readonly store: FileStore,
    readonly keeps: readonly Keep[],
    readonly ending: AbortController
  ) {
    this.#roots = new Set(keeps.map(({ root }) => root));
  }

  async run(): Promise<void> {
    // The choice is stored before the first file: an interrupted attempt shows what is missing.
    this.#show(0);
    for (const { root, parts } of this.keeps) await this.store.keep(root, parts);
    try {
      for (const [done, { parts }] of this.keeps.entries()) {
        this.#show(done);
        for (const part of parts) await this.#bring(part, () => this.#show(done));
      }
    } catch (error) {
      if (!(error instanceof OfflineError)) throw error;
      this.#fallShort(true);
    }
    if (this.#noRoom + this.#failed > 0) this.#fallShort(false);
  }

  #show(done: number): void {
    progress = { done, total: this.keeps.length, bytes: this.#bytes, roots: this.#roots };
  }

  #fallShort(offline: boolean): void {
    shortage = { noRoom: this.#noRoom, failed: this.#failed, offline, roots: this.#roots };
  }

  async #bring(part: HolderId, show: () => void): Promise<void> {
    if (this.#brought.has(part)) return;
    this.#brought.add(part);
    const { signal } = this.ending;
    if (part.startsWith('asset:')) {
      await this.#one(show, (watching) => bringPhoto(part.slice('asset:'.length), { online: true, ...watching }));
    }
    const listed = await this.#attempt(() => listFiles(part, signal));
    for (const file of listed ?? []) {
      if ((await this.store.open(file.sha256)) === null)
        await this.#one(show, (watching) => bringListed(file, watching));
    }
  }

  /** One content; what there is no room for does not keep smaller ones from being stored. */
  async #one(
    show: () => void,
    bring: (watching: {
      signal: AbortSignal;
      onBytes: (n: number) => void;
    }) => Promise<{ readonly stored: Stored } | null>
  ): Promise<void> {
    const before = this.#bytes;
    const onBytes = (received: number) => {
      this.#bytes = before + received;
      show();
    };
    const brought = await this.#attempt(() => bring({ signal: this.ending.signal, onBytes }));
    if (brought?.stored === 'no_room') this.#noRoom += 1;
    else if (brought?.stored === 'failed') this.#failed += 1;
  }

  /** @throws OfflineError, which ends the attempt; what else fails is counted */
  async #attempt<T>(work: () => Promise<T>): Promise<T | null> {
    const { signal } = this.ending;
    // Somebody else must not fetch what this person had chosen.
    if (currentToken() !== this.#token) this.ending.abort();
    signal.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof OfflineError) throw error;
      this.#failed += 1;
      return null;
    }
  }
}
