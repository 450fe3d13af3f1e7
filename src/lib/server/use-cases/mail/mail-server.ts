import { findEmailSettings, type StoredEmailSettings } from '#lib/server/db/email-settings.ts';
import type { Tx } from '#lib/server/db/transaction.ts';
import type { MailServer } from '#lib/server/mail/mailer.ts';
import { openMailPassword } from '#lib/server/mail/seal-password.ts';
import type { SecretKeys } from '#lib/server/secrets/secret-keys.ts';

/** Whether mail is on: enabled by an admin, with a server and a sender. */
export const isMailOn = async (tx: Tx): Promise<boolean> => (await findEmailSettings(tx)).enabled;

/** The mail server; `null` while mail is off (specification 7, rule 2). */
export async function findMailServer(tx: Tx, secrets: SecretKeys): Promise<MailServer | null> {
  const settings = await findEmailSettings(tx);
  return settings.enabled ? mailServerOf(settings, secrets) : null;
}

/** The server from the settings, with the decrypted password; `null` if they have no server or no sender. */
export function mailServerOf(settings: StoredEmailSettings, secrets: SecretKeys): MailServer | null {
  const { host, port, security, username, sealed_password, from_address, from_name } = settings;
  if (host === null || from_address === null) return null;
  const password = sealed_password === null ? null : openMailPassword(sealed_password, secrets);
  return { host, port, security, username, password, fromAddress: from_address, fromName: from_name };
}
