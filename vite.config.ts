import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { sveltekit } from '@sveltejs/kit/vite';
import { build, type Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/support/longest-first.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

/** A module with everything that it imports as the text of one script, for a thread; `files` are what it was made of. */
export async function bundleThread(
  input: string
): Promise<{ readonly code: string; readonly files: readonly string[] }> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    // A thread has no folder to look for packages from.
    ssr: { noExternal: true },
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

/** A module with everything that it imports as the text of one script, for a page that is not the app's. */
async function bundleScript(input: string): Promise<{ readonly code: string; readonly files: readonly string[] }> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      rollupOptions: { input, preserveEntrySignatures: 'strict' }
    }
  });
  if (!('output' in built)) throw new Error(`${input} gave no script.`);
  const [script] = built.output;
  return { code: script.code, files: Object.keys(script.modules) };
}

/** `import script from './a.ts?script'` gives the text of the bundled module, for the browser. */
const pageScripts: Plugin = {
  name: 'page-scripts',
  async load(id) {
    if (!id.endsWith('?script')) return null;
    const { code, files } = await bundleScript(id.slice(0, -'?script'.length));
    for (const file of files) this.addWatchFile(file);
    return `export default ${JSON.stringify(code)};`;
  }
};

/**
 * Lucide puts its icons together from data each time one is shown, for properties that none of ours sets. Here the same icon
 * comes as finished markup, which is cloned: a list has an icon in every row, and a slow device notices.
 */
const finishedIcons: Plugin = {
  name: 'finished-icons',
  enforce: 'pre',
  async load(id) {
    if (!/@lucide\/svelte\/dist\/icons\/[^/]+\.svelte$/.test(id)) return null;
    const data = /const iconData = (.+);/.exec(await readFile(id, 'utf8'))?.[1];
    if (data === undefined) throw new Error(`${id} has no data of an icon where it used to stand.`);
    const { node } = JSON.parse(data) as { node: readonly [tag: string, attributes: Record<string, string>][] };
    const parts = node.map(([tag, attributes]) => `<${tag} ${attributesOf(attributes)} />`).join('');
    return `<svg ${attributesOf(ICON)}>${parts}</svg>`;
  }
};
const ICON = {
  class: 'lucide',
  xmlns: 'http://www.w3.org/2000/svg',
  width: '24',
  height: '24',
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  'stroke-width': '2',
  'stroke-linecap': 'round',
  'stroke-linejoin': 'round',
  'aria-hidden': 'true'
};
const attributesOf = (attributes: Readonly<Record<string, string>>) =>
  Object.entries(attributes)
    .map(([name, value]) => `${name}="${value}"`)
    .join(' ');

/**
 * Formats written as skeletons (`{n, number, ::compact}`) stand in no message (key-check.test.ts): the part of the parser that reads
 * them, with its tables of every region's clock, would be 4 kB of the first script.
 */
const noSkeletons: Plugin = {
  name: 'no-skeletons',
  enforce: 'pre',
  apply: 'build',
  load(id) {
    if (/icu-messageformat-parser\/lib\/date-time-pattern-generator\.js$/.test(id)) {
      return 'export function getBestPattern(skeleton) { return skeleton; }';
    }
    return /icu-skeleton-parser\/lib\/index\.js$/.test(id)
      ? `const refused = () => { throw new Error('Messages have no skeletons.'); };
export { refused as parseNumberSkeleton, refused as parseNumberSkeletonFromString, refused as parseDateTimeSkeleton };`
      : null;
  }
};

/** What every page needs. */
const EVERY_PAGE = /src\/(hooks\.client\.ts|routes\/\+(layout|error)\.(svelte|ts))$/;
/** What the sign-in page shares with home: it is not to load home for that. */
const SIGN_IN_AND_HOME = new RegExp(
  [
    'ui/text/RichText.svelte',
    'ui/form/explain-error.ts',
    'ui/status/Status.svelte',
    'ui/dates/format-date.ts',
    'laboratory/calendar-day.ts',
    'kit/src/runtime/app/navigation.js',
    'icons/(cloud-off|circle-x|calendar-days).svelte'
  ]
    .map((path) => `/${path.replaceAll('.', String.raw`\.`)}$`)
    .join('|')
);
/** The pages that work begins with for whoever is signed in. */
const FIRST_PAGES = /src\/routes\/\(app\)\/(\+layout|\+page|assets\/\+page)\.svelte$/;
/** The forms before signing in, what is around them, and what they know. */
const ACCOUNT =
  /src\/(lib\/ui\/(account\/|frame\/(Welcome|LanguagePicker)\.)|routes\/\(public\)\/[\w-]+\.(svelte\.ts$|svelte\?.+css$))/;
/** All other styles are one file: to ask for a sheet takes a page longer than most of the sheets are long. */
const STYLES = /\.css$/;
/** Of the library of components, what opens beside a field. */
const CHOOSING = /node_modules\/(@floating-ui\/|bits-ui\/dist\/bits\/(combobox|select|utilities\/floating-layer)\/)/;
/**
 * The words of a language after signing in come in three files instead of one for each of forty areas: work at the bench, work in the
 * office, and the registry. Those that may be needed before signing in stay apart.
 */
const AREA = /src\/lib\/i18n\/(\w\w)\/(\w+)\.json$/;
const BEFORE = /^(links|second_factor|sign_on)$/;
const BENCH = /^(analysis|calibrate|calibration|health|model|traceability)$/;
const OFFICE =
  /^(admin|certificates|exchange|installation|jobs|organizations|people|profile|recall|system|template_faults|templates|webhooks)$/;
