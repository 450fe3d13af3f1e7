/**
 * `npm run forget-secrets -- --yes`: for a SECRET_KEY that is lost for good, including every backup. Deletes everything
 * sealed with it and uses the current key instead: SECRET_KEY, or the file secret.key in DATA_DIR, which is created.
 * Stop every process first.
 */
import { join } from 'node:path';
import { openPool } from '#lib/server/db/pool.ts';
import { prepareDatabase } from '#lib/server/prepare-database.ts';
import { confirmSecretKey, markResealed, WrongSecretKey } from '#lib/server/use-cases/secrets/confirm-secret-key.ts';
import { forgetSecrets } from '#lib/server/use-cases/secrets/forget-secrets.ts';
import { ROOT } from './root.ts';
import { runCommand } from './run-command.ts';
import { withDatabase } from './start/with-database.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

const WHAT_IT_DOES = `This permanently deletes everything that was encrypted with a lost SECRET_KEY:
- Private signing keys. Each organization signs with a new certificate from now on; certificates issued so far remain valid.
- Second factors: the password is enough to sign in until people set up a new one.
- The password of the mail server. Mail is switched off until it is entered again.
- The secrets of webhooks. They are switched off until each is given a new secret.
- Everyone is signed out, and access tokens of programs are revoked.
Look for the key in every backup first. If it is lost: npm run forget-secrets -- --yes`;

await runCommand(async () => {
  if (process.argv[2] !== '--yes') throw new Error(WHAT_IT_DOES);
  const work = async ({ databaseUrl, secretKey }: { databaseUrl: string; secretKey: Uint8Array }) => {
    await prepareDatabase(databaseUrl, join(ROOT, 'migrations'));
    if (await opens(databaseUrl, secretKey)) {
      throw new Error('Nothing was deleted: this database is encrypted with the current SECRET_KEY.');
    }
    const pool = await openPool(databaseUrl, 1);
    const { signingKeys, secondFactors, mailPassword, webhooks } = await forgetSecrets({ pool }).finally(() =>
      pool.end()
    );
    await markResealed(databaseUrl, { secretKey });
    const deleted = [
      `private signing keys (${signingKeys})`,
      ...(secondFactors > 0 ? [`second factors (${secondFactors})`] : []),
      ...(mailPassword ? ['the password of the mail server'] : []),
      ...(webhooks > 0 ? [`secrets of webhooks (${webhooks})`] : [])
    ];
    say(`Deleted: ${deleted.join(', ')}.`);
    say('This installation now uses the current key. Keep it with your backups.');
  };
  await withDatabase(say, work, { keyIsLost: true });
});

async function opens(databaseUrl: string, secretKey: Uint8Array): Promise<boolean> {
  try {
    await confirmSecretKey(databaseUrl, { secretKey });
    return true;
  } catch (thrown) {
    if (thrown instanceof WrongSecretKey) return false;
    throw thrown;
  }
}
