import { readFileSync } from 'node:fs';
import { sveltekit } from '@sveltejs/kit/vite';
import { build, type Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

/** A module with everything that it imports as the text of one script, for a thread; `files` are what it was made of. */
export async function bundleThread(
  input: string
): Promise<{ readonly code: string; readonly files: readonly string[] }> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: { ssr: true, write: false, minify: false, rollupOptions: { input, output: { format: 'cjs' } } }
  });
  if (!('output' in built)) throw new Error(`${input} gave no script.`);
  const [script] = built.output;
  return { code: script.code, files: Object.keys(script.modules) };
}

/** `import script from './a.ts?thread'` gives the text of the bundled module. */
const threadScripts: Plugin = {
  name: 'thread-scripts',
  async load(id) {
    if (!id.endsWith('?thread')) return null;
    const { code, files } = await bundleThread(id.slice(0, -'?thread'.length));
    for (const file of files) this.addWatchFile(file);
    return `export default ${JSON.stringify(code)};`;
  }
};

/**
 * What pages share comes in few files: each costs a slow device more than a few kilobytes do. What nearly every page needs is one
 * file; of the rest, small modules stand together with others that the same pages need. What is loaded only when it is asked
 * for (databases, languages) stays apart. Such files may import each other, hence the strict order.
 */
const fewFiles: Plugin = {
  name: 'few-files',
  apply: 'build',
  config: ({ build }) => {
    const tags = ['$initial' as const];
    const small = { minShareCount: 4, maxModuleSize: 6000, entriesAware: true, entriesAwareMergeThreshold: 30_000 };
    const groups = [
      { name: 'everywhere', tags, minShareCount: 30 },
      { name: 'shared', tags, ...small }
    ];
    const output = { codeSplitting: { groups }, strictExecutionOrder: true };
    return build?.ssr === false ? { build: { rolldownOptions: { output } } } : null;
  }
};

export default defineConfig({
  plugins: [threadScripts, sveltekit(), fewFiles],
  define: { __PLUMBLINE_VERSION__: JSON.stringify(version) },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'sync/**/*.test.ts', 'tests/{truth,architecture,certificates}/**/*.test.ts'],
          exclude: ['**/*.pg.test.ts', '**/*.browser.test.ts', 'tests/architecture/browser-output.test.ts']
        }
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: ['src/**/*.pg.test.ts', 'sync/**/*.pg.test.ts', 'tests/{migrations,sync,security}/**/*.pg.test.ts'],
          globalSetup: ['tests/support/postgres.global.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000
        }
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['tests/{api,operations}/**/*.test.ts', 'tests/architecture/browser-output.test.ts'],
          globalSetup: ['tests/support/server.global.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000
        }
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts', '{src,tests/architecture,tests/truth}/**/*.browser.test.ts'],
          globalSetup: ['tests/support/server.global.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
          fileParallelism: false
        }
      }
    ]
  }
});
