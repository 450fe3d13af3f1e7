import { call } from '#lib/client/api/call.ts';
import { syncStatus } from '#lib/client/state/sync-status.svelte.ts';
import type { OnExisting } from '#lib/contracts/exchange.ts';
import type { SheetChoices } from './sheet-choices.svelte.ts';
import type { LongOperation } from '#lib/contracts/long-work.ts';
import { reportOf } from '#lib/ui/exchange/report-rows.ts';
import { Sending } from '../../../sending.svelte.ts';
import { stopWork, watchWork } from '../watch-work.svelte.ts';

type Wanted = { readonly file: File; readonly organizationId: string; readonly onExisting: OnExisting };
/** Looks only; imports what is not refused; or imports all of it or nothing. */
export type Step = 'look' | 'leave_out' | 'all';

/** An import: looked at first, then done. Make it inside component initialisation. */
export class Importing {
  readonly sending = new Sending();
  operation = $state.raw<LongOperation | null>(null);
  /** The file is on its way to the server. */
  isUploading = $state(false);
  /** Cancelled when it had finished already: whether anything was imported is no longer known. */
  wasTooLate = $state(false);
  #upload: AbortController | null = null;
  readonly isRunning = $derived(this.operation !== null && this.operation.finished_at === null);
  readonly isBusy = $derived(this.isUploading || this.isRunning);
  readonly report = $derived(reportOf(this.operation));

  constructor() {
    watchWork(
      () => (this.operation !== null && this.isRunning ? [this.operation.id] : []),
      (_id, operation) => this.#show(operation)
    );
  }

  /** Forgets a report that no longer fits what is chosen. */
  clear(): void {
    this.operation = null;
    this.wasTooLate = false;
  }

  /** Sends the file, to look at it or to import it. */
  async start({ file, organizationId, onExisting }: Wanted, step: Step, choices: SheetChoices): Promise<void> {
    this.clear();
    this.#upload = new AbortController();
    const { signal } = this.#upload;
    const form = new FormData();
    form.set('mapping', JSON.stringify(choices.mapping));
    form.set('corrections', JSON.stringify(choices.corrections));
    form.set('file', file);
    this.isUploading = true;
    await this.sending.run(
      async () => {
        const { job_id: id } = await call('importAssets', {
          query: {
            organization_id: organizationId,
            dry_run: step === 'look' ? 'true' : 'false',
            on_existing: onExisting,
            on_refused: step === 'leave_out' ? 'leave_out' : 'stop'
          },
          form,
          signal
        });
        this.#show(await call('getOperation', { params: { id } }));
      },
      () => signal.aborted
    );
    this.isUploading = false;
  }

  /** Stops what is under way; what has been written already stays. */
  async cancel(): Promise<void> {
    if (this.isUploading) return this.#upload?.abort();
    const { operation } = this;
    if (operation !== null) await this.sending.run(async () => this.#show(await stopWork(operation.id)));
  }

  /** The address of the table of refused rows, good for one download. */
  async refusedRows(): Promise<string | null> {
    const { operation } = this;
    if (operation === null) return null;
    let address: string | null = null;
    await this.sending.run(async () => {
      address = (await call('getOperation', { params: { id: operation.id } })).download_url;
    });
    return address;
  }

  /** Goes on watching an import that was begun before this page was opened. */
  adopt(operation: LongOperation): void {
    if (this.operation === null && !this.isUploading) this.operation = operation;
  }

  #show(operation: LongOperation | null): void {
    this.wasTooLate = operation === null;
    this.operation = operation;
    if (operation === null || this.report?.applied === true) syncStatus.syncNow();
  }
}
