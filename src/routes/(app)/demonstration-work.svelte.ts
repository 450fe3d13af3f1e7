import { call } from '#lib/client/api/call.ts';
import { syncStatus } from '#lib/client/state/sync-status.svelte.ts';
import type { LongOperation } from '#lib/contracts/long-work.ts';
import { Sending } from '../sending.svelte.ts';
import { stopWork, watchWork } from './assets/watch-work.svelte.ts';

/** As the API wants to be told that somebody typed it. */
export const REMOVE_WORD = 'REMOVE';
const KINDS = { fill: 'demonstration_fill', remove: 'demonstration_remove' } as const;

/** The demonstration being set up or removed, watched until that has ended. Make it inside component initialisation. */
export class DemonstrationWork {
  readonly sending = new Sending();
  operation = $state.raw<LongOperation | null>(null);
  readonly isRunning = $derived(this.operation !== null && this.operation.finished_at === null);

  constructor() {
    watchWork(
      () => (this.operation !== null && this.isRunning ? [this.operation.id] : []),
      (_id, operation) => this.#show(operation)
    );
  }

  /** Goes on watching what was begun before this page was opened. */
  async adopt(): Promise<void> {
    const found = (await call('listOperations', {})).find(
      ({ kind, finished_at }) => finished_at === null && Object.values<string>(KINDS).includes(kind)
    );
    if (found !== undefined && this.operation === null) this.operation = found;
  }

  async fill(): Promise<void> {
    await this.sending.run(async () => this.#begun('fill', await call('fillDemonstration', {})));
  }

  async remove(): Promise<void> {
    await this.sending.run(async () =>
      this.#begun('remove', await call('removeDemonstration', { body: { confirm: REMOVE_WORD } }))
    );
  }

  /** If that comes too late, what is shown is how it ended. */
  async cancel(): Promise<void> {
    const { operation } = this;
    if (operation !== null) await this.sending.run(async () => this.#show(await stopWork(operation.id)));
  }

  #begun(what: keyof typeof KINDS, { job_id: id }: { readonly job_id: string }): void {
    this.operation = {
      id,
      kind: KINDS[what],
      state: 'queued',
      progress: null,
      created_at: new Date().toISOString(),
      started_at: null,
      finished_at: null,
      result: null,
      error: null,
      download_url: null
    };
  }

  #show(operation: LongOperation | null): void {
    this.operation = operation;
    if (operation?.state === 'done') syncStatus.syncNow();
  }
}
