/**
 * `npm run reseal-secrets`: the second step of replacing SECRET_KEY. First start the app with the new key as SECRET_KEY
 * and the old one as SECRET_KEY_BEFORE; then this command, with the same two, seals everything in the database with the
 * new key while the app runs; then remove SECRET_KEY_BEFORE. With an embedded database, stop the app first: the command
 * starts the database itself.
 */
import { join } from 'node:path';
import { parseConfig } from '#lib/server/config.ts';
import { openPool } from '#lib/server/db/pool.ts';
import { confirmSecretKey, markResealed } from '#lib/server/use-cases/secrets/confirm-secret-key.ts';
import { resealSecrets } from '#lib/server/use-cases/secrets/reseal-secrets.ts';
import { prepareDatabase } from '#lib/server/prepare-database.ts';
import { ROOT } from './root.ts';
import { runCommand } from './run-command.ts';
import { withDatabase } from './start/with-database.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

await runCommand(async () => {
  const { secretKeyBefore } = parseConfig(process.env);
  if (secretKeyBefore === undefined)
    throw new Error('Set SECRET_KEY_BEFORE to the key that is being replaced, and SECRET_KEY to the new one.');
  await withDatabase(say, async ({ databaseUrl, secretKey }) => {
    await prepareDatabase(databaseUrl, join(ROOT, 'migrations'));
    await confirmSecretKey(databaseUrl, { secretKey, secretKeyBefore });
    const pool = await openPool(databaseUrl, 1);
    const { done, already, unreadable } = await resealSecrets({ pool, secretKey, secretKeyBefore }).finally(() =>
      pool.end()
    );
    say(`${done} re-encrypted, ${already} already used the new key.`);
    for (const name of unreadable) say(`Cannot be decrypted with either key: ${name}.`);
    if (unreadable.length > 0) process.exitCode = 1;
    else {
      await markResealed(databaseUrl, { secretKey });
      say('SECRET_KEY_BEFORE is no longer needed.');
    }
  });
});
