/** Who is signed in on this device; the only entry point to everything else in this folder. */
import { tick } from 'svelte';
import type { z } from 'zod';
import type { loginBody, registerBody, updateMeBody, User } from '#lib/contracts/people.ts';
import type { secondFactorBody, SecondFactorDue } from '#lib/contracts/second-factor.ts';
import { watchAppUpdate } from '../state/app-update.svelte.ts';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import {
  clearSession,
  currentToken,
  loadSession,
  onSessionEnded,
  storeSession,
  type StoredSession
} from '../api/token.ts';
import { followOtherTabs } from './follow-other-tabs.ts';
import { begin, end, restartNotifications, unsentOf, wipe } from './session-data.ts';
import { within } from './within.ts';
import { current } from '../state/current.svelte.ts';
import { drafts } from '../state/drafts.svelte.ts';
import { preferences } from '../state/preferences.svelte.ts';

/** Something unsent would be lost: sign-out asks first. */
export class QueueNotEmpty extends Error {
  override readonly name = 'QueueNotEmpty';
  constructor(readonly count: number) {
    super(`${count} calibrations are not sent yet.`);
  }
}

const LAST_PERSON = 'plumbline.last_person';
type Waiting = { readonly count: number; readonly name: string };
let state = $state<'starting' | 'signed_out' | 'signed_in'>('starting');
let waitingOnDevice = $state.raw<Waiting | null>(null);
let ended = $state<'numbers_safe' | 'plain' | null>(null);
/** The first factor is proved, and the second is asked for. */
let due = $state.raw<(SecondFactorDue & { readonly remember: boolean }) | null>(null);
/** The role requires a second factor: the token allows nothing but setting one up. */
let setup = $state.raw<{ readonly token: string; readonly remember: boolean } | null>(null);
/** Where the person who has just signed out here can sign out at the identity provider, too. */
let providerSignOut = $state.raw<string | null>(null);
let started = false;
/** The session is being ended or replaced: the server ending it is expected. */
let leaving = false;
/** The cleanup of a session that ended by itself: the next one waits for it before it opens the same device. */
let closing: Promise<void> = Promise.resolve();

export const session = {
  get state(): 'starting' | 'signed_out' | 'signed_in' {
    return state;
  },
  get user(): User | null {
    return current.user;
  },
  /** The number of unsent calibrations of the last user of this device, for the sign-in page. */
  get waitingOnDevice(): Waiting | null {
    return waitingOnDevice;
  },
  /** The server has ended the session, and whether unsaved input is kept; for the sign-in page. */
  get ended(): 'numbers_safe' | 'plain' | null {
    return ended;
  },
  /** An address of the identity provider, at which the person who has just signed out is still signed in; for the sign-in page. */
  get providerSignOut(): string | null {
    return providerSignOut;
  },
  /** Called once, from the root layout: reopens the last session, without the network. */
  async start(): Promise<void> {
    if (!started) start();
    started = true;
  },
  /** The second factor that is asked for, to finish signing in. */
  get secondFactor(): SecondFactorDue | null {
    return due;
  },
  /**
   * Signs in, or asks for the second factor.
   * @throws ApiError (`invalid_credentials`, `unverified`, `inactive`, `too_many_requests`), OfflineError
   */
  async signIn(input: z.input<typeof loginBody>): Promise<void> {
    const remember = input.remember ?? true;
    try {
      const { access_token: token } = await call('login', { body: { ...input, remember } });
      await enterWith(token, remember);
    } catch (error) {
      if (!session.askForSecondFactor(error, remember)) throw error;
    }
  },
  /** Asks for the second factor if that is what an error says, of whatever proved the first. @returns whether it does */
  askForSecondFactor(error: unknown, remember: boolean): boolean {
    if (!(error instanceof ApiError) || error.code !== 'second_factor_required') return false;
    due = { ...(error.context as unknown as SecondFactorDue), remember };
    return true;
  },
  /**
   * Finishes signing in. @throws ApiError (`wrong_code`, `code_used`, `passkey_refused`, `too_many_requests`, and `challenge_expired`, after which
   * signing in begins again), OfflineError
   */
  async finishSignIn(proof: Omit<z.input<typeof secondFactorBody>, 'challenge'>): Promise<void> {
    if (due === null) return;
    const { challenge, remember } = due;
    try {
      const { access_token: token } = await call('signInWithSecondFactor', { body: { challenge, ...proof } });
      await enterWith(token, remember);
      due = null;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'challenge_expired') due = null;
      throw error;
    }
  },
  /** Begins signing in again. */
  forgetFirstFactor(): void {
    due = null;
  },
  /** The token of who must set up a second factor to finish signing in. */
  get setup(): string | null {
    return setup?.token ?? null;
  },
  /** The second factor is set up. @throws ApiError, OfflineError */
  async finishSetup(): Promise<void> {
    if (setup === null) return;
    await enterWith(setup.token, setup.remember);
    setup = null;
  },
  /** Begins signing in again, which leads here again. */
  async leaveSetup(): Promise<void> {
    const { token } = setup ?? {};
    setup = null;
    if (token !== undefined) await call('logout', { token }).catch(() => null);
  },
  /** Signs in with what the identity provider has stated. @throws ApiError, OfflineError */
  async signInWithProvider(remember: boolean, password?: string): Promise<void> {
    try {
      const { access_token } = await (password === undefined
        ? call('signInWithOidc')
        : call('linkOidc', { body: { password } }));
      await session.enterBy(access_token, remember);
    } catch (error) {
      if (!session.askForSecondFactor(error, remember)) throw error;
    }
  },
  /**
   * Signs in with the token from a mailed link, or for a passkey. If somebody else is signed in on this device, they stay signed in, and
   * the token is revoked unused. @returns whether the token's person is signed in now.
   * @throws ApiError, OfflineError
   */
  async enterBy(token: string, remember = true): Promise<boolean> {
    const user = await ownerOf(token, remember);
    if (user === null) return true;
    await closing.catch(() => {});
    if (current.user !== null && current.user.id !== user.id) {
      await call('logout', { token }).catch(() => null);
      return false;
    }
    leaving = true;
    try {
      if (current.user !== null) await end();
      enter({ token, remember, user });
    } finally {
      leaving = false;
    }
    return true;
  },
  register: (input: z.input<typeof registerBody>): Promise<User> => call('register', { body: input }),
  /**
   * Ends the session and removes the person's data from this device, also offline. If the queue is not empty, the
   * option is required: without it QueueNotEmpty is thrown; `discardQueue: false` keeps the queue for the next sign-in.
   * Drafts are kept, too, unless `discardQueue` is true. `everywhere` ends all other sessions of the person as well,
   * which needs the network.
   * @throws QueueNotEmpty; with `everywhere` also ApiError and OfflineError, and then nobody is signed out
   */
  async signOut(options: { readonly discardQueue?: boolean; readonly everywhere?: boolean } = {}): Promise<void> {
    const user = current.user;
    if (user === null || leaving) return;
    const unsent = await unsentOf(user.id);
    if (unsent > 0 && options.discardQueue === undefined) throw new QueueNotEmpty(unsent);
    leaving = true;
    try {
      const url = await within(
        1500,
        call('getOidcSignOut').then((answer) => answer.url)
      );
      if (options.everywhere === true) await call('endSessions');
      else await within(2000, call('logout'));
      providerSignOut = url;
      clearSession();
      await end();
      await wipe(user.id, { keepUnsent: options.discardQueue !== true });
      preferences.forgetPerson();
      leave();
    } finally {
      leaving = false;
    }
  },
  /** Reads the person's record from the server again, after a change that an admin may have made to themselves. */
  async refresh(): Promise<void> {
    remember(await call('getMe'));
  },
  /** Sets the person's picture; null removes it. @throws ApiError (`not_an_image`, `too_large`), OfflineError */
  async setPicture(file: Blob | null): Promise<void> {
    if (file === null) await call('deleteProfilePicture');
    remember(file === null ? await call('getMe') : await call('putProfilePicture', { file }));
  },
  async updateMe(patch: z.input<typeof updateMeBody>): Promise<void> {
    const before = current.user;
    const user = await call('updateMe', { body: patch });
    remember(user);
    // Notifications are texts in the reader's language: they are pulled again in the new one.
    if (before !== null && before.language !== user.language) await restartNotifications();
  }
};

