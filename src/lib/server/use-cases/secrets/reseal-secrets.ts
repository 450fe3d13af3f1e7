import { SYSTEM } from '#lib/laboratory/actor.ts';
import { signingKeySeal } from '#lib/server/certificates/signing-keys.ts';
import { findEmailSettings, replaceSealedPassword } from '#lib/server/db/email-settings.ts';
import { findWrappedKeys, replaceWrappedKey } from '#lib/server/db/signing-certificates.ts';
import { findSealedTotpSecrets, replaceSealedTotpSecret } from '#lib/server/db/second-factors.ts';
import { findWebhookSecrets, replaceWebhookSecret } from '#lib/server/db/webhooks.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { MAIL_PASSWORD_SEAL } from '#lib/server/mail/seal-password.ts';
import { openSealed, resealed, type Seal } from '#lib/server/secrets/sealed-text.ts';
import type { SecretKeys } from '#lib/server/secrets/secret-keys.ts';
import { totpSeal } from '#lib/server/secrets/totp-seal.ts';
import { webhookSecretSeal } from '#lib/server/webhooks/message-signature.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

/** The outcome of resealing; `unreadable` lists what neither secret can decrypt. */
export type Resealing = { readonly done: number; readonly already: number; readonly unreadable: readonly string[] };

type Sealed = {
  readonly name: string;
  readonly text: string;
  readonly seal: Seal;
  /** Writes the resealed text if it has not changed since it was read. */
  readonly replace: (next: string) => Promise<boolean>;
};

/**
 * Seals with the current secret what was sealed with the previous one: every signing key, the mail password, the secrets of second factors
 * and of webhooks. Each
 * separately, so that the app can run meanwhile and a second run continues where the first stopped; concurrent changes
 * are already sealed with the current secret.
 */
export async function resealSecrets(services: Pick<Services, 'pool'> & SecretKeys): Promise<Resealing> {
  let done = 0;
  let already = 0;
  const unreadable: string[] = [];
  for (const { name, text, seal, replace } of await everythingSealed(services)) {
    const next = resealed(text, seal, services);
    if (next === null) unreadable.push(name);
    else if (next === text) already += 1;
    else if (await replace(next)) done += 1;
  }
  return { done, already, unreadable };
}

/** Whether the current secrets decrypt anything that is sealed; true if nothing is. */
export async function opensSomething(services: Pick<Services, 'pool'> & SecretKeys): Promise<boolean> {
  const sealed = await everythingSealed(services);
  return sealed.length === 0 || sealed.some(({ text, seal }) => openSealed(text, seal, services) !== null);
}

async function everythingSealed({ pool }: Pick<Services, 'pool'>): Promise<readonly Sealed[]> {
  const { keys, totp, settings, webhooks } = await transaction(pool, SYSTEM, async (tx) => ({
    keys: await findWrappedKeys(tx),
    totp: await findSealedTotpSecrets(tx),
    settings: await findEmailSettings(tx),
    webhooks: await findWebhookSecrets(tx)
  }));
  const password = settings.sealed_password;
  const mail: Sealed[] =
    password === null
      ? []
      : [
          {
            name: 'the mail password',
            text: password,
            seal: MAIL_PASSWORD_SEAL,
            replace: (next) => transaction(pool, SYSTEM, (tx) => replaceSealedPassword(tx, password, next))
          }
        ];
  return [
    ...keys.map((key) => ({
      name: `the signing key ${key.id} of ${key.organization_id ?? 'the installation'}`,
      text: key.wrapped_private_key,
      seal: signingKeySeal(key.organization_id),
      replace: (next: string) => transaction(pool, SYSTEM, (tx) => replaceWrappedKey(tx, key, next))
    })),
    ...totp.map((secret) => ({
      name: `the second factor of ${secret.user_id}`,
      text: secret.sealed_secret,
      seal: totpSeal(secret.user_id),
      replace: (next: string) => transaction(pool, SYSTEM, (tx) => replaceSealedTotpSecret(tx, secret, next))
    })),
    ...mail,
    ...webhooks.flatMap(({ id, organization_id, sealed_secret, sealed_secret_before }) =>
      [sealed_secret, sealed_secret_before]
        .filter((text) => text !== null)
        .map((text) => ({
          name: `a secret of the webhook ${id} of ${organization_id}`,
          text,
          seal: webhookSecretSeal(id),
          replace: (next: string) => transaction(pool, SYSTEM, (tx) => replaceWebhookSecret(tx, id, text, next))
        }))
    )
  ];
}
