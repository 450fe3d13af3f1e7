import { isCommonPassword } from '#lib/laboratory/passwords/judge-password.ts';
import { invalidInput } from '#lib/laboratory/refusal.ts';
import { isBreachedPassword } from './breached-passwords.ts';

/**
 * The screens know the common passwords and refuse them while one is typed; those from stolen data only the server knows.
 * @throws InvalidInput `password_common` at the field of the body
 */
export function assertUncommon(password: string, field = 'password'): void {
  if (!isCommonPassword(password) && !isBreachedPassword(password)) return;
  throw invalidInput(
    ['body', field],
    'password_common',
    'This password is too easy to guess, or on a list of stolen passwords. Choose a longer phrase of your own'
  );
}
