import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { inject } from 'vitest';

/**
 * Runs a command, built, as an operator at the server's console would, beside a database.
 * @param databaseUrl null: the embedded one of the DATA_DIR that is set.
 * @param name of the command's file in src/commands.
 * @param typed what is written to its standard input.
 * @param settings environment variables beside those that every command is given.
 * @returns its exit code, null where a signal ended it; and what it printed, on standard output first.
 */
export function runCommand(
  databaseUrl: string | null,
  name: string,
  args: readonly string[] = [],
  typed = '',
  settings: Readonly<Record<string, string>> = {}
): Promise<{ code: number | null; output: string }> {
  const env = {
    PATH: process.env['PATH'] ?? '',
    ...(databaseUrl === null
      ? {}
      : { DATABASE_URL: databaseUrl, SECRET_KEY: 'ab'.repeat(32), DATA_DIR: '/tmp/plumbline-unused' }),
    ...settings
  };
  const command = [join(inject('commandsDir'), `${name}.js`), ...args];
  return runNode(command, env, typed);
}

/** Any program of Node's. @returns as `runCommand` does */
export function runNode(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  typed = ''
): Promise<{ code: number | null; output: string }> {
  return new Promise((done) => {
    const running = execFile(process.execPath, args, { env, maxBuffer: MOST_SAID }, (_error, stdout, stderr) =>
      done({ code: running.exitCode, output: `${stdout}${stderr}` })
    );
    running.stdin?.end(typed);
  });
}
/** The log of a whole campaign. */
const MOST_SAID = 64 * 1024 * 1024;
