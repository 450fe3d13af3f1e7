import { call } from '#lib/client/api/call.ts';
import { Sending } from '../sending.svelte.ts';

/** An account that cannot sign in yet, and asking for its mail once more. */
export class Waiting {
  email = $state<string | null>(null);
  readonly #sending = new Sending();
  #sent = $state(false);

  get resend(): 'idle' | 'busy' | 'sent' {
    if (this.#sending.busy) return 'busy';
    return this.#sent ? 'sent' : 'idle';
  }
  get problem(): string {
    return this.#sending.problem.summary;
  }
  async askAgain(): Promise<void> {
    const { email } = this;
    if (email === null) return;
    this.#sent = await this.#sending.run(() => call('resendVerification', { body: { email } }));
  }
}
