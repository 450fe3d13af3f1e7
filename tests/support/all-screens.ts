/**
 * Every screen of the app, by its route. tests/architecture/every-screen.test.ts fails for a route that is missing here. What is looked at
 * (by `npm run test:whole`; `npm test` takes a share, which each file states):
 * - screens.test.ts, a full laboratory online: axe on desktop and phone, content no wider than any window, in the light, dark and field
 *   theme; the words and widths in each language;
 * - screens.test.ts, the same without a network, in German: each screen in one combination of theme and size (`combinationOf`);
 * - empty-registry.test.ts, an empty laboratory online: each screen in one combination; those of the registry also offline, and on
 *   desktop and phone each;
 * - public-screens.test.ts, before signing in: each theme, language and size, and offline.
 */
import type { Size } from './browser.ts';

/** Nothing has it. */
const NOWHERE = '01900000-0000-7000-8000-000000000000';
export type ShownRecords = Readonly<
  Record<
    | 'calibration'
    | 'organization'
    | 'webhook'
    | 'template'
    | 'foreign'
    | 'colleague'
    | 'location'
    | 'procedure'
    | 'recall'
    | 'channels',
    string
  >
>;
export const NO_RECORDS: ShownRecords = {
  calibration: NOWHERE,
  organization: NOWHERE,
  webhook: NOWHERE,
  template: NOWHERE,
  foreign: NOWHERE,
  colleague: NOWHERE,
  location: NOWHERE,
  procedure: NOWHERE,
  recall: NOWHERE,
  channels: NOWHERE
};

type Screen = readonly [
  route: string,
  name: string,
  path: (records: ShownRecords) => string,
  /** What a full laboratory shows there. */
  ready: string | RegExp
];

