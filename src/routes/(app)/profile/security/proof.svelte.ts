import { ApiError } from '#lib/client/api/api-error.ts';
import { call } from '#lib/client/api/call.ts';
import { Sending } from '../../../sending.svelte.ts';

/** Asks for the password or a code where the server wants to know that it is still the same person, and then goes on. */
export class Proof {
  readonly sending = new Sending();
  asking = $state<'password' | 'code' | null>(null);
  /** As asked for last: a dialog that closes keeps its words. */
  by = $state<'password' | 'code'>('password');
  #goOn: (() => Promise<unknown>) | null = null;

  /** As `sending.run(work)`; with a proof if one is due. @returns whether the work is done already */
  run(sending: Sending, work: () => Promise<unknown>): Promise<boolean> {
    return sending.run(work, (error) => {
      const due = error instanceof ApiError && error.code === 'proof_required';
      if (due) {
        this.#goOn = () => this.run(sending, work);
        void this.#ask();
      }
      return due;
    });
  }

  async #ask(): Promise<void> {
    // Without an answer the password is asked for, and the server says what it wants instead.
    const factor = await call('getSecondFactor').catch(() => null);
    this.by = factor?.totp_since ? 'code' : 'password';
    this.asking = this.by;
  }

  async prove(typed: { readonly password: string } | { readonly code: string }): Promise<void> {
    if (!(await this.sending.run(() => call('proveIdentity', { body: typed })))) return;
    this.asking = null;
    await this.#goOn?.();
  }
}
