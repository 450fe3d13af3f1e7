/** What is asked of whom at signing in. */
import { z } from 'zod';
import { globalRole, instant } from './primitives.ts';

const roles = z.array(globalRole).max(4).describe('Whoever has one of these roles needs a second factor');
export const signInSettingsSchema = z.strictObject({ second_factor_roles: roles, updated_at: instant });
export type SignInSettings = z.infer<typeof signInSettingsSchema>;
export const updateSignInSettingsBody = z.strictObject({ second_factor_roles: roles });
