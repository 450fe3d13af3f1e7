import { ApiError } from '#lib/client/api/api-error.ts';
import { call } from '#lib/client/api/call.ts';
import type { PasskeyAnswer } from '#lib/contracts/passkey-answer.ts';
import type { TypedProof, Way } from '#lib/ui/dialog/proof-input.svelte.ts';
import { NO_PROBLEM } from '#lib/ui/form/explain-error.ts';
import { Sending } from '../sending.svelte.ts';

/** As operations take it. */
export type GivenProof =
  { readonly password: string } | { readonly code: string } | { readonly passkey: PasskeyAnswer } | typeof BY_PROVIDER;
/** The identity provider proves it ahead: nothing is given with what is asked for. */
const BY_PROVIDER = {} as const;

/**
 * How the person can prove who they are. Without an answer the password is asked for, and the server says what it wants instead.
 * @param isAhead what is asked for is a proof alone, which the identity provider can give on a page of its own; else it does so only for
 * somebody who has nothing else
 */
export async function waysOfProof(isAhead = false): Promise<readonly Way[]> {
  const factor = await call('getSecondFactor').catch(() => null);
  const ways: Way[] = [];
  if (factor !== null && factor.passkeys > 0) ways.push('passkey');
  if (factor !== null && factor.totp_since !== null) ways.push('code');
  if (ways.length > 0) return ways;
  const hasPassword = factor === null || factor.has_password;
  const identities = isAhead || !hasPassword ? await call('listIdentities').catch(() => []) : [];
  if (identities.length === 0) return ['password'];
  return hasPassword ? ['password', 'provider'] : ['provider'];
}

/**
 * Does something with what was typed, or with what the person's passkey answers. If the identity provider has to prove it first, the page
 * leaves for it. @throws ApiError, OfflineError, PasskeyFailed
 */
export async function withProof<T>(typed: TypedProof, use: (given: GivenProof) => Promise<T>): Promise<T> {
  try {
    return await use(await givenProof(typed));
  } catch (error) {
    if (typed === 'provider' && isDue(error)) return leaveForProvider();
    throw error;
  }
}
const isDue = (error: unknown) => error instanceof ApiError && error.code === 'proof_required';

async function givenProof(typed: TypedProof): Promise<GivenProof> {
  if (typed === 'provider') return BY_PROVIDER;
  if (typed !== 'passkey') return typed;
  const [{ askPasskey }, options] = await Promise.all([
    import('#lib/client/session/passkeys.ts'),
    call('getProofOptions')
  ]);
  return { passkey: await askPasskey(options) };
}

/** The page comes back with the session proved, and what was to be done is begun again. */
async function leaveForProvider(): Promise<never> {
  const { url } = await call('beginOidcProof', { body: { next: location.pathname + location.search } });
  location.assign(url);
  return new Promise(() => {});
}

/** Asks for a proof where the server wants to know that it is still the same person, and then goes on. */
export class Proof {
  readonly sending = new Sending();
  isAsked = $state(false);
  /** As asked for last: a dialog that closes keeps its words. */
  ways = $state.raw<readonly Way[]>(['password']);
  #use: ((given: GivenProof) => Promise<unknown>) | null = null;
  #afterwards: (() => unknown) | undefined;

  /** As `sending.run(work)`; with a proof if one is due. @returns whether the work is done already */
  run(sending: Sending, work: () => Promise<unknown>): Promise<boolean> {
    return sending.run(work, (error) => this.takes(error, () => this.run(sending, work)));
  }

  /** Asks for a proof if that is what an error wants, and then does it `again`. @returns whether it is */
  takes(error: unknown, again: () => unknown): boolean {
    const due = isDue(error);
    const prove = (given: GivenProof) =>
      given === BY_PROVIDER ? leaveForProvider() : call('proveIdentity', { body: given });
    if (due) void this.ask(prove, again, true);
    return due;
  }

  /** Opens the dialog. @param use gets the proof; what it throws is shown there, and it stays open @param afterwards once it is closed */
  async ask(use: (given: GivenProof) => Promise<unknown>, afterwards?: () => unknown, isAhead = false): Promise<void> {
    this.#use = use;
    this.#afterwards = afterwards;
    this.sending.problem = NO_PROBLEM;
    this.ways = await waysOfProof(isAhead);
    this.isAsked = true;
  }

  async prove(typed: TypedProof): Promise<void> {
    const done = await this.sending.run(() => withProof(typed, async (given) => this.#use?.(given)));
    if (!done) return;
    this.isAsked = false;
    await this.#afterwards?.();
  }
}
