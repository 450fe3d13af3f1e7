/** Where packages may be imported (import-rule.js). */
import { SERVER, server } from './server-folders.js';

const BROWSER = ['src/lib/client', 'src/lib/ui', 'src/routes'];

/**
 * One home a package: where its values may be imported; its types may go where `types` says, too.
 * @type {Readonly<Record<string, { home: readonly string[], types?: readonly string[] }>>}
 */
export const PACKAGES = {
  zod: {
    home: [
      'src/lib/contracts',
      'sync/protocol',
      'sync/server',
      ...server('config.ts', 'db', 'http', 'certificates/templates')
    ],
    types: ['src/lib/laboratory', 'src/lib/ui', 'src/lib/client', ...server('reading', 'use-cases')]
  },
  uuid: { home: [...server('use-cases', 'db', 'auth'), ...BROWSER] },

  // Where the browser offers no crypto.subtle.
  '@noble/hashes': { home: ['src/lib/client'] },

  slonik: { home: server('db'), types: server('auth', 'use-cases') },
  pg: { home: server('db') },
  'node-pg-migrate': { home: server('db') },
  'graphile-worker': { home: server('jobs') },
  'node-cron': { home: server('jobs') },
  pino: { home: server('logging'), types: [...server('db', 'jobs', 'use-cases'), 'src/app.d.ts'] },
  'prom-client': { home: server('metrics') },
  'zod-openapi': { home: server('http') },
  '@node-rs/argon2': { home: server('auth') },
  lucia: { home: server('auth') },
  'openid-client': { home: server('auth') },
  otpauth: { home: server('auth') },
  '@simplewebauthn/server': { home: server('auth') },
  '@simplewebauthn/browser': { home: ['src/lib/client/session'] },
  // Its list of passwords is compared with what of it the app carries.
  '@zxcvbn-ts/language-common': { home: ['src/lib/laboratory/passwords'] },
  nodemailer: { home: server('mail') },
  sharp: { home: server('images') },
  yaml: { home: server('use-cases/exchange/formats') },
  minio: { home: server('storage') },
  liquidjs: { home: server('certificates/templates') },
  jspdf: { home: server('certificates', 'stickers') },
  '@unified-latex/unified-latex-util-parse': { home: server('certificates/latex') },
  'opentype.js': { home: server('stickers') },
  'bidi-js': { home: server('stickers') },
  // Signatures of digital certificates, and the documents they are checked in.
  'xml-crypto': { home: server('certificates', 'dcc') },
  '@xmldom/xmldom': { home: server('dcc') },
  // XML as a stream of elements, without document types and entities.
  saxes: { home: server('xml') },
  fflate: { home: server('use-cases') },
  '@cantoo/pdf-lib': { home: server('certificates') },
  '@signpdf/signpdf': { home: server('certificates') },
  'node-forge': { home: server('certificates') },
  pkijs: { home: [...server('certificates'), 'src/lib/signed-file'] },
  asn1js: { home: [...server('certificates'), 'src/lib/signed-file'] },
  'ical-generator': { home: server('use-cases/dashboard') },
  qrcode: { home: ['src/lib/laboratory/qr-runs.ts'] },
  vite: { home: ['src/commands'] },

  rxdb: { home: ['src/lib/client/database'] },
  dexie: { home: ['src/lib/client/database'] },
  rxjs: { home: ['src/lib/client/database'], types: ['src/lib/client'] },
  // One picture of the shell is drawn on the server.
  svelte: { home: [...BROWSER, 'src/lib/server/first-picture.ts'] },
  'intl-messageformat': { home: ['src/lib/i18n'] },
  'svelte-i18n': { home: ['src/lib/i18n', 'src/lib/ui', 'src/routes'] },
  'bits-ui': { home: ['src/lib/ui'] },
  // Markdown into tokens, which are shown as elements.
  marked: { home: ['src/lib/ui/text'] },
  // The editor of certificate templates.
  '@codemirror/commands': { home: ['src/lib/ui/certificate-templates'] },
  '@codemirror/language': { home: ['src/lib/ui/certificate-templates'] },
  '@codemirror/legacy-modes': { home: ['src/lib/ui/certificate-templates'] },
  '@codemirror/lint': { home: ['src/lib/ui/certificate-templates'] },
  '@codemirror/merge': { home: ['src/lib/ui/certificate-templates'] },
  '@codemirror/search': { home: ['src/lib/ui/certificate-templates'] },
  '@codemirror/state': { home: ['src/lib/ui/certificate-templates'] },
  '@codemirror/view': { home: ['src/lib/ui/certificate-templates'] },
  '@lezer/highlight': { home: ['src/lib/ui/certificate-templates'] },
  uplot: { home: ['src/lib/ui'] },
  '@lucide/svelte': { home: ['src/lib/ui', 'src/routes'] },
  'workbox-routing': { home: ['src/service-worker'] },
  'workbox-window': { home: ['src/lib/client'] },
  'zxing-wasm': { home: ['src/lib/client/camera'] },

  '@sveltejs/kit': { home: ['src/routes', 'src/hooks.server.ts', ...server('http')] },
  '$app/environment': { home: ['src/routes', 'src/hooks.server.ts'] },
  '$app/navigation': { home: ['src/routes'] },
  '$app/state': { home: ['src/routes'] },
  '$service-worker': { home: ['src/service-worker'] },
  // Built-in modules belong to what runs on Node.
  node: { home: [SERVER, 'src/commands', 'src/routes/storage', 'src/routes/verify'] }
};
