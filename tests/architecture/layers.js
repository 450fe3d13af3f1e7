/**
 * Who may import whom; what is not named here is forbidden. Lint enforces it in .ts and .svelte (import-rule.js), and
 * import-rules.test.ts shows that it does.
 *
 * A layer is a path; the longest that a file lies under is its own. `may` lists layers whose values and types it may import,
 * `types` those whose types alone.
 */
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { SERVER, server } from './server-folders.js';

const METROLOGY = ['src/lib/metrology', 'src/lib/metrology/types.ts', 'src/lib/metrology/models'];
const PURE = [...METROLOGY, 'src/lib/laboratory', 'src/lib/laboratory/uuid.ts', 'src/lib/records', 'src/lib/numbers'];
// Lists and numbers of the protocol. Schemas stay out of the browser: it takes their types alone.
const PROTOCOL = ['sync/protocol/collections.ts', 'sync/protocol/limits.ts', 'sync/protocol/version.ts'];

/** @typedef {{ may: readonly string[], types?: readonly string[] }} Rule */

/**
 * Folders that are read in this order: each may import those before it, and what all of them may.
 * @param {string} root
 * @param {readonly string[]} folders
 * @param {Rule} all
 * @returns {Record<string, Rule>}
 */
const inOrder = (root, folders, all) =>
  Object.fromEntries(
    folders.map((folder, i) => [
      `${root}/${folder}`,
      { ...all, may: [...all.may, ...folders.slice(0, i).map((before) => `${root}/${before}`)] }
    ])
  );

