import type { ProcedureRevision } from '#lib/contracts/procedures.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import type { Page } from '#lib/laboratory/page.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { findRevision, pageOfRevisions } from '#lib/server/db/procedures.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { requireProcedure } from './read-procedures.ts';

/** Newest first. @throws Refusal `not_found`, `invalid_cursor` */
export const listRevisions = (
  { pool }: Services,
  actor: PersonActor,
  id: string,
  page: { readonly limit: number; readonly cursor?: string | undefined }
): Promise<Page<ProcedureRevision>> =>
  transaction(pool, actor, async (tx) => {
    await requireProcedure(tx, id);
    return pageOfRevisions(tx, id, page);
  });

/** @throws Refusal `not_found` */
export const getRevision = (
  { pool }: Services,
  actor: PersonActor,
  id: string,
  revision: number
): Promise<ProcedureRevision> =>
  transaction(pool, actor, async (tx) => {
    await requireProcedure(tx, id);
    const found = await findRevision(tx, id, revision);
    if (found === null) throw new Refusal('not_found', 'This procedure does not have this revision.');
    return found;
  });
