import { ApiError } from '#lib/client/api/api-error.ts';
import { call } from '#lib/client/api/call.ts';
import type { PasskeyAnswer } from '#lib/contracts/passkey-answer.ts';
import type { TypedProof, Way } from '#lib/ui/dialog/proof-input.svelte.ts';
import { NO_PROBLEM } from '#lib/ui/form/explain-error.ts';
import { Sending } from '../sending.svelte.ts';

/** As operations take it. */
export type GivenProof =
  { readonly password: string } | { readonly code: string } | { readonly passkey: PasskeyAnswer };

/**
 * How the person can prove who they are. Without an answer the password is asked for, and the server says what it wants instead.
 * @param isAhead what is asked for is a proof alone, which the identity provider can give on a page of its own
 */
export async function waysOfProof(isAhead = false): Promise<readonly Way[]> {
  const factor = await call('getSecondFactor').catch(() => null);
  const ways: Way[] = [];
  if (factor !== null && factor.passkeys > 0) ways.push('passkey');
  if (factor !== null && factor.totp_since !== null) ways.push('code');
  if (ways.length > 0) return ways;
  const identities = isAhead ? await call('listIdentities').catch(() => []) : [];
  return identities.length > 0 ? ['password', 'provider'] : ['password'];
}

/** What was typed, or what the person's passkey answers. @throws ApiError, OfflineError, PasskeyFailed */
export async function givenProof(typed: TypedProof): Promise<GivenProof> {
  if (typed === 'provider') return leaveForProvider();
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
    const due = error instanceof ApiError && error.code === 'proof_required';
    if (due) void this.ask((given) => call('proveIdentity', { body: given }), again, true);
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
    const done = await this.sending.run(async () => this.#use?.(await givenProof(typed)));
    if (!done) return;
    this.isAsked = false;
    await this.#afterwards?.();
  }
}
