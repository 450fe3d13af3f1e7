import { spellInstant } from './instant.ts';
import { Refusal } from './refusal.ts';

/** The entity tag of a record: changes whenever `updated_at` does. */
export const etag = (updatedAt: string): string => `"${updatedAt}"`;

/**
 * Refuses a change that was based on an older state of the record than the stored one.
 * @param ifMatch the header as sent; `null` if the caller did not ask for the check.
 * @throws Refusal `stale`
 */
export function assertFresh(record: { readonly updated_at: string }, ifMatch: string | null): void {
  if (ifMatch === null || ifMatch.trim() === '*') return;
  // Devices may have records with another spelling of instants.
  const known = ifMatch.split(',').map((tag) => spellInstant(tag.trim().replaceAll('"', '')));
  if (!known.includes(spellInstant(record.updated_at))) {
    throw new Refusal(
      'stale',
      'Someone else has changed this record since you read it. Read it again, then make your change.'
    );
  }
}
