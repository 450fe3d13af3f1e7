import { SYSTEM } from '#lib/laboratory/actor.ts';
import { endEverySession } from '#lib/server/auth/sessions.ts';
import { appendAudit } from '#lib/server/db/audit.ts';
import { forgetSealedPassword } from '#lib/server/db/email-settings.ts';
import { forgetWrappedKeys } from '#lib/server/db/signing-certificates.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

/** What was forgotten. */
export type Forgotten = { readonly signingKeys: number; readonly mailPassword: boolean };

/**
 * Drops all that a lost SECRET_KEY had sealed: private signing keys and the password of the mail server, whose mail is switched off. The
 * certificates of those keys stay, to verify what was signed; each organization signs with a new one from now on. Whoever is signed
 * in has to sign in again, programs too, because who has the key by now is not known.
 */
export const forgetSecrets = ({ pool }: Pick<Services, 'pool'>): Promise<Forgotten> =>
  transaction(pool, SYSTEM, async (tx) => {
    await appendAudit(tx, SYSTEM, null, {
      action: 'installation.secrets_forgotten',
      resource: { type: 'installation', id: INSTALLATION, label: 'Plumbline' }
    });
    await endEverySession(tx);
    return { signingKeys: await forgetWrappedKeys(tx), mailPassword: await forgetSealedPassword(tx) };
  });

/** There is one, and no id for it. */
const INSTALLATION = '00000000-0000-0000-0000-000000000000';
