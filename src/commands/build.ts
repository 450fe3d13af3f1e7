/** `npm run build`: builds the app into `build/`, where the sources have changed. `npm start` does so by itself. */
import { join } from 'node:path';
import { ROOT } from './root.ts';
import { runCommand } from './run-command.ts';
import { ensureBuild } from './start/build.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

await runCommand(async () => {
  await ensureBuild(join(ROOT, 'build'), say);
  say('build/ is up to date.');
});
