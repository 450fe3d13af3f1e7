import { callPages } from '#lib/client/api/call.ts';
import type { PersonRecord } from '#lib/ui/people/person-record.ts';

/** Everybody whom the viewer may see. */
export const allPeople = async (signal: AbortSignal): Promise<readonly PersonRecord[]> =>
  (await callPages('listUsers', { signal })).items;
