import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { EmailSettings, updateEmailSettingsBody } from '#lib/contracts/email-settings.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { fieldChanges, isUnchanged, type FieldChanges } from '#lib/laboratory/field-changes.ts';
import { assertFresh } from '#lib/laboratory/freshness.ts';
import { presentFields } from '#lib/laboratory/present-fields.ts';
import { assertMay } from '#lib/laboratory/permissions.ts';
import { invalidInput } from '#lib/laboratory/refusal.ts';
import { appendAudit, lockAuditChain } from '#lib/server/db/audit.ts';
import { signalToAll } from '#lib/server/db/change-streams.ts';
import {
  findEmailSettings,
  saveRouteBy,
  updateEmailSettingsRow,
  type StoredEmailSettings
} from '#lib/server/db/email-settings.ts';
import { transaction, type Tx } from '#lib/server/db/transaction.ts';
import { enqueue } from '#lib/server/jobs/queue.ts';
import { MAIL_PASSWORD_SEAL, sealMailPassword } from '#lib/server/mail/seal-password.ts';
import { openSealed } from '#lib/server/secrets/sealed-text.ts';
import type { SecretKeys } from '#lib/server/secrets/secret-keys.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

type Change = z.output<typeof updateEmailSettingsBody>;
/** The installation has one row of settings, and no id for it. */
const RESOURCE = { type: 'email_settings', id: '00000000-0000-0000-0000-000000000000', label: 'Mail' } as const;
const PLAIN = ['enabled', 'host', 'port', 'security', 'username', 'from_address', 'from_name'] as const;
const WHERE_TO = ['host', 'port', 'security', 'username'] as const;
const ROUTE = [...WHERE_TO, 'enabled', 'sealed_password'] as const;

/** @throws Refusal `forbidden` */
export async function getEmailSettings(services: Services, actor: PersonActor): Promise<EmailSettings> {
  assertMay(actor, 'settings.manage');
  return shown(services, await transaction(services.pool, actor, findEmailSettings));
}

/**
 * Changes the mail settings; the password is stored sealed, and recorded only as having changed.
 * @throws Refusal `forbidden`, `stale`; InvalidInput where mail would be on without server or sender, or where the stored password
 * would go to another server than the one that it was entered for.
 */
export async function updateEmailSettings(
  services: Services,
  actor: PersonActor,
  { password, ...settings }: Change,
  ifMatch: string | null
): Promise<EmailSettings> {
  assertMay(actor, 'settings.manage');
  return transaction(services.pool, actor, async (tx) => {
    await lockAuditChain(tx, null);
    const before = await findEmailSettings(tx);
    assertFresh(before, ifMatch);
    const after = { ...before, ...presentFields(settings), sealed_password: sealed(services, before, password) };
    assertUsable(before, after, password);
    const changes: FieldChanges = {
      ...fieldChanges(before, after, [...PLAIN, 'reminder_lead_days']),
      ...(after.sealed_password !== before.sealed_password && { password: passwordChange(before, after) })
    };
    if (isUnchanged(changes)) return shown(services, before);
    await appendAudit(tx, actor, null, { action: 'email_settings.updated', resource: RESOURCE, changes });
    // Devices derive the status of assets with this number.
    if (after.reminder_lead_days !== before.reminder_lead_days) await signalToAll(tx);
    const saved = await updateEmailSettingsRow(tx, after);
    return shown(services, (await noteRoute(tx, actor, before, after)) ?? saved);
  });
}

/**
 * Approves the mail server: from now on it also sends links that sign in a superadmin.
 * @throws Refusal `forbidden`, `stale` where the settings are no longer those that were seen
 */
export const approveEmailSettings = (
  services: Services,
  actor: PersonActor,
  ifMatch: string | null
): Promise<EmailSettings> =>
  transaction(services.pool, actor, async (tx) => {
    assertMay(actor, 'settings.approve');
    await lockAuditChain(tx, null);
    const before = await findEmailSettings(tx);
    assertFresh(before, ifMatch);
    if (before.is_approved) return shown(services, before);
    await appendAudit(tx, actor, null, { action: 'email_settings.approved', resource: RESOURCE });
    return shown(services, await saveRouteBy(tx, actor.userId));
  });

/**
 * Records who has set the mail server, and notifies the superadmins. A superadmin is responsible for the server only if
 * they set it: correcting the sender's name does not approve the host. @returns the settings, if they changed
 */
async function noteRoute(tx: Tx, actor: PersonActor, before: StoredEmailSettings, after: StoredEmailSettings) {
  const isChanged = (fields: readonly (keyof StoredEmailSettings)[]) =>
    fields.some((field) => before[field] !== after[field]);
  if (!isChanged([...PLAIN, 'sealed_password'])) return null;
  await enqueue(tx, 'notify_mail_settings_changed', {
    change_id: uuidv7(),
    changed_by: actor.userId,
    host: after.host
  });
  const answersFor = actor.role !== 'superadmin' || isChanged(ROUTE);
  return answersFor ? saveRouteBy(tx, actor.userId) : null;
}

function sealed(secrets: SecretKeys, before: StoredEmailSettings, password: Change['password']): string | null {
  if (password === undefined) return before.sealed_password;
  return password === null ? null : sealMailPassword(password, secrets);
}

function assertUsable(before: StoredEmailSettings, after: StoredEmailSettings, password: Change['password']): void {
  for (const field of ['host', 'from_address'] as const) {
    if (after.enabled && after[field] === null) {
      throw invalidInput(['body', field], 'missing', 'Enter a server and a sender before you turn on mail');
    }
  }
  const moved = WHERE_TO.some((field) => before[field] !== after[field]);
  if (moved && password === undefined && before.sealed_password !== null) {
    throw invalidInput(
      ['body', 'password'],
      'missing',
      'Enter the password again because the server or its account has changed'
    );
  }
}

const passwordChange = (before: StoredEmailSettings, after: StoredEmailSettings) => ({
  old: before.sealed_password === null ? null : 'set',
  new: after.sealed_password === null ? null : 'set anew'
});

function shown(services: Services, stored: StoredEmailSettings): EmailSettings {
  const { sealed_password, ...settings } = stored;
  return {
    ...settings,
    reminder_lead_days: settings.reminder_lead_days ?? services.reminderLeadDays,
    has_password: sealed_password !== null,
    password_unreadable: sealed_password !== null && openSealed(sealed_password, MAIL_PASSWORD_SEAL, services) === null
  };
}