const USE_CASES = {
  may: [
    'src/lib/contracts',
    'src/lib/demonstration',
    ...PURE,
    ...server(
      'db',
      'auth',
      'secrets',
      'storage',
      'mail',
      'metrics',
      'webhooks',
      'push',
      'images',
      'certificates',
      'stickers',
      'archive',
      'spreadsheets',
      'turns',
      'dcc',
      'jobs/queue.ts'
    )
  ],
  types: server('analyses', 'prints', 'reading')
};
const LISTED = {
  files: [],
  mail: [],
  accounts: ['mail'],
  organizations: ['visibility', 'files', 'locations'],
  people: ['files', 'mail', 'accounts', 'organizations'],
  assets: ['visibility', 'files', 'mail', 'locations', 'procedures'],
  audit: ['visibility', 'assets'],
  calibrations: ['accounts', 'assets'],
  traceability: ['assets', 'calibrations'],
  recalls: ['calibrations'],
  certificates: ['accounts', 'files', 'organizations', 'calibrations'],
  'certificate-templates': ['visibility', 'calibrations', 'certificates'],
  notifications: [],
  push: [],
  'notifications-sending': ['mail', 'push'],
  dashboard: ['visibility', 'mail', 'accounts'],
  // The daily sweep, and the mail about it.
  reminders: ['mail', 'dashboard', 'push'],
  secrets: [],
  copies: [],
  attachments: ['assets', 'procedures', 'calibrations'],
  // What takes longer than a request: its row, its files, its end.
  'long-work': ['accounts'],
  // Certificates out: many as one file, one by mail.
  'certificate-exports': ['visibility', 'assets', 'certificates', 'long-work'],
  'certificate-mails': ['mail', 'accounts', 'calibrations', 'certificates'],
  // Assets out and in.
  exchange: ['visibility', 'files', 'attachments', 'organizations', 'locations', 'assets', 'long-work'],
  // By HTTP, to receivers outside.
  webhooks: ['visibility'],
  // Everything out, in, or gone.
  'whole-installation': ['files', 'attachments', 'accounts', 'long-work', 'secrets'],
  // A made-up laboratory in, and out again.
  demonstration: [
    'accounts',
    'assets',
    'calibrations',
    'locations',
    'organizations',
    'long-work',
    'whole-installation'
  ],
  housekeeping: ['long-work', 'webhooks'],
  operations: ['mail']
};
/** Areas that import `visibility` alone, as those of plain records. */
const PLAIN = readdirSync(resolve(import.meta.dirname, '../../src/lib/server/use-cases'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'visibility' && !(entry.name in LISTED))
  .map(({ name }) => [name, ['visibility']]);
/**
 * Which areas of the use cases import which others; an area comes after those that it imports.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const AREAS = {
  // Which organizations the caller may know of.
  visibility: [],
  ...Object.fromEntries(PLAIN),
  ...LISTED
};

const UI = { may: [...PURE, 'src/lib/worksheet', 'src/lib/i18n'], types: ['src/lib/contracts'] };
/** What screens are made of, in order; a folder of them may import those before it. */
const SHARED_UI = [
  'theme',
  'number-input',
  'dates',
  // Words and quantities in the reader's language.
  'text',
  'status',
  'form',
  'dialog',
  'table',
  'frame',
  'person',
  'picture',
  'files',
  'search',
  'round',
  'charts',
  // Texts about a result, wherever one is shown.
  'result',
  'analysis',
  // A calibration at work, of one instrument or of several probes.
  'worksheet',
  // Entries of the audit log, of one record or of all.
  'changes'
];
/** A folder a screen: none imports another. */
const SCREENS = [
  'home',
  'assets',
  'asset',
  'asset-form',
  'calibrate',
  'probes',
  'calibration',
  'calendar',
  'calibrations',
  'health',
  'queue',
  'scan',
  'stickers',
  'exchange',
  'organizations',
  'webhooks',
  'certificate-templates',
  'locations',
  'procedures',
  'people',
  'traceability',
  'recalls',
  'account',
  'notifications',
  'profile',
  'device',
  'audit',
  'admin',
  'system',
  'api-reference'
];

/** @type {Readonly<Record<string, Rule>>} */
export const LAYERS = {
  'src/lib/metrology': { may: METROLOGY },
  // The words that requests are made of (rules, verdicts) stand beside the types of metrology, once.
  'src/lib/metrology/types.ts': { may: [], types: METROLOGY },
  // The correction models, one file each: contracts, screens and certificates ask their table.
  'src/lib/metrology/models': { may: METROLOGY },
  // How an analysis is shared out among workers, whatever they are.
  'src/lib/analysis-pool': { may: PURE },
  'src/lib/contracts': {
    may: ['src/lib/metrology/types.ts', 'src/lib/metrology/models', 'src/lib/laboratory/uuid.ts', 'src/lib/records'],
    types: ['src/lib/metrology']
  },
  'src/lib/laboratory': {
    may: [...METROLOGY, 'src/lib/laboratory/uuid.ts', 'src/lib/records', 'src/lib/numbers'],
    types: ['src/lib/contracts']
  },
  // Whether a signed PDF is still what was signed: on the server and in the browser.
  'src/lib/signed-file': { may: ['src/lib/numbers'], types: ['src/lib/contracts'] },
  // Numbers as people type them.
  'src/lib/numbers': { may: [] },
  // A calibration as it is typed: form ⇄ request, rows, edits. The screens show it and keep its state.
  ...inOrder('src/lib/worksheet', ['typed', 'rows', 'sections', 'form', 'references', 'edits', 'paste', 'dcc'], {
    may: PURE,
    types: ['src/lib/contracts']
  }),
  // The laboratory of the demonstration: what it has, and how it is filled.
  'src/lib/demonstration': { may: PURE },
  // What fields the records have.
  'src/lib/records': { may: [], types: ['src/lib/metrology/types.ts'] },
  // What tells a UUID from an identifier, for the contract that keeps them apart and for the rules that choose.
  'src/lib/laboratory/uuid.ts': { may: [] },

  ...Object.fromEntries(PROTOCOL.map((file) => [file, { may: [] }])),
  'sync/protocol': { may: ['src/lib/contracts', 'src/lib/records', ...PROTOCOL] },
  'sync/client': { may: [...PROTOCOL, ...PURE], types: ['sync/protocol', 'src/lib/contracts'] },
  'sync/server': {
    may: ['sync/protocol', ...PROTOCOL, 'src/lib/contracts', ...PURE, ...server('use-cases', 'db', 'metrics')]
  },

  [`${SERVER}/config.ts`]: { may: server('push') },
  // Messages to devices: their encryption, and who sends them.
  [`${SERVER}/push`]: { may: [] },
  [`${SERVER}/analyses`]: { may: ['src/lib/analysis-pool', ...PURE, ...server('reading', 'turns')] },
  // Whose turn it is where work takes seconds.
  [`${SERVER}/turns`]: { may: ['src/lib/laboratory'] },
  // Stickers are set with the letters of certificates.
  [`${SERVER}/stickers`]: {
    may: ['src/lib/i18n', 'src/lib/laboratory', ...server('certificates')],
    types: ['src/lib/contracts']
  },
  // Certificates and stickers made in threads.
  [`${SERVER}/prints`]: { may: ['src/lib/laboratory', ...server('certificates', 'stickers', 'turns')] },
  // Bodies held to their schemas, in a thread where they are large.
  [`${SERVER}/reading`]: { may: ['src/lib/contracts', 'src/lib/laboratory', ...server('turns')] },
  [`${SERVER}/db`]: { may: ['src/lib/contracts', ...PURE, ...server('config.ts', 'turns')] },
  [`${SERVER}/auth`]: {
    may: ['src/lib/contracts', 'src/lib/laboratory', ...server('db')],
    types: server('config.ts')
  },
  [`${SERVER}/secrets`]: { may: [] },
  [`${SERVER}/storage`]: { may: server('secrets') },
  // Archives that are written and read as streams.
  [`${SERVER}/archive`]: { may: ['src/lib/laboratory', ...server('reading')] },
  // XML that anyone may have written, as a stream of elements.
  [`${SERVER}/xml`]: { may: [] },
  // Tables that people typed into spreadsheets, as cells.
  [`${SERVER}/spreadsheets`]: { may: ['src/lib/i18n', 'src/lib/laboratory', ...server('archive', 'xml')] },
  [`${SERVER}/mail`]: { may: server('secrets'), types: ['src/lib/contracts'] },
  // Messages to receivers outside.
  [`${SERVER}/webhooks`]: { may: ['src/lib/records', ...server('secrets')] },
  [`${SERVER}/images`]: { may: ['src/lib/laboratory'] },
  [`${SERVER}/certificates`]: {
    may: ['src/lib/contracts', 'src/lib/i18n', 'src/lib/signed-file', ...PURE, ...server('secrets', 'turns')]
  },
  // Digital calibration certificates that others wrote.
  [`${SERVER}/dcc`]: {
    may: ['src/lib/contracts', 'src/lib/laboratory', 'src/lib/numbers', ...METROLOGY, ...server('turns', 'xml')]
  },
  [`${SERVER}/logging`]: { may: [] },
  [`${SERVER}/metrics`]: { may: [] },
  // What all use cases are given.
  [`${SERVER}/use-cases/services.ts`]: USE_CASES,
  ...Object.fromEntries(
    Object.entries(AREAS).map(([area, others]) => [
      `${SERVER}/use-cases/${area}`,
      {
        ...USE_CASES,
        may: [...USE_CASES.may, ...['services.ts', ...others].map((other) => `${SERVER}/use-cases/${other}`)]
      }
    ])
  ),
  [`${SERVER}/jobs`]: { may: [...PURE, ...server('db', 'use-cases', 'metrics', 'jobs/queue.ts')] },
  [`${SERVER}/jobs/queue.ts`]: { may: server('db'), types: PURE },
  [`${SERVER}/http`]: {
    may: [
      'src/lib/contracts',
      'src/lib/signed-file',
      ...PURE,
      ...server('auth', 'config.ts', 'db', 'reading', 'secrets', 'turns')
    ],
    types: server('use-cases')
  },
  // What puts the parts together, once a process.
  [`${SERVER}/prepare-database.ts`]: { may: server('db', 'jobs') },
  [`${SERVER}/runtime.ts`]: {
    may: [
      'src/lib/laboratory',
      ...server(
        'analyses',
        'auth',
        'config.ts',
        'db',
        'dcc',
        'handover.ts',
        'jobs',
        'logging',
        'mail',
        'metrics',
        'prints',
        'reading',
        'storage',
        'use-cases',
        'webhooks'
      )
    ]
  },
  [`${SERVER}/handover.ts`]: { may: [], types: server('config.ts', 'runtime.ts') },
  // What the shell shows at once is drawn by the component that draws it afterwards.
  [`${SERVER}/first-picture.ts`]: { may: ['src/lib/i18n', 'src/lib/ui/frame', 'static'] },
  'src/hooks.server.ts': {
    may: [
      'src/lib/laboratory',
      ...server('config.ts', 'first-picture.ts', 'handover.ts', 'runtime.ts', 'http', 'metrics')
    ]
  },
  // The first thing that runs in a browser: it begins to read what an offline start shows.
  'src/hooks.client.ts': { may: ['src/lib/client', 'src/lib/i18n'] },
  'src/app.d.ts': { may: [], types: server('db', 'use-cases') },

  'src/lib/i18n': { may: [], types: ['src/lib/contracts'] },
  // From what is stored, by way of what is shown of it, to who is signed in.
  ...inOrder(
    'src/lib/client',
    ['camera', 'analysis', 'api', 'database', 'files', 'sync', 'state', 'basis', 'session'],
    {
      may: ['sync/client', ...PROTOCOL, 'src/lib/analysis-pool', ...PURE],
      types: ['sync/protocol', 'src/lib/contracts']
    }
  ),
  'src/lib/ui/styles': { may: [] },
  ...inOrder('src/lib/ui', SHARED_UI, UI),
  ...Object.fromEntries(
    SCREENS.map((screen) => [
      `src/lib/ui/${screen}`,
      { ...UI, may: [...UI.may, ...SHARED_UI.map((folder) => `src/lib/ui/${folder}`)] }
    ])
  ),
  'src/routes': {
    may: ['src/lib/ui', 'src/lib/client', 'src/lib/worksheet', ...PURE, 'src/lib/i18n', 'src/app.css'],
    types: ['src/lib/contracts']
  },
  'src/app.css': { may: [] },
  // Which addresses a route takes.
  'src/params': { may: [] },
  'src/service-worker': { may: [] },
  // Served as they are.
  static: { may: [] },

  'src/routes/api': { may: ['src/lib/contracts', ...server('http', 'use-cases')] },
  // A page of the server's own, drawn with the house's components.
  'src/routes/api/docs': { may: ['src/lib/ui', 'src/routes/plain-page.ts', ...server('http')] },
  'src/routes/plain-page.ts': { may: ['src/lib/ui'] },
  'src/routes/api/v1/sync': {
    may: ['sync/server', 'sync/protocol', ...PROTOCOL, 'src/lib/contracts', ...server('http', 'reading', 'use-cases')]
  },
  'src/routes/health': { may: server('use-cases', 'handover.ts') },
  'src/routes/metrics': { may: server('http', 'metrics', 'handover.ts', 'use-cases') },
  // A page without scripts for anybody with a certificate, in the colours of the app.
  'src/routes/verify': {
    may: [
      'src/routes/plain-page.ts',
      'src/lib/ui',
      'src/lib/i18n',
      'src/lib/contracts',
      'src/lib/numbers',
      'src/lib/signed-file',
      ...server('http', 'use-cases')
    ]
  },
  // Where calendar programs read due dates.
  'src/routes/calendar.ics': { may: server('http', 'use-cases') },
  'src/routes/storage': { may: server('http', 'storage', 'use-cases') },

  'src/commands': {
    may: [
      'src/lib/contracts',
      'src/lib/demonstration',
      ...PURE,
      ...server('auth', 'config.ts', 'db', 'handover.ts', 'http', 'prepare-database.ts', 'push', 'use-cases')
    ],
    types: server('runtime.ts')
  }
};
