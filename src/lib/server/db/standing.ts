import { sql, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { globalRole, id, languageSchema, organizationRole } from '#lib/contracts/primitives.ts';
import { SYSTEM, type Actor, type PersonActor } from '#lib/laboratory/actor.ts';
import { hasRole } from '#lib/laboratory/permissions.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { beReadOnly } from './driver/be-read-only.ts';
import type { Tx } from './transaction.ts';

/**
 * A right that the request began with has been revoked since and must no longer be used. If possible the caller is
 * authenticated again (http/with-present-rights.ts), and refused there for the current reason.
 */
export class RightsEnded extends Refusal {
  constructor() {
    super('forbidden', 'Your rights have changed since this was begun, so it was not done. Try again.');
  }
}

/** Must be the first statement of its transaction. */
export async function beReadOnlySnapshot(tx: Tx): Promise<void> {
  await tx.query(sql.unsafe`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`);
}

const standingRow = z.object({
  standing: z
    .object({
      full_name: z.string(),
      language: languageSchema,
      role: globalRole,
      memberships: z.record(id, organizationRole)
    })
    .nullable()
});

/** What the transaction of an acting user may do from here on; the database enforces it. */
export type Access = 'write' | 'read';
const ACCESS: Readonly<Record<Access, FragmentSqlToken>> = {
  write: sql.fragment``,
  read: sql.fragment`, ${beReadOnly}`
};

/** Sets the service itself as the database's acting user. */
export async function actAsSystem(tx: Tx, access: Access = 'write'): Promise<void> {
  await tx.query(sql.unsafe`
    SELECT set_config('app.user_id', '', true), set_config('app.role', ${SYSTEM.kind}, true),
           set_config('app.organizations', '{}', true), set_config('app.standing', '', true)${ACCESS[access]}`);
}

/**
 * Sets the database's acting user and reads their current rights, which row-level security uses. @returns null if the
 * account or the session is no longer valid.
 */
export async function actAs(tx: Tx, begun: PersonActor, access: Access = 'write'): Promise<PersonActor | null> {
  const { standing: now } = await tx.one(sql.type(standingRow)`
    SELECT act_as(${begun.userId}, ${begun.sessionId ?? ''}) AS standing${ACCESS[access]}`);
  return (
    now && {
      ...begun,
      fullName: now.full_name,
      language: now.language,
      role: now.role,
      memberships: new Map(Object.entries(now.memberships))
    }
  );
}

/**
 * The same, for callers that have already decided by their initial rights. @throws RightsEnded if one of these has been
 * revoked
 */
export async function introduce(tx: Tx, actor: Actor, access: Access = 'write'): Promise<void> {
  if (actor.kind === 'system') return actAsSystem(tx, access);
  const now = await actAs(tx, actor, access);
  if (now === null || !hasAtLeast(now, actor)) throw new RightsEnded();
  // Additional rights granted since do not lead to a refusal.
  if (actor.remembered && !isAsBefore(now, actor)) throw new RightsEnded();
}

const hasAtLeast = (now: PersonActor, begun: PersonActor): boolean =>
  hasRole(now, begun.role) &&
  [...begun.memberships].every(([organization, role]) =>
    role === 'admin' ? now.memberships.get(organization) === role : now.memberships.has(organization)
  );

const isAsBefore = (now: PersonActor, begun: PersonActor): boolean =>
  hasAtLeast(begun, now) && now.fullName === begun.fullName && now.language === begun.language;
