import { callPage, type Page } from '#lib/client/api/call.ts';
import type { PersonRecord } from '#lib/ui/people/person-record.ts';

/** Everybody whom the viewer may see, page by page. */
export async function allPeople(signal: AbortSignal): Promise<readonly PersonRecord[]> {
  const all: PersonRecord[] = [];
  let cursor: string | null = null;
  do {
    const page: Page<'listUsers'> = await callPage('listUsers', {
      query: { limit: 500, ...(cursor !== null && { cursor }) },
      signal
    });
    all.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return all;
}
