import { sql, UniqueIntegrityConstraintViolationError, type CommonQueryMethods, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { userSchema, type User, type UserSummary } from '#lib/contracts/people.ts';
import type { Page } from '#lib/laboratory/page.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { documentKeys, without } from '#lib/records/field.ts';
import { USER, type UserColumnKey } from '#lib/records/user.ts';
import { assignments, columnNames, insertRow } from './column.ts';
import { columnsOf, derivedColumns } from './described.ts';
import { containsText, readPage } from './paging.ts';
import type { Tx } from './transaction.ts';

const columns = sql.fragment`${columnNames(documentKeys(USER))}, ${derivedColumns(USER, {
  profile_picture_url: sql.fragment`file_path(profile_picture_id)`
})}`;
const COLUMNS = columnsOf(USER);
const CHANGEABLE = columnsOf(without(USER, { id: USER.id, email: USER.email }));

const usable = sql.fragment`is_active AND is_verified`;

export type UserRow = Pick<User, UserColumnKey>;

/** @throws Refusal `email_taken` */
export function insertUser(tx: Tx, user: UserRow): Promise<User> {
  return refusingTakenAddress(
    tx.one(sql.type(userSchema)`
      ${insertRow('users', COLUMNS, user)} RETURNING ${columns}`)
  );
}

/** Everything except the addresses, which have their own rules below. */
export const updateUserRow = (tx: Tx, user: Omit<UserRow, 'email'>): Promise<User> =>
  tx.one(sql.type(userSchema)`
    UPDATE users SET ${assignments(CHANGEABLE, user)}, updated_at = clock_timestamp()
    WHERE id = ${user.id} RETURNING ${columns}`);

/** A confirmed address. @throws Refusal `email_taken` */
export const saveConfirmedEmail = (tx: Tx, id: string, email: string): Promise<User> =>
  refusingTakenAddress(
    tx.one(sql.type(userSchema)`
      UPDATE users SET email = ${email}, former_email = NULL, pending_email = NULL, updated_at = clock_timestamp()
      WHERE id = ${id} RETURNING ${columns}`)
  );

/**
 * An address entered by somebody else: the confirmed one is kept until this one is confirmed. @throws Refusal
 * `email_taken`
 */
export const saveEmailOfOthers = (tx: Tx, id: string, email: string): Promise<User> =>
  refusingTakenAddress(
    tx.one(sql.type(userSchema)`
      UPDATE users SET email = ${email}, former_email = nullif(coalesce(former_email, email), ${email}),
                       pending_email = NULL, updated_at = clock_timestamp()
      WHERE id = ${id} RETURNING ${columns}`)
  );

/** The address that a person has requested, until they follow the link mailed there. */
export const savePendingEmail = (tx: Tx, id: string, email: string): Promise<User> =>
  tx.one(sql.type(userSchema)`
    UPDATE users SET pending_email = ${email}, updated_at = clock_timestamp() WHERE id = ${id} RETURNING ${columns}`);

async function refusingTakenAddress(written: Promise<User>): Promise<User> {
  try {
    return await written;
  } catch (thrown) {
    if (!(thrown instanceof UniqueIntegrityConstraintViolationError)) throw thrown;
    throw new Refusal('email_taken', 'An account with this address already exists.');
  }
}

/**
 * Deletes an account without a trace, with everything that belongs to it. Throws if something else still refers to it.
 */
export async function deleteUserRow(tx: Tx, id: string): Promise<void> {
  await tx.query(sql.unsafe`DELETE FROM users WHERE id = ${id}`);
}

/**
 * Whether anybody can still sign in as superadmin. Call it under the instance's audit chain, which serialises changes
 * of accounts.
 */
export const anySuperadminIsLeft = (tx: Tx): Promise<boolean> =>
  tx.oneFirst(sql.type(z.object({ found: z.boolean() }))`
    SELECT EXISTS (SELECT FROM users WHERE role = 'superadmin' AND is_active AND is_verified) AS found`);

/** Superadmins who can sign in. */
export const findSuperadmins = (tx: Tx): Promise<readonly string[]> =>
  tx.anyFirst(sql.type(z.object({ id: z.string() }))`
    SELECT id FROM users WHERE role = 'superadmin' AND ${usable} ORDER BY id`);

/** Whether a person has ever acted or is a member. The registration itself does not count. */
export const hasHistory = (tx: Tx, id: string): Promise<boolean> =>
  tx.oneFirst(sql.type(z.object({ found: z.boolean() }))`SELECT person_has_history(${id}) AS found`);

/** Organizations, including invisible ones, of which a person is an admin. */
export const organizationsAdministeredBy = (tx: Tx, id: string): Promise<readonly string[]> =>
  tx.anyFirst(sql.type(z.object({ id: z.string() }))`SELECT id FROM organizations_administered_by(${id}) AS id`);

export const findUserByEmail = (tx: Tx, email: string): Promise<User | null> =>
  tx.maybeOne(sql.type(userSchema)`SELECT ${columns} FROM users WHERE email = ${email}`);

export const findUser = (tx: Tx, id: string): Promise<User | null> =>
  tx.maybeOne(sql.type(userSchema)`SELECT ${columns} FROM users WHERE id = ${id}`);

export const anyUserExists = (tx: Tx): Promise<boolean> =>
  tx.oneFirst(sql.type(z.object({ found: z.boolean() }))`SELECT EXISTS (SELECT FROM users) AS found`);

export type UserFilter = {
  readonly q?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
};

/** People by name. @param withAccounts also deactivated and unverified ones, and addresses are searched too. */
export const pageOfUsers = (tx: Tx, filter: UserFilter, withAccounts: boolean): Promise<Page<User>> =>
  pageOf(tx, filter, withAccounts, withAccounts ? sql.fragment`true` : usable);

/** People who could become members of an organization, by name. @param withEmail whether addresses are searched too. */
export const pageOfNonMembers = (
  tx: Tx,
  organizationId: string,
  filter: UserFilter,
  withEmail: boolean
): Promise<Page<User>> =>
  pageOf(
    tx,
    filter,
    withEmail,
    sql.fragment`${usable} AND NOT EXISTS (
      SELECT FROM memberships m WHERE m.organization_id = ${organizationId} AND m.user_id = users.id)`
  );

const pageOf = (tx: Tx, filter: UserFilter, withEmail: boolean, where: FragmentSqlToken): Promise<Page<User>> =>
  readPage(tx, {
    row: userSchema,
    columns,
    from: sql.fragment`users`,
    where: [
      where,
      filter.q
        ? containsText(filter.q, withEmail ? sql.fragment`full_name, email` : sql.fragment`full_name`)
        : sql.fragment`true`
    ],
    id: sql.fragment`id`,
    sortKeys: { full_name: { expression: sql.fragment`lower(full_name)`, type: 'text' } },
    sort: 'full_name',
    limit: filter.limit,
    cursor: filter.cursor
  });

const credentials = z.object({
  id: z.string(),
  is_active: z.boolean(),
  is_verified: z.boolean(),
  argon2id: z.string().nullable()
});
/** The credentials for sign-in; read nowhere else. */
export type Credentials = z.infer<typeof credentials>;

export const findCredentials = (db: CommonQueryMethods, email: string): Promise<Credentials | null> =>
  db.maybeOne(sql.type(credentials)`
    SELECT id, is_active, is_verified, argon2id FROM users LEFT JOIN passwords ON user_id = id WHERE email = ${email}`);

/**
 * The current credentials, locked until the transaction ends: a change of the password or the account waits, and then
 * ends the session that was started meanwhile.
 */
export async function lockCredentials(tx: Tx, userId: string): Promise<Credentials | null> {
  await tx.query(sql.unsafe`SELECT FROM passwords WHERE user_id = ${userId} FOR UPDATE`);
  await tx.query(sql.unsafe`SELECT FROM users WHERE id = ${userId} FOR SHARE`);
  return tx.maybeOne(sql.type(credentials)`
    SELECT id, is_active, is_verified, argon2id FROM users LEFT JOIN passwords ON user_id = id WHERE id = ${userId}`);
}

export const findPasswordHash = (db: CommonQueryMethods, userId: string): Promise<string | null> =>
  db.maybeOneFirst(sql.type(z.object({ argon2id: z.string() }))`
    SELECT argon2id FROM passwords WHERE user_id = ${userId}`);

/** Whether the server's console lets the person in by password where the identity provider is otherwise the only way. */
export const isLetInByConsole = (tx: CommonQueryMethods, userId: string): Promise<boolean> =>
  tx.oneFirst(sql.type(z.object({ is: z.boolean() }))`
    SELECT EXISTS (SELECT FROM passwords WHERE user_id = ${userId} AND set_at_console) AS is`);

export async function letInByConsole(tx: CommonQueryMethods, userId: string): Promise<void> {
  await tx.query(sql.unsafe`UPDATE passwords SET set_at_console = true WHERE user_id = ${userId}`);
}

export async function savePasswordHash(db: CommonQueryMethods, userId: string, argon2id: string): Promise<void> {
  await db.query(sql.unsafe`
    INSERT INTO passwords (user_id, argon2id) VALUES (${userId}, ${argon2id})
    ON CONFLICT (user_id) DO UPDATE SET argon2id = excluded.argon2id, changed_at = now()`);
}

/** The part of a person that other people's records embed. @param withEmail whether the reader may see the address. */
export const summaryOf = (user: User, withEmail: boolean): UserSummary => ({
  id: user.id,
  full_name: user.full_name,
  ...(withEmail ? { email: user.email } : {}),
  role: user.role,
  profile_picture_url: user.profile_picture_url
});
