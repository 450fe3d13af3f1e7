import { operation } from './operation.ts';
import { signInSettingsSchema, updateSignInSettingsBody } from './sign-in-settings.ts';

export const signInSettingsOperations = {
  getSignInSettings: operation({
    method: 'GET',
    path: '/admin/sign-in',
    tag: 'Administration',
    summary: 'Which roles need a second factor',
    access: 'superadmin',
    answers: { 200: signInSettingsSchema }
  }),
  updateSignInSettings: operation({
    method: 'PUT',
    path: '/admin/sign-in',
    tag: 'Administration',
    summary: 'Choose which roles need a second factor',
    description:
      'Whoever has such a role and no second factor sets one up at the next sign-in: until then, the session is refused everything else with `second_factor_setup_required`. Sessions that exist stay, but make no access tokens. Needs a proof within the last ten minutes.',
    access: 'superadmin',
    body: updateSignInSettingsBody,
    answers: { 200: signInSettingsSchema },
    refusals: ['forbidden', 'proof_required', 'stale']
  })
} as const;
