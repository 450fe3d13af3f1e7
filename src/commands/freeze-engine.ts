/**
 * `npm run freeze-engine`: writes the current engine, as one file without imports, to src/lib/metrology/engines. Run it
 * before `ENGINE` is raised, and never again for the same version: records name the engine that computed them, and it
 * must reproduce their results.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { ENGINE } from '#lib/metrology/engine.ts';
import { ROOT } from './root.ts';

const built = await build({
  configFile: false,
  logLevel: 'error',
  root: ROOT,
  build: {
    write: false,
    target: 'es2022',
    lib: { entry: join(ROOT, 'src/lib/metrology/analyze.ts'), formats: ['es'], fileName: 'engine' },
    // Otherwise a library build keeps its whitespace.
    rolldownOptions: { output: { minify: true } }
  }
});
const [output] = Array.isArray(built) ? built : [];
if (output === undefined) throw new Error('The engine gave no file.');
const [{ code }] = output.output;
const file = join(ROOT, 'src/lib/metrology/engines', `engine-${ENGINE.replaceAll(/[.+]/gu, '-')}.js`);
// A frozen engine is never overwritten: `wx`.
await writeFile(file, `/* Engine ${ENGINE}, frozen by \`npm run freeze-engine\`. Not to be changed. */\n${code}`, {
  flag: 'wx'
});
process.stdout.write(`${file}: now name it in earlier-engines.ts, and let ENGINE rise.\n`);