/** Those after signing in. */
export const SCREENS: readonly Screen[] = [
  ['/', 'home', () => '/', /assets are overdue/],
  ['/assets', 'assets', () => '/assets', /60 assets on this/],
  ['/assets/[ref]', 'asset', () => '/assets/TT-031', 'Correction in force'],
  ['/assets/[ref]', 'asset-channels', () => '/assets/LOG-001', 'Probe 4'],
  ['/assets/[ref]', 'asset-reference', () => '/assets/REF-001', 'Used as reference for'],
  ['/assets/[ref]', 'asset-unknown', () => `/assets/${NOWHERE}`, 'Asset not found'],
  ['/assets/[ref]/edit', 'asset-edit', () => '/assets/TT-031/edit', 'What it measures'],
  ['/assets/[ref]/health', 'health', () => '/assets/TT-031/health', 'Recommended interval'],
  ['/assets/[ref]/health', 'health-channel', () => '/assets/LOG-001/health', 'Channel'],
  ['/assets/[ref]/compare', 'compare', () => '/assets/TT-031/compare', 'All pairs'],
  [
    '/assets/[ref]/traceability',
    'asset-traceability',
    () => '/assets/TT-031/traceability',
    'Harbour Metrology Institute'
  ],
  ['/assets/[ref]/calibrate', 'calibrate-empty', () => '/assets/TT-032/calibrate', 'Points'],
  [
    '/assets/[ref]/probes/calibrate',
    'probes',
    (of) => `/assets/LOG-001/probes/calibrate?channels=${of.channels}`,
    'Probe 4'
  ],
  ['/assets/new', 'asset-new', () => '/assets/new', 'What it measures'],
  ['/assets/stickers', 'stickers', () => '/assets/stickers', 'Print stickers'],
  ['/assets/bulk', 'bulk', () => '/assets/bulk', 'Change several assets'],
  ['/assets/export', 'export', () => '/assets/export', 'Export assets'],
  ['/assets/certificates', 'certificates', () => '/assets/certificates?filter=overdue', 'Certificates as one file'],
  ['/assets/import', 'import', () => '/assets/import', 'Import assets'],
  ['/calibrations', 'calibrations', () => '/calibrations', 'PH-001'],
  [
    '/calibrations/certificates',
    'calibrations-certificates',
    () => '/calibrations/certificates?judgement=conforms',
    'Certificates as one file'
  ],
  ['/calibrations/[id]', 'calibration', ({ calibration }) => `/calibrations/${calibration}`, 'Statement of conformity'],
  [
    '/calibrations/[id]/traceability',
    'calibration-traceability',
    ({ calibration }) => `/calibrations/${calibration}/traceability`,
    'Harbour Metrology Institute'
  ],
  ['/calendar', 'calendar', () => '/calendar', 'In your own calendar'],
  ['/calendar', 'calendar-year', () => '/calendar?view=year', 'In your own calendar'],
  ['/queue', 'queue', () => '/queue', 'The queue is empty'],
  ['/organizations', 'organizations', () => '/organizations', 'Northfield Calibration Laboratory'],
  ['/organizations/[id]', 'organization', (of) => `/organizations/${of.organization}`, 'Signing certificate'],
  [
    '/organizations/[id]/webhooks',
    'webhooks',
    (of) => `/organizations/${of.organization}/webhooks`,
    'Maintenance planning'
  ],
  [
    '/organizations/[id]/webhooks/[webhook]',
    'webhook',
    (of) => `/organizations/${of.organization}/webhooks/${of.webhook}`,
    'Send now'
  ],
  [
    '/organizations/[id]/certificate-templates',
    'certificate-templates',
    (of) => `/organizations/${of.organization}/certificate-templates`,
    'Accredited layout'
  ],
  [
    '/organizations/[id]/certificate-templates/[template]',
    'certificate-template',
    (of) => `/organizations/${of.organization}/certificate-templates/${of.template}`,
    'Show changes'
  ],
  ['/organizations/[id]', 'organization-foreign', ({ foreign }) => `/organizations/${foreign}`, 'Ask to join'],
  ['/organizations/new', 'organization-new', () => '/organizations/new', 'Prefix of certificate numbers'],
  ['/locations', 'locations', () => '/locations', 'Utilities'],
  ['/locations/[id]', 'location', ({ location }) => `/locations/${location}`, 'Utilities'],
  ['/procedures', 'procedures', () => '/procedures', 'P-12'],
  ['/procedures/[id]', 'procedure', ({ procedure }) => `/procedures/${procedure}`, 'one hour'],
  ['/recalls', 'recalls', () => '/recalls', 'REF-001'],
  ['/recalls/new', 'recall-new', () => '/recalls/new?reference=REF-001', 'Last good calibration'],
  ['/recalls/[id]', 'recall', ({ recall }) => `/recalls/${recall}`, 'Select all undecided'],
  [
    '/recalls/[id]/letter',
    'recall-letter',
    ({ recall }) => `/recalls/${recall}/letter`,
    'Northfield Calibration Laboratory'
  ],
  ['/round', 'round', () => '/round', 'Filter'],
  ['/people', 'people', () => '/people', 'L. Brandt'],
  ['/people/new', 'person-new', () => '/people/new', 'First password'],
  ['/users/[id]', 'person', ({ colleague }) => `/users/${colleague}`, 'Organizations in common'],
  ['/users/[id]', 'person-unknown', () => `/users/${NOWHERE}`, 'Person not found'],
  ['/users/[id]/edit', 'person-edit', ({ colleague }) => `/users/${colleague}/edit`, 'Deactivate'],
  ['/notifications', 'notifications', () => '/notifications', /calibrations recorded/],
  ['/profile', 'profile', () => '/profile', 'Language'],
  ['/profile/security', 'profile-security', () => '/profile/security', 'this device'],
  ['/profile/notifications', 'profile-notifications', () => '/profile/notifications', 'Calibration recorded'],
  ['/scan', 'scan', () => '/scan', /./],
  ['/more', 'more', () => '/more', /./],
  ['/device', 'device', () => '/device', 'Nothing is kept on this device'],
  ['/admin', 'administration', () => '/admin', 'Deactivated organizations'],
  ['/admin/certificate-templates', 'common-templates', () => '/admin/certificate-templates', 'Part of the app'],
  [
    '/admin/certificate-templates/[template]',
    'common-template',
    () => '/admin/certificate-templates/built-in',
    'Show changes'
  ],
  ['/admin/installation', 'installation-data', () => '/admin/installation', 'Start export'],
  ['/admin/jobs', 'jobs', () => '/admin/jobs', /webhook message/],
  ['/admin/mail', 'mail', () => '/admin/mail', 'Send test mail'],
  ['/admin/mails', 'mail-log', () => '/admin/mails', 'Search by address'],
  ['/admin/system', 'system', () => '/admin/system', 'Stored files'],
  ['/admin/sign-in', 'sign-in-settings', () => '/admin/sign-in', 'Roles that need a second factor'],
  ['/audit', 'audit', () => '/audit', /entries/],
  ['/[...path=screen]', 'no-page', () => '/no/such/page', 'There is no page at this address.']
];

