import { readSavedListsEarly } from '#lib/client/database/saved-lists.ts';
import { startLanguage } from '#lib/i18n/language.ts';

// First of all that runs: the disk reads, and the words come, while the pages are loaded.
readSavedListsEarly();
void startLanguage();
