import { isCommonPassword } from '#lib/laboratory/passwords/judge-password.ts';
import { invalidInput } from '#lib/laboratory/refusal.ts';

/** @throws InvalidInput `password_common` at the field of the body */
export function assertUncommon(password: string, field = 'password'): void {
  if (!isCommonPassword(password)) return;
  throw invalidInput(
    ['body', field],
    'password_common',
    'This password is too easy to guess. Choose a longer phrase of your own'
  );
}
