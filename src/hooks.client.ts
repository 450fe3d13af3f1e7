import { readSavedListsEarly } from '#lib/client/database/saved-lists.ts';

// First of all that runs: the disk reads while the pages are loaded.
readSavedListsEarly();
