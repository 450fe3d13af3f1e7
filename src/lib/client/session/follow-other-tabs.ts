/** Another tab signed out or signed somebody else in: this one shows that, too. */
import { concernsSession, loadSession } from '../api/token.ts';
import { ALL_CLOSED_MS } from '../database/open-tabs.ts';
import { current } from '../state/current.svelte.ts';
import { drafts } from '../state/drafts.svelte.ts';
import { within } from './within.ts';

/** A disk that takes longer holds up neither the sign-out here nor, in the tab that signed out, the removal of the data. */
const STORE_MS = ALL_CLOSED_MS - 1000;

/** @param isLeaving this tab is ending the session itself, and must not be interrupted while it removes the data */
export function followOtherTabs(isLeaving: () => boolean): void {
  window.addEventListener('storage', (event) => {
    if (isLeaving() || !concernsSession(event)) return;
    if (loadSession()?.user.id !== current.user?.id) void showCurrent();
  });
}

/** What was typed a moment ago is still waiting to be stored, and a page that is being left may not finish that. */
async function showCurrent(): Promise<void> {
  await within(STORE_MS, drafts.settle());
  location.reload();
}
