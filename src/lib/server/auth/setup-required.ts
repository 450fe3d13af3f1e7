import { Refusal } from '#lib/laboratory/refusal.ts';

/** The role of the account requires a second factor, which it does not have. */
export const setupRequired = (): Refusal =>
  new Refusal(
    'second_factor_setup_required',
    'Your role requires a second factor. Set up a passkey or an authenticator app first.'
  );
