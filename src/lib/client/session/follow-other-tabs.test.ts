import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { current } from '../state/current.svelte.ts';
import { drafts } from '../state/drafts.svelte.ts';
import { followOtherTabs } from './follow-other-tabs.ts';

const reload = vi.fn();
let isLeaving: boolean;
const stored = new Map<string, string>();
const localStorage = { getItem: (key: string) => stored.get(key) ?? null };
const signedIn = (id: string) => stored.set('plumbline.session', JSON.stringify({ token: 't', user: { id } }));
/** Another tab has written or removed this key. */
const change = (key: string) =>
  window.dispatchEvent(Object.assign(new Event('storage'), { key, storageArea: localStorage }));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('location', { reload });
  vi.stubGlobal('localStorage', localStorage);
  vi.stubGlobal('sessionStorage', { getItem: () => null });
  reload.mockClear();
  signedIn('mia');
  current.user = { id: 'mia' } as typeof current.user;
  isLeaving = false;
  followOtherTabs(() => isLeaving);
});
afterEach(() => {
  current.user = null;
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('what is being typed is stored before the page of a person who signed out in another tab goes', async () => {
  let isOnDisk = () => {};
  const keep = vi.fn(() => new Promise<boolean>((resolve) => (isOnDisk = () => resolve(true))));
  const end = drafts.whileTyping(keep);
  stored.clear();
  change('plumbline.session');
  expect(keep).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(1000);
  expect(reload).not.toHaveBeenCalled();
  isOnDisk();
  await vi.advanceTimersByTimeAsync(0);
  expect(reload).toHaveBeenCalledOnce();
  end();
});

test('a disk that does not answer, or refuses, holds nobody up', async () => {
  for (const keep of [() => new Promise<boolean>(() => {}), () => Promise.reject(new Error('full'))]) {
    const end = drafts.whileTyping(keep);
    signedIn('somebody else');
    change('plumbline.session');
    await vi.advanceTimersByTimeAsync(2000);
    expect(reload).toHaveBeenCalledOnce();
    reload.mockClear();
    end();
  }
});

test('the page stays while the same person is signed in', async () => {
  change('plumbline.session');
  change('plumbline.preferences');
  await vi.advanceTimersByTimeAsync(5000);
  expect(reload).not.toHaveBeenCalled();
});

test('the page stays while it ends the session itself', async () => {
  isLeaving = true;
  stored.clear();
  change('plumbline.session');
  await vi.advanceTimersByTimeAsync(5000);
  expect(reload).not.toHaveBeenCalled();
});
