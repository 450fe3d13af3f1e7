/**
 * `npm run set-password -- person@laboratory.example`: sets a password from the server's console, for someone who
 * forgot theirs when mail cannot be sent. The new password is read from standard input, so that no history contains it.
 * A second factor is kept; with `--remove-second-factor` after the address it is removed, for someone who has lost it.
 * With an embedded database, stop the app first; with DATABASE_URL it may run beside the app.
 */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { password } from '#lib/contracts/people.ts';
import { emailAddress } from '#lib/contracts/primitives.ts';
import { openPool } from '#lib/server/db/pool.ts';
import { setPassword } from '#lib/server/use-cases/accounts/set-password.ts';
import { runCommand } from './run-command.ts';
import { withDatabase } from './start/with-database.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

/** One line, not echoed by a terminal while it is typed. */
async function readSecret(question: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: process.stdin.isTTY });
  if (process.stdin.isTTY) process.stdout.write(question);
  try {
    const { value } = await lines[Symbol.asyncIterator]().next();
    return String(value ?? '');
  } finally {
    lines.close();
    if (process.stdin.isTTY) say('');
  }
}

await runCommand(async () => {
  const email = emailAddress.safeParse(process.argv[2]);
  const option = process.argv[3];
  const removeSecondFactor = option === '--remove-second-factor';
  if (option !== undefined && !removeSecondFactor) throw new Error(`Unknown option: ${option}`);
  if (!email.success) throw new Error('Give the e-mail address: npm run set-password -- person@laboratory.example');
  const wanted = password.safeParse(await readSecret(`New password of ${email.data}: `));
  if (!wanted.success) throw new Error(`This password cannot be used. ${wanted.error.issues[0]?.message}`);
  await withDatabase(say, async ({ databaseUrl }) => {
    const pool = await openPool(databaseUrl, 1);
    const change = setPassword({ pool }, { email: email.data, new_password: wanted.data, removeSecondFactor });
    const { name, secondFactor } = await change.finally(() => pool.end());
    say(`The password of ${name} was changed. All other sessions have ended.`);
    if (secondFactor === 'removed') say('The second factor was removed: the password is enough to sign in.');
    if (secondFactor === 'kept')
      say('The second factor is still required. If it is lost, add --remove-second-factor after the address.');
  });
});
