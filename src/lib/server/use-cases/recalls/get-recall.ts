import type { Recall, RecallLine } from '#lib/contracts/recalls.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import type { Page } from '#lib/laboratory/page.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { pageOfLines, type LineFilter } from '#lib/server/db/recall-lines.ts';
import { findRecall, pageOfRecalls } from '#lib/server/db/recalls.ts';
import { transaction, type Tx } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

/** @throws Refusal `not_found` */
export const getRecall = ({ pool }: Services, actor: PersonActor, id: string): Promise<Recall> =>
  transaction(pool, actor, (tx) => requireRecall(tx, id));

/** Within a transaction. @throws Refusal `not_found`, also for what the actor may not see */
export async function requireRecall(tx: Tx, id: string): Promise<Recall> {
  const recall = await findRecall(tx, id);
  if (recall === null) throw new Refusal('not_found', 'Recall not found, or you do not have access to it.');
  return recall;
}

/** Newest first. @throws Refusal `invalid_cursor` */
export const listRecalls = (
  { pool }: Services,
  actor: PersonActor,
  query: { readonly organization_id?: string | undefined; readonly limit: number; readonly cursor?: string | undefined }
): Promise<Page<Recall>> =>
  transaction(pool, actor, (tx) => pageOfRecalls(tx, { ...query, organizationId: query.organization_id }));

/** The lines that the actor may see, the gravest first. @throws Refusal `not_found`, `invalid_cursor` */
export const listRecallLines = (
  { pool }: Services,
  actor: PersonActor,
  id: string,
  filter: LineFilter
): Promise<Page<RecallLine>> =>
  transaction(pool, actor, async (tx) => {
    await requireRecall(tx, id);
    return pageOfLines(tx, id, filter);
  });
