import { call } from '#lib/client/api/call.ts';
import type { LongOperation } from '#lib/contracts/long-work.ts';
import { saveFrom } from '#lib/ui/table/save-file.ts';
import { Sending } from '../../sending.svelte.ts';
import { fetched } from '../fetched.svelte.ts';
import { stopWork, watchWork } from './watch-work.svelte.ts';

const newestFirst = (a: LongOperation, b: LongOperation) => b.created_at.localeCompare(a.created_at);

/** Files that the server makes of the person's choice and keeps for seven days. Make it inside component initialisation. */
export class KeptFiles {
  readonly sending = new Sending();
  readonly #kept;
  readonly all = $derived.by(() => this.#kept.current ?? []);

  constructor(kind: LongOperation['kind']) {
    this.#kept = fetched(async (signal) =>
      (await call('listOperations', { signal })).filter((operation) => operation.kind === kind)
    );
    watchWork(
      () => this.all.filter(({ finished_at }) => finished_at === null).map(({ id }) => id),
      (id, operation) => this.#show(id, operation)
    );
  }

  /** @param begin asks for another one. @param onerror as of `Sending` */
  start(begin: () => Promise<{ readonly job_id: string }>, onerror?: (error: unknown) => boolean): Promise<boolean> {
    return this.sending.run(async () => {
      const { job_id: id } = await begin();
      this.#show(id, await call('getOperation', { params: { id } }));
    }, onerror);
  }

  readonly cancel = (id: string) => this.sending.run(async () => this.#show(id, await stopWork(id)));

  /** The address of a file is good for one download, so it is asked for when it is wanted. */
  readonly download = (id: string) =>
    this.sending.run(async () => {
      const { download_url: address } = await call('getOperation', { params: { id } });
      if (address !== null) saveFrom(address);
    });

  readonly remove = (id: string) =>
    this.sending.run(async () => {
      await call('cancelOperation', { params: { id } });
      this.#show(id, null);
    });

  #show(id: string, operation: LongOperation | null): void {
    const others = this.all.filter((one) => one.id !== id);
    this.#kept.current = operation === null ? others : [...others, operation].toSorted(newestFirst);
  }
}
