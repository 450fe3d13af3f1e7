import { goto } from '$app/navigation';
import { ApiError } from '#lib/client/api/api-error.ts';
import { session } from '#lib/client/session/session.svelte.ts';
import { Sending } from '../../sending.svelte.ts';
import { mailedToken } from './mailed-token.svelte.ts';

/** A link that came by mail, and what became of it when it was pressed. Make it at initialisation. */
export class MailedLinkUse<Done extends string> {
  readonly sending = new Sending();
  readonly #token = mailedToken();
  #outcome = $state<'open' | 'dead' | Done>('open');

  /** The link can still be used. */
  get isOpen(): boolean {
    return this.#outcome === 'open' && this.#token.current !== '';
  }
  /** What is said where it cannot. */
  get state(): 'incomplete' | 'dead' | Done {
    return this.#outcome === 'open' ? 'incomplete' : (this.#outcome as 'dead' | Done);
  }

  /**
   * @param work uses the token up. @returns what became of it; null where the page is left
   * @param isDead whether an error says that the link is of no use any more
   */
  async use(
    work: (token: string) => Promise<Done | null>,
    isDead: (error: ApiError) => boolean = ({ code, status }) => code === 'invalid_token' || status === 422
  ): Promise<void> {
    await this.sending.run(
      async () => {
        const done = await work(this.#token.current);
        if (done !== null) this.#outcome = done;
      },
      (error) => {
        const dead = error instanceof ApiError && isDead(error);
        if (dead) this.#outcome = 'dead';
        return dead;
      }
    );
  }
}

/**
 * Signs in with what a link gives, and leaves for home, or for the second factor.
 * @param use the link @returns where somebody else is signed in already, that it was done elsewhere; `provider` where only that signs in
 */
export async function enter(
  use: () => Promise<{ readonly access_token: string }>
): Promise<'elsewhere' | 'provider' | null> {
  try {
    if (!(await session.enterBy((await use()).access_token))) return 'elsewhere';
  } catch (error) {
    if (error instanceof ApiError && error.code === 'oidc_only') return 'provider';
    if (!session.askForSecondFactor(error, true)) throw error;
    if (session.user !== null) {
      session.forgetFirstFactor();
      return 'elsewhere';
    }
    await goto('/sign-in', { replaceState: true });
    return null;
  }
  await goto(session.setup === null ? '/' : '/sign-in', { replaceState: true });
  return null;
}
