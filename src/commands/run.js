/**
 * `npm start` and the commands of an operator: run from the build, which needs the packages of production alone. Where the sources
 * and the tools to build them are there, the build is brought up to date first; an image for production has neither.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = resolve(import.meta.dirname, '../..');
const [name = 'start'] = process.argv.splice(2, 1);
const command = resolve(ROOT, process.env.PLUMBLINE_BUILD ?? 'build', 'commands', `${name}.js`);

if (canBuild()) {
  const args = ['--import', 'tsx', 'src/commands/build.ts', '--quiet'];
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) process.exit(status ?? 1);
} else if (!existsSync(command)) {
  process.stderr.write('There is no build, and the tools to make one are not installed: run npm ci.\n');
  process.exit(1);
}
await import(pathToFileURL(command).href);

function canBuild() {
  try {
    createRequire(import.meta.url).resolve('tsx');
    return existsSync(join(ROOT, 'src/commands/build.ts'));
  } catch {
    return false;
  }
}
