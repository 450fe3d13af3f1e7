/** Each rule for archives through the whole import, to look and to do: it is refused, and nothing changes anywhere. */
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase } from '../../../../../tests/support/database.ts';
import { exportedFrom, importedInto, type Installation } from '../../../../../tests/support/exchange.ts';
import { BROKEN, HOSTILE, zip } from '../../../../../tests/support/hostile-zips.ts';
import { gaugeArchive, gaugeAsset } from '../../../../../tests/support/open-gauge.ts';
import { GAUGE_ARCHIVE } from '../../../../../tests/support/open-gauge-sample.ts';
import { organizationOf, superadmin } from '../../../../../tests/support/people.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { wholeOf } from '../../../../../tests/support/whole-installation.ts';

let here: Installation;
let folder: string;
let ours: Record<string, Uint8Array>;
/** What there was before the first of them: none changes it. */
let untouched: Awaited<ReturnType<typeof whole>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-hostile-'));
  const database = await createTestDatabase();
  const services = await testServices(database);
  const { organization, founder } = await organizationOf(services, await superadmin(services), {
    certificate_prefix: 'LAB'
  });
  here = { database, services, actor: founder, organizationId: organization.id };
  await importedInto(here, GAUGE_ARCHIVE);
  ours = unzipSync(await exportedFrom(here));
  // Temporary files of this test alone.
  vi.stubEnv('TMPDIR', folder);
  untouched = await whole();
}, 60_000);
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
  await here.database.drop();
});

/** Everything that is stored, and what is left of temporary files. */
const whole = async () => ({ stored: await wholeOf(here), temporary: await readdir(folder) });

async function isRefused(bytes: Uint8Array, says: string, on_existing: 'refuse' | 'update' = 'refuse') {
  for (const dry_run of [true, false]) {
    const { state, error, report } = await importedInto(here, bytes, { dry_run, on_existing });
    const words = `${error?.detail ?? ''} ${JSON.stringify(report?.rows ?? [])}`;
    expect(error?.code ?? report?.rows[0]?.action).toMatch(/archive_refused|import_refused|refuse/);
    expect(words).toContain(says);
    expect(state === 'done' && report?.applied).toBe(false);
  }
  expect(await whole()).toEqual(untouched);
}

/** What is wrong with contents is found where they are read: in the file that every archive of ours begins with. */
const READ = 'manifest.json';
test.each(HOSTILE)('%s', async (_what, parts, says) => {
  const [only, ...others] = parts;
  const isRead = others.length === 0 && (says === 'a.json' || says === 'a.pdf');
  return isRefused(zip(isRead ? [{ localName: READ, ...only, name: READ }] : parts), isRead ? READ : says);
});

/** Our archive with something else in it, and a manifest that fits again unless `listed` is false. */
function changed(change: (files: Record<string, Uint8Array>) => void, listed = true): Uint8Array {
  const files = { ...ours };
  change(files);
  if (listed) {
    const manifest = JSON.parse(Buffer.from(files['manifest.json'] ?? []).toString());
    manifest.files = Object.entries(files)
      .filter(([path]) => path !== 'manifest.json')
      .map(([path, bytes]) => ({
        path,
        bytes: bytes.byteLength,
        sha256: createHash('sha256').update(bytes).digest('hex')
      }));
    files['manifest.json'] = Buffer.from(JSON.stringify(manifest));
  }
  return zipSync(files);
}
const ASSET = 'assets/PT-3/asset.json';
const PLAN = () => Object.keys(ours).find((path) => path.endsWith('-plan.pdf')) ?? '';
const edited =
  (path: string, edit: (record: Record<string, unknown>) => void) => (files: Record<string, Uint8Array>) => {
    const record = JSON.parse(Buffer.from(files[path] ?? []).toString());
    edit(record);
    files[path] = Buffer.from(JSON.stringify(record));
  };
const text = (value: string) => Buffer.from(value);

