/**
 * Builds the operator's commands into the `commands` folder of the build: plain JavaScript with production packages
 * only.
 */
import { join } from 'node:path';
import { defineConfig } from 'vite';
import { ROOT } from '../root.ts';

export const OPERATED = [
  'start',
  'db-migrate',
  'demo',
  'set-password',
  'restored',
  'reseal-secrets',
  'forget-secrets',
  'verify-audit',
  'drill'
];

export default defineConfig({
  root: ROOT,
  publicDir: false,
  build: {
    ssr: true,
    emptyOutDir: true,
    outDir: join(process.env['PLUMBLINE_BUILD'] ?? join(ROOT, 'build'), 'commands'),
    rolldownOptions: {
      input: Object.fromEntries(OPERATED.map((name) => [name, join(ROOT, `src/commands/${name}.ts`)])),
      // All in one folder: a module finds the build relative to itself.
      output: { entryFileNames: '[name].js', chunkFileNames: 'shared-[hash].js' }
    }
  }
});
