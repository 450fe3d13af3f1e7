import { sql } from 'slonik';
import { z } from 'zod';
import { globalRole, type GlobalRole } from '#lib/contracts/primitives.ts';
import { signInSettingsSchema, type SignInSettings } from '#lib/contracts/sign-in-settings.ts';
import type { Tx } from './transaction.ts';

const columns = sql.fragment`second_factor_roles, updated_at`;

export const findSignInSettings = (tx: Tx): Promise<SignInSettings> =>
  tx.one(sql.type(signInSettingsSchema)`SELECT ${columns} FROM sign_in_settings`);

export const saveSecondFactorRoles = (tx: Tx, roles: readonly GlobalRole[]): Promise<SignInSettings> =>
  tx.one(sql.type(signInSettingsSchema)`
    UPDATE sign_in_settings SET second_factor_roles = ${sql.array([...roles], 'text')}, updated_at = clock_timestamp()
    RETURNING ${columns}`);

/** Whether a person's role requires a second factor. */
export const isFactorRequiredOf = async (tx: Tx, userId: string): Promise<boolean> =>
  (await tx.maybeOneFirst(sql.type(z.object({ role: globalRole }))`
    SELECT u.role FROM users u, sign_in_settings s WHERE u.id = ${userId} AND u.role = ANY (s.second_factor_roles)`)) !==
  null;
