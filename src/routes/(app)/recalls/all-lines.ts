import { callPages, type Input } from '#lib/client/api/call.ts';
import type { RecallLine } from '#lib/contracts/recalls.ts';

type Filter = Pick<NonNullable<Input<'listRecallLines'>['query']>, 'class' | 'disposition'>;
type Wanted = {
  /** All of them if it is not given. */
  readonly most?: number;
  readonly filter?: Filter;
  readonly signal?: AbortSignal;
};

/** Lines of a recall, the gravest first. */
export const readLines = async (
  id: string,
  { most, filter = {}, signal }: Wanted = {}
): Promise<readonly RecallLine[]> =>
  (await callPages('listRecallLines', { params: { id }, query: filter, ...(signal && { signal }) }, most)).items;