function start(): void {
  // Neither is urgent; the list of assets is.
  setTimeout(() => void watchAppUpdate().catch(() => {}), 2000);
  onSessionEnded(() => void expire());
  followOtherTabs(() => leaving);
  const stored = loadSession();
  if (stored === null) return leave();
  enter(stored);
  setTimeout(() => void call('getMe').then(remember, () => {}), 1000);
}

/** Whose token it is; null if a second factor has to be set up first, which the sign-in page then asks for. */
async function ownerOf(token: string, remember: boolean): Promise<User | null> {
  try {
    return await call('getMe', { token });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'second_factor_setup_required') throw error;
    setup = { token, remember };
    return null;
  }
}

async function enterWith(token: string, remember: boolean): Promise<void> {
  const user = await ownerOf(token, remember);
  if (user === null) return;
  await closing.catch(() => {});
  enter({ token, remember, user });
}

function enter(stored: StoredSession): void {
  storeSession(stored);
  localStorage.setItem(LAST_PERSON, JSON.stringify({ id: stored.user.id, name: stored.user.full_name }));
  current.user = stored.user;
  waitingOnDevice = null;
  ended = null;
  providerSignOut = null;
  state = 'signed_in';
  begin(stored.user.id, stored.token, () => void expire());
}

/** The person's current record on the server. */
function remember(user: User): void {
  const stored = loadSession();
  if (stored === null || stored.user.id !== user.id) return;
  storeSession({ ...stored, user });
  current.user = user;
}

/**
 * The server ended the session. Nothing is removed: unsaved input is stored first, and waits with the queue for the
 * next sign-in of the same person. The screens close before their data does.
 */
async function expire(): Promise<void> {
  if (state !== 'signed_in' || leaving || currentToken() === null) return;
  leaving = true;
  clearSession();
  closing = close();
  await closing;
}

async function close(): Promise<void> {
  try {
    ended = (await drafts.settle()) ? 'numbers_safe' : 'plain';
    // A field that is removed while it has the focus would lose it during the removal, when state must not change.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    leave();
    await tick();
    await drafts.settle();
    await end();
  } finally {
    leaving = false;
  }
}

function leave(): void {
  current.user = null;
  state = 'signed_out';
  void findWaiting().then((found) => {
    if (state === 'signed_out') waitingOnDevice = found;
  });
}

async function findWaiting(): Promise<Waiting | null> {
  try {
    const last = JSON.parse(localStorage.getItem(LAST_PERSON) ?? 'null') as { id: string; name: string } | null;
    const count = last === null ? 0 : await unsentOf(last.id);
    return last === null || count === 0 ? null : { count, name: last.name };
  } catch {
    return null;
  }
}

// The lists are shown while the pages are still loading, which saves part of a second of an offline start.
if (typeof window !== 'undefined') void session.start();
