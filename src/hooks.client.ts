import { loadSession } from '#lib/client/api/token.ts';
import { readSavedListsEarly } from '#lib/client/database/saved-lists.ts';
import { startLanguage } from '#lib/i18n/language.ts';
import { isPublic, signInPath } from '#lib/client/session/sign-in-path.ts';

// First of all that runs: the disk reads, and the words come, while the pages are loaded.
readSavedListsEarly();
void startLanguage();

/** Whoever is not signed in begins at the sign-in page, before anything of the page they asked for is loaded. */
export const init = (): void => {
  const { pathname, search, hash } = location;
  if (isPublic(pathname) || loadSession() !== null) return;
  history.replaceState(history.state, '', signInPath(pathname + search + hash));
};
