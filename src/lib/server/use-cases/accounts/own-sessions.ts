import type { Session } from '#lib/contracts/accounts.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import type { Page } from '#lib/laboratory/page.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { deleteSessionByPublicId, deleteSessionsOf, pageOfSessions } from '#lib/server/db/sessions.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

/** The caller's sessions. @throws Refusal `invalid_cursor` */
export const listSessions = (
  { pool, now }: Services,
  actor: PersonActor,
  currentId: string,
  page: { readonly limit: number; readonly cursor?: string | undefined }
): Promise<Page<Session>> =>
  transaction(pool, actor, (tx) => pageOfSessions(tx, { userId: actor.userId, currentId, now: now() }, page));

/**
 * Ends one of the caller's sessions: its token becomes invalid at once. @throws Refusal `not_found`, also for others'
 * sessions
 */
export const endOwnSession = ({ pool }: Services, actor: PersonActor, id: string): Promise<void> =>
  transaction(pool, actor, async (tx) => {
    if (await deleteSessionByPublicId(tx, actor.userId, id)) return;
    throw new Refusal('not_found', 'Session not found.');
  });

/**
 * Ends all of the caller's sessions, including this one. Access tokens of programs stay valid; they are revoked one by
 * one.
 */
export const endOwnSessions = ({ pool }: Services, actor: PersonActor): Promise<void> =>
  transaction(pool, actor, (tx) => deleteSessionsOf(tx, actor.userId, null));
