import { readFileSync } from 'node:fs';
import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig } from 'vitest/config';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

export default defineConfig({
  plugins: [sveltekit()],
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
          include: ['tests/e2e/**/*.test.ts', '{src,tests/architecture}/**/*.browser.test.ts'],
          globalSetup: ['tests/support/server.global.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
          fileParallelism: false
        }
      }
    ]
  }
});
