/**
 * `npm run build`: builds the app into `build/` if the sources have changed. `npm start` does so by itself (run.js).
 */
import { BUILD } from './root.ts';
import { runCommand } from './run-command.ts';
import { ensureBuild } from './start/build.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

await runCommand(async () => {
  await ensureBuild(BUILD, say);
  if (!process.argv.includes('--quiet')) say('The build is up to date.');
});
