/** `npm run build`: builds the app into `build/`, where the sources have changed. `npm start` does so by itself. */
import { join } from 'node:path';
import { explain } from './explain.ts';
import { ROOT } from './root.ts';
import { ensureBuild } from './start/build.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

try {
  await ensureBuild(join(ROOT, 'build'), say);
  say('build/ is up to date.');
} catch (thrown) {
  process.stderr.write(`${explain(thrown)}\n`);
  process.exitCode = 1;
}
