import { _ } from 'svelte-i18n';
import { get } from 'svelte/store';
import { ApiError } from '#lib/client/api/api-error.ts';
import { call } from '#lib/client/api/call.ts';
import { syncStatus } from '#lib/client/state/sync-status.svelte.ts';
import type { LongOperation } from '#lib/contracts/long-work.ts';
import { Sending } from '../../../sending.svelte.ts';
import { stopWork, watchWork } from '../../assets/watch-work.svelte.ts';
import type { SecretsChoice } from '#lib/ui/admin/archive-report.ts';
import type { Proof } from '../../proof.svelte.ts';

/** As the API wants to be told that somebody typed it. */
export const IMPORT_WORD = 'IMPORT';
export const RESET_WORD = 'RESET';
type Step = 'check' | 'import' | 'reset';

/** Takes the error that says that other work on the whole installation is under way. @returns whether it is that */
export function takeBusy(error: unknown, sending: Sending): boolean {
  const busy = error instanceof ApiError && error.code === 'database_busy';
  if (busy) sending.problem = { summary: get(_)('installation.busy'), fields: {} };
  return busy;
}

/** An archive that is checked or imported, or a reset, watched until it has ended. Make it inside component initialisation. */
export class InstallationWork {
  readonly sending = new Sending();
  operation = $state.raw<LongOperation | null>(null);
  /** What is under way or was done; null if it was begun before this page was opened. */
  step = $state<Step | null>(null);
  /** The file is on its way to the server. */
  isUploading = $state(false);
  /** The server no longer knows the work: the data that it was part of have been replaced. */
  isGone = $state(false);
  readonly isRunning = $derived(this.operation !== null && this.operation.finished_at === null);
  readonly isBusy = $derived(this.isUploading || this.isRunning);
  readonly isDone = $derived(this.operation?.state === 'done');
  readonly #proof: Proof;
  #upload: AbortController | null = null;

  constructor(proof: Proof) {
    this.#proof = proof;
    watchWork(
      () => (this.operation !== null && this.isRunning ? [this.operation.id] : []),
      (_id, operation) => this.#show(operation)
    );
  }

  check(file: File): Promise<void> {
    return this.#send(file, 'check');
  }
  import(file: File, secrets: SecretsChoice): Promise<void> {
    return this.#send(file, 'import', secrets);
  }

  async reset(): Promise<void> {
    this.clear();
    this.step = 'reset';
    await this.sending.run(
      async () => this.#begun(await call('resetDatabase', { body: { confirm: RESET_WORD } })),
      (error) => takeBusy(error, this.sending) || this.#proof.takes(error, () => this.reset())
    );
  }

  /** Forgets what was found in another file. */
  clear(): void {
    this.operation = null;
    this.step = null;
    this.isGone = false;
  }

  /** Nothing has changed if it is stopped; if that comes too late, what is shown is how it ended. */
  async cancel(): Promise<void> {
    if (this.isUploading) return this.#upload?.abort();
    const { operation } = this;
    if (operation !== null) await this.sending.run(async () => this.#show(await stopWork(operation.id)));
  }

  /** Goes on watching what was begun before this page was opened. */
  adopt(operation: LongOperation): void {
    if (this.operation === null && !this.isUploading) this.operation = operation;
  }

  async #send(file: File, step: 'check' | 'import', secrets?: SecretsChoice): Promise<void> {
    this.clear();
    this.step = step;
    this.#upload = new AbortController();
    const { signal } = this.#upload;
    const form = new FormData();
    if (step === 'import') form.set('confirm', IMPORT_WORD);
    if (secrets?.way === 'key' && secrets.key !== '') form.set('secret_key_before', secrets.key);
    if (secrets?.way === 'retire') form.set('retire_secrets', 'true');
    form.set('file', file);
    this.isUploading = true;
    await this.sending.run(
      async () => {
        const dry_run = step === 'check' ? 'true' : 'false';
        this.#begun(await call('importDatabase', { query: { dry_run }, form, signal }));
      },
      (error) =>
        signal.aborted ||
        takeBusy(error, this.sending) ||
        this.#proof.takes(error, () => this.#send(file, step, secrets))
    );
    this.isUploading = false;
  }

  /** It is watched from here on; how far it is, the first answer says. */
  #begun({ job_id: id }: { readonly job_id: string }): void {
    this.operation = {
      id,
      kind: this.step === 'reset' ? 'database_reset' : 'database_import',
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
    this.isGone = operation === null;
    this.operation = operation;
    // Everything on this device is of the former data; whoever has no account any more learns it thereby.
    if (this.isGone || (this.isDone && this.step !== 'check')) syncStatus.syncNow();
  }
}
