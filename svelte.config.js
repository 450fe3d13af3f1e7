import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import adapter from '@sveltejs/adapter-node';
import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';

// Set while a build is made beside the one in use (commands/start/build.ts); SvelteKit's own files follow it.
const out = process.env.PLUMBLINE_BUILD;

/** The only inline script of the shell (lib/server/first-picture.ts): the first paint waits for it. */
const theme = createHash('sha256')
  .update(readFileSync(new URL('static/theme.js', import.meta.url)))
  .digest('base64');

/** @type {import('@sveltejs/kit').Config} */
export default {
  preprocess: vitePreprocess(),
  kit: {
    adapter: adapter({ out: out ?? 'build', precompress: true }),
    outDir: out === undefined ? '.svelte-kit' : `${out}.kit`,
    // The style sheets that a page begins with come in it: each of its own would cost a round trip.
    inlineStyleThreshold: 32_000,
    // Relative asset paths break a deep link that is opened offline from the precached shell.
    paths: { relative: false },
    // Nothing is authorised by cookies, so no other site can act in a user's name; programs post files without an Origin.
    csrf: { trustedOrigins: ['*'] },
    csp: {
      mode: 'auto',
      directives: {
        'default-src': ['self'],
        'script-src': ['self', `sha256-${theme}`],
        'style-src': ['self', 'unsafe-inline'],
        'img-src': ['self', 'data:', 'blob:'],
        'font-src': ['self'],
        'connect-src': ['self'],
        'worker-src': ['self', 'blob:'],
        // The kept certificate is shown from the page's own memory.
        'frame-src': ['self', 'blob:'],
        'object-src': ['none'],
        'base-uri': ['self'],
        'form-action': ['self'],
        'frame-ancestors': ['none']
      }
    },
    // The client decides when a service worker is registered (lib/client), so that updates wait for a prompt.
    serviceWorker: { register: false },
    typescript: {
      // SvelteKit's generated tsconfig knows src/ and tests/ only; the protocol, the tests and the configuration are as strict.
      config: (config) => ({
        ...config,
        include: [...config.include, '../sync/**/*.ts', '../tests/**/*.ts', '../*.ts', '../*.js']
      })
    }
  }
};
