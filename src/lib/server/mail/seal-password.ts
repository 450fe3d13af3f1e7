import type { SecretKeys } from '#lib/server/secrets/secret-keys.ts';
import { openSealed, sealText, type Seal } from '#lib/server/secrets/sealed-text.ts';

/** How the mail server's password is sealed. */
export const MAIL_PASSWORD_SEAL: Seal = { purpose: 'plumbline mail password v1', bound: 'mail-password' };

/** Encrypts the mail server's password for the database. */
export const sealMailPassword = (password: string, secrets: SecretKeys): string =>
  sealText(password, MAIL_PASSWORD_SEAL, secrets);

/** The stored password was encrypted with another `SECRET_KEY`, or altered: it has to be entered again. */
export class MailPasswordUnreadable extends Error {
  override readonly name = 'MailPasswordUnreadable';
}

/** @returns the password that `sealMailPassword` sealed. @throws MailPasswordUnreadable */
export function openMailPassword(sealed: string, secrets: SecretKeys): string {
  const opened = openSealed(sealed, MAIL_PASSWORD_SEAL, secrets);
  if (opened !== null) return opened;
  throw new MailPasswordUnreadable(
    'The mail password cannot be decrypted because SECRET_KEY has changed. Enter the password again'
  );
}
