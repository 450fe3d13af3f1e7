import type { SignUpOptions } from '#lib/contracts/accounts.ts';
import { SYSTEM } from '#lib/laboratory/actor.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { anyUserExists } from '#lib/server/db/users.ts';
import { isMailOn } from '#lib/server/use-cases/mail/mail-server.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

/**
 * Information for the screens before sign-in: whether the next account is the first (specification 3.1), and whether
 * mail is sent.
 */
export const getSignUpOptions = ({ pool }: Services): Promise<SignUpOptions> =>
  transaction(pool, SYSTEM, async (tx) => ({
    first_account: !(await anyUserExists(tx)),
    mail_enabled: await isMailOn(tx)
  }));