const OURS: readonly (readonly [what: string, bytes: () => Uint8Array, says: string])[] = [
  ['no manifest', () => changed((files) => delete files['manifest.json'], false), 'manifest.json'],
  [
    'a file that the manifest does not list',
    () => changed((files) => (files['assets/PT-3/files/000000000000-a.txt'] = text('a')), false),
    '000000000000-a.txt'
  ],
  ['a file that is missing', () => changed((files) => Reflect.deleteProperty(files, ASSET), false), ASSET],
  [
    'a record with other bytes',
    () =>
      changed(
        (files) =>
          (files[ASSET] = text(
            Buffer.from(files[ASSET] ?? [])
              .toString()
              .replace('Three', 'Seven')
          )),
        false
      ),
    ASSET
  ],
  [
    'a file with other bytes',
    () => changed((files) => (files[PLAN()] = text('%PDF-1.7 certificate of the other sYstem')), false),
    'plan.pdf'
  ],
  [
    'a file that no record names',
    () => changed((files) => (files['assets/PT-3/files/000000000000-a.txt'] = text('a'))),
    '000000000000-a.txt'
  ],
  [
    'a file of an asset that is not there',
    () => changed((files) => (files['assets/NONE/files/000000000000-a.txt'] = text('a'))),
    '000000000000-a.txt'
  ],
  [
    'a file of a procedure that is not there',
    () => changed((files) => (files['procedures/x/000000000000-a.txt'] = text('a'))),
    '000000000000-a.txt'
  ],
  [
    'a program called a PDF',
    () =>
      changed((files) => {
        const bytes = text('MZ program');
        const sha256 = createHash('sha256').update(bytes).digest('hex');
        files[`assets/PT-3/files/${sha256.slice(0, 12)}-plan.pdf`] = bytes;
        Reflect.deleteProperty(files, PLAN());
        edited(ASSET, ({ files: list }) =>
          Object.assign((list as object[])[0] ?? {}, { sha256, bytes: bytes.byteLength })
        )(files);
      }),
    'plan.pdf'
  ],
  ['an unknown field', () => changed(edited(ASSET, (record) => (record['role'] = 'superadmin'))), 'role'],
  ['an asset without its id', () => changed(edited(ASSET, (record) => delete record['id'])), 'id'],
  ['a file elsewhere', () => changed((files) => (files['startup.sh'] = text('rm'))), 'startup.sh'],
  ['YAML with an alias', () => zipSync({ 'A/asset.yaml': text('a: &x 1\nb: *x') }), 'A/asset.yaml'],
  ['YAML with a tag', () => zipSync({ 'A/asset.yaml': text('a: !!str 1') }), 'A/asset.yaml'],
  ['YAML with a merge key', () => zipSync({ 'A/asset.yaml': text('a: 1\n<<: {b: 1}') }), 'A/asset.yaml'],
  [
    'YAML of more than 16 MiB',
    () => zipSync({ 'A/asset.yaml': Buffer.alloc(16 * 1024 ** 2 + 1, '# x\n') }, { level: 0 }),
    'A/asset.yaml'
  ],
  ['YAML with a key twice', () => zipSync({ 'A/asset.yaml': text('a: 1\na: 2') }), 'A/asset.yaml'],
  [
    'one asset in two folders',
    () => {
      const asset = gaugeAsset({ asset_id: 'TWICE' });
      return zipSync({
        ...unzipSync(gaugeArchive([asset])),
        'B/asset.yaml': unzipSync(gaugeArchive([asset]))['TWICE/asset.yaml'] ?? text('')
      });
    },
    'asset_id_twice'
  ]
];
test.each(OURS)('%s', async (_what, bytes, says) => isRefused(bytes(), says, 'update'));
test.each(BROKEN)('%s', async (_what, bytes, says) => isRefused(bytes, says));

/** The rules of the design for what is read of an archive, and what the archives here that break them are called. */
const RULES: Readonly<Record<string, RegExp>> = {
  'so many entries': /^too many entries$/,
  'unpacked at most ten times what is packed': /^a bomb/,
  'unpacked at most 4 GiB': /^more than 4 GiB/,
  'JSON of at most 16 MiB': /^a bomb$/,
  'a file of at most 50 MiB': /^one file of more than 50 MiB$/,
  'no absolute path': /^the absolute path/,
  'no ..': /^the path \.\./,
  'no backslash': /^the backslash/,
  'no drive letter': /^the drive/,
  'no NUL': /^a hidden character in "a\\u0000/,
  'no link': /^a link$/,
  'no name twice': /^one name twice$/,
  'no names that differ in case only': /^names that differ in case$/,
  'nothing encrypted': /^(strong )?encryption/,
  'no archive in an archive, by name and by contents': /^(the archive a\.zip|a ZIP by another name)$/,
  'YAML without anchors and aliases': /^YAML with an alias$/,
  'YAML without tags': /^YAML with a tag$/,
  'YAML without merge keys': /^YAML with a merge key$/,
  'YAML of at most 16 MiB': /^YAML of more than 16 MiB$/,
  'files as uploads are': /^a program called a PDF$/,
  'a manifest that agrees with the files': /^a (file|record) with other bytes$/
};
const ALL = [...HOSTILE, ...BROKEN, ...OURS].map(([what]) => what);
test.each(Object.entries(RULES))('the rule is broken by one of them: %s', (_rule, names) =>
  expect(ALL.filter((what) => names.test(what))).not.toEqual([])
);
test('they are more than a hundred', () => expect(new Set(ALL).size).toBeGreaterThan(100));
