import { defineConfig } from 'vitest/config';
export default defineConfig({ test: { include: ['tests/truth/*.browser.test.ts'], testTimeout: 120000, hookTimeout: 120000 } });