/** Those before signing in. */
export const PUBLIC_SCREENS = [
  ['/sign-in', 'sign-in', '/sign-in'],
  ['/register', 'register', '/register'],
  ['/forgot-password', 'forgot-password', '/forgot-password'],
  ['/resend-verification', 'resend-verification', '/resend-verification'],
  ['/auth/verify-email', 'verify-email', '/auth/verify-email?token=from-a-mail'],
  ['/auth/verify-email', 'verify-email-incomplete', '/auth/verify-email'],
  ['/auth/reset-password', 'reset-password', '/auth/reset-password?token=from-a-mail'],
  ['/auth/reset-password', 'reset-password-incomplete', '/auth/reset-password']
] as const;

/** Routes that another test looks at, in a state that only it can bring about: the file, and what it has to contain. */
export const LOOKED_AT_ELSEWHERE: Readonly<Record<string, readonly [file: string, contains: string]>> = {
  // Where an identity provider leads back to.
  '/sign-in/oidc': ['tests/e2e/single-sign-on.test.ts', '/sign-in/oidc'],
  // Leads on to its asset.
  '/a/[id]': ['tests/e2e/scan.test.ts', '/a/${'],
  // What was saved on this device and is not in the laboratory yet.
  '/calibrations/queued/[id]': ['tests/e2e/procedures.test.ts', "expectSound(page, 'calibration-queued')"],
  '/auth/confirm-email': ['tests/e2e/unproven-addresses.test.ts', "expectSound(page, 'address-link')"],
  // What a device without a network starts from: it shows the screen of the address.
  '/shell': ['tests/e2e/offline-work.test.ts', 'setOffline(true)'],
  '/verify': ['tests/e2e/verify-page.test.ts', "expectSound(scripted, 'verify-altered')"],
  '/verify/[token]': ['tests/e2e/recall.test.ts', "expectSound(page, 'verify-under-review')"],
  '/api/docs': ['tests/e2e/still-pages.test.ts', "'/api/docs'"],
  '/api/docs/permissions': ['tests/e2e/still-pages.test.ts', "'/api/docs/permissions'"]
};

export type Combination = { readonly theme: 'light' | 'dark' | 'field'; readonly size: Size };
const THEMES = ['light', 'dark', 'field'] as const;
/** Reading them, a technician stands at the instrument: on a phone in any case. */
const AT_THE_INSTRUMENT = /^(asset|calibration|calibrate|location|procedure|recall|health|import|probes|scan)/;
const SIZES: readonly Size[] = ['phone', 'tablet', 'desktop'];

/** The theme and size in which a screen is looked at once: another one for each place in the table, the same in each run. */
export const combinationOf = (name: string, place: number): Combination => ({
  theme: THEMES[place % THEMES.length] ?? 'light',
  // One more at each round of the themes, so that all nine come up.
  size: AT_THE_INSTRUMENT.test(name)
    ? 'phone'
    : (SIZES[(place + Math.floor(place / THEMES.length)) % SIZES.length] ?? 'phone')
});