const wordsTogether = (id: string): string | null => {
  const [, language = '', area = ''] = AREA.exec(id) ?? [];
  if (language === '' || BEFORE.test(area)) return null;
  const place = BENCH.test(area) ? 'bench' : OFFICE.test(area) ? 'office' : 'registry';
  return `words-${language}-${place}`;
};
/**
 * What pages share comes in few files: each costs a slow device more than a few kilobytes do. What every page needs is one file;
 * what home and the list of assets need besides, the next; what nearly every other page needs is another; of the rest, small
 * modules stand together with others that the same pages need. What is loaded only when it is asked for (databases) stays apart.
 * Such files may import each other, hence the strict order.
 */
const fewFiles: Plugin = {
  name: 'few-files',
  apply: 'build',
  config: ({ build }) => {
    const tags = ['$initial' as const];
    const small = { minShareCount: 4, maxModuleSize: 6000, entriesAware: true, entriesAwareMergeThreshold: 30_000 };
    const groups = [
      { name: 'start', tags, test: new RegExp(`${EVERY_PAGE.source}|${SIGN_IN_AND_HOME.source}`), priority: 2 },
      { name: 'home', tags, test: FIRST_PAGES, priority: 1 },
      // Signing in comes first of all, and needs nothing of what else is shared.
      { name: 'account', tags, test: ACCOUNT },
      { name: 'styles', test: STYLES },
      { name: 'everywhere', tags, minShareCount: 36 },
      // Fields that search in a list are large: no page without one is to bring them along.
      { name: 'choosing', tags, test: CHOOSING },
      { name: 'shared', tags, ...small },
      { name: wordsTogether }
    ];
    const output = { codeSplitting: { groups }, strictExecutionOrder: true, assetFileNames };
    return build?.ssr === false
      ? { build: { rolldownOptions: { output }, modulePreload: { resolveDependencies } } }
      : null;
  },
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type === 'chunk' && ['start', 'home'].includes(chunk.name)) chunk.code = COMPILE_AT_ONCE + chunk.code;
      }
    }
  }
};
/** The first script names every style sheet: by its hash alone, as scripts are. */
const assetFileNames = ({ names }: { readonly names: readonly string[] }): string =>
  `_app/immutable/assets/${names.some((name) => name.endsWith('.css')) ? '' : '[name].'}[hash][extname]`;

/**
 * What a lazy import fetches ahead, without what every page has fetched before. Vite lists files in the script that imports: the
 * first script lists those of every page and of every area of words.
 */
const onEveryPage = new Set<string>();
const resolveDependencies = (file: string, needed: readonly string[]): string[] => {
  const missing = needed.filter((name) => !onEveryPage.has(name));
  return missing.length === 1 && missing[0] === file ? [] : missing;
};
/** Notes them before Vite makes its lists, in the same hook. */
const filesOfEveryPage: Plugin = {
  name: 'files-of-every-page',
  apply: 'build',
  generateBundle: {
    order: 'pre',
    handler(_, bundle) {
      for (const { type, name = '', fileName } of Object.values(bundle)) {
        if (type === 'chunk' && ['start', 'rolldown-runtime'].includes(name)) onEveryPage.add(fileName);
      }
    }
  }
};
/**
 * The first line of a script whose functions nearly all run at a start: Chromium then compiles them while it loads the file, beside
 * the page's thread, instead of each when it is first called, on it.
 */
const COMPILE_AT_ONCE = '//# allFunctionsCalledOnLoad\n';

/** Tests of the built app. */
const BESIDE_SERVERS = {
  sequence: { groupOrder: 1 },
  // What is waited for takes longer on a busy machine than the second that is usual.
  expect: { poll: { timeout: 20_000 } },
  pool: 'forks' as const,
  // Files share what they have loaded: Playwright and the contracts, read again for each, took longer than many tests.
  isolate: false
};

/** Tests that need neither a database nor a browser. */
const PURE = '!(*.pg|*.browser).test.ts';

export default defineConfig({
  plugins: [threadScripts, pageScripts, finishedIcons, noSkeletons, sveltekit(), filesOfEveryPage, fewFiles],
  define: { __PLUMBLINE_VERSION__: JSON.stringify(version) },
  test: {
    // Tests wait for PostgreSQL, for servers, for a page to become quiet: one more than there are processors on a machine of two keeps
    // both busy.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // Processes, not threads: to start another's program takes the longer, the more memory a process has.
          pool: 'forks',
          // Files share what they have loaded: most of the time went into loading the same modules again for each.
          isolate: false,
          setupFiles: ['tests/support/seed.ts'],
          // Pictures and archives take long on a busy machine.
          testTimeout: 30_000,
          // No list of exclusions: it would take the place of those that `npm test` states.
          include: [
            `{src,sync,tests/{truth,certificates,frozen,campaign}}/**/${PURE}`,
            'tests/architecture/**/!(*.browser|browser-output|dependencies).test.ts'
          ]
        }
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          pool: 'forks',
          isolate: false,
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
          include: ['tests/{api,operations}/**/*.test.ts', 'tests/architecture/{browser-output,dependencies}.test.ts'],
          ...BESIDE_SERVERS,
          globalSetup: ['tests/support/server.global.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000
        }
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts', '{src,tests/architecture,tests/truth}/**/*.browser.test.ts'],
          ...BESIDE_SERVERS,
          globalSetup: ['tests/support/server.global.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000
        }
      }
    ]
  }
});
