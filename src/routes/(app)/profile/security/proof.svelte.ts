import { ApiError } from '#lib/client/api/api-error.ts';
import { call } from '#lib/client/api/call.ts';
import { Sending } from '../../../sending.svelte.ts';

/** Asks for the password where the server wants to know that it is still the same person, and then goes on. */
export class Proof {
  readonly sending = new Sending();
  asking = $state(false);
  #goOn: (() => Promise<unknown>) | null = null;

  /** As `sending.run(work)`; with a proof if one is due. @returns whether the work is done already */
  run(sending: Sending, work: () => Promise<unknown>): Promise<boolean> {
    return sending.run(work, (error) => {
      const due = error instanceof ApiError && error.code === 'proof_required';
      if (due) {
        this.#goOn = () => this.run(sending, work);
        this.asking = true;
      }
      return due;
    });
  }

  async prove(password: string): Promise<void> {
    if (!(await this.sending.run(() => call('proveIdentity', { body: { password } })))) return;
    this.asking = false;
    await this.#goOn?.();
  }
}
