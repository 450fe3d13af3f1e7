import { callPage } from '#lib/client/api/call.ts';
import type { RecallLine } from '#lib/contracts/recalls.ts';

/** Lines of a recall, page after page, up to so many. */
export async function readLines(id: string, most: number, signal: AbortSignal): Promise<readonly RecallLine[]> {
  const lines: RecallLine[] = [];
  let cursor: string | null = null;
  do {
    const limit = Math.min(500, most - lines.length);
    const page: { items: readonly RecallLine[]; nextCursor: string | null } = await callPage('listRecallLines', {
      params: { id },
      query: { limit, ...(cursor !== null && { cursor }) },
      signal
    });
    lines.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null && lines.length < most);
  return lines;
}
