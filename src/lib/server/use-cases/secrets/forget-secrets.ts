import { SYSTEM } from '#lib/laboratory/actor.ts';
import { endEverySession } from '#lib/server/auth/sessions.ts';
import { appendAudit } from '#lib/server/db/audit.ts';
import { forgetSealedPassword } from '#lib/server/db/email-settings.ts';
import { forgetSecondFactors } from '#lib/server/db/second-factors.ts';
import { forgetWrappedKeys } from '#lib/server/db/signing-certificates.ts';
import { forgetWebhookSecrets } from '#lib/server/db/webhooks.ts';
import { transaction, type Tx } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

/** What was deleted. */
export type Forgotten = {
  readonly signingKeys: number;
  readonly secondFactors: number;
  readonly mailPassword: boolean;
  readonly webhooks: number;
};

/**
 * Deletes everything sealed with a lost SECRET_KEY: private signing keys, second factors, the password of the mail server and the secrets of
 * webhooks, which are switched off. The certificates of those keys stay, to verify earlier signatures; each organization signs with a new
 * one from now on. All users and programs have to sign in again, because it is unknown who has the key.
 */
export const forgetSecrets = ({ pool }: Pick<Services, 'pool'>): Promise<Forgotten> =>
  transaction(pool, SYSTEM, async (tx) => {
    await appendAudit(tx, SYSTEM, null, {
      action: 'installation.secrets_forgotten',
      resource: { type: 'installation', id: INSTALLATION, label: 'Plumbline' }
    });
    await endEverySession(tx);
    return forgetEverythingSealed(tx);
  });

/** Deletes everything sealed; whoever is signed in stays so. */
export const forgetEverythingSealed = async (tx: Tx): Promise<Forgotten> => ({
  signingKeys: await forgetWrappedKeys(tx),
  secondFactors: await forgetSecondFactors(tx),
  mailPassword: await forgetSealedPassword(tx),
  webhooks: await forgetWebhookSecrets(tx)
});

/** There is one, and no id for it. */
const INSTALLATION = '00000000-0000-0000-0000-000000000000';
