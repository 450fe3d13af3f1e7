import { callPage, type Input, type Page } from '#lib/client/api/call.ts';
import type { RecallLine } from '#lib/contracts/recalls.ts';

type Filter = Pick<NonNullable<Input<'listRecallLines'>['query']>, 'class' | 'disposition'>;
type Wanted = {
  /** All of them if it is not given. */
  readonly most?: number;
  readonly filter?: Filter;
  readonly signal?: AbortSignal;
};
/** The most that the server gives in one page. */
const PAGE = 500;

/** Lines of a recall, page after page, the gravest first. */
export async function readLines(
  id: string,
  { most = Infinity, filter = {}, signal }: Wanted = {}
): Promise<readonly RecallLine[]> {
  const lines: RecallLine[] = [];
  let cursor: string | null = null;
  do {
    const limit = Math.min(PAGE, most - lines.length);
    const page: Page<'listRecallLines'> = await callPage('listRecallLines', {
      params: { id },
      query: { ...filter, limit, ...(cursor !== null && { cursor }) },
      ...(signal && { signal })
    });
    lines.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null && lines.length < most);
  return lines;
}
