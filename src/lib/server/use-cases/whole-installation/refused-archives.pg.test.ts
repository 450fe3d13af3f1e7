import { randomUUID } from 'node:crypto';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  calibratedSide,
  exportFrom,
  importTo,
  picture,
  type Side
} from '../../../../../tests/support/installation-sides.ts';
import { withRows as forgedRows } from '../../../../../tests/support/forged-installation.ts';

let from: Side;
let archive: Buffer;
beforeAll(async () => {
  from = await calibratedSide();
  ({ archive } = await exportFrom(from));
});
afterAll(() => from.database.drop());

const forged = (change: (files: Record<string, Uint8Array>) => void): Uint8Array => {
  const files = unzipSync(archive);
  change(files);
  return zipSync(files, { level: 0 });
};
const withRows = (table: string, change: Parameters<typeof forgedRows>[2]) => forgedRows(archive, table, change);
type Manifest = { migration: string; version: number };
const withManifest = (change: (manifest: Manifest) => void) =>
  forged((files) => {
    const manifest = JSON.parse(strFromU8(files['manifest.json'] ?? new Uint8Array())) as Manifest;
    change(manifest);
    files['manifest.json'] = strToU8(JSON.stringify(manifest));
  });
const objectIn = (files: Record<string, Uint8Array>) =>
  Object.keys(files).find((name) => name.startsWith('objects/')) ?? '';

const refused: readonly (readonly [string, () => Uint8Array, RegExp])[] = [
  ['cut off', () => archive.subarray(0, archive.length - 2000), /archive|ZIP/i],
  ['no archive', () => Buffer.from('SELECT 1'), /./],
  [
    'of assets',
    () => zipSync({ 'manifest.json': strToU8('{"format":"plumbline-assets","version":1}') }),
    /archives of assets/i
  ],
  ['of a newer format', () => withManifest((manifest) => (manifest.version = 2)), /newer version/],
  ['of a newer database', () => withManifest((manifest) => (manifest.migration = '9999_later')), /newer version/],
  [
    'a changed row',
    () =>
      forged(
        (files) =>
          (files['tables/users/000001.jsonl'] = strToU8(
            strFromU8(files['tables/users/000001.jsonl'] ?? new Uint8Array()).replace('Ada', 'Eve')
          ))
      ),
    /tables\/users: its contents are damaged/
  ],
  ['a changed file', () => forged((files) => (files[objectIn(files)] = strToU8('%PDF-1.7'))), /damaged/],
  ['a missing file', () => forged((files) => Reflect.deleteProperty(files, objectIn(files))), /lacks some/],
  ['an entry too many', () => forged((files) => (files['objects/more'] = strToU8('more'))), /does not name/],
  [
    'a path that leads out',
    () => forged((files) => (files['objects/../../etc/passwd'] = strToU8('root'))),
    /leads out/
  ],
  [
    'a broken link',
    () => withRows('memberships', (rows) => rows.map((row) => ({ ...row, user_id: randomUUID() }))),
    /contradict each other.*not present in table "users"/
  ],
  [
    'points without calibration',
    () => withRows('calibration_points', (rows) => rows.map((row) => ({ ...row, calibration_id: randomUUID() }))),
    /calibrations that are missing/
  ],
  [
    'an unknown column',
    () => withRows('users', (rows) => rows.map((row) => ({ ...row, is_god: true }))),
    /other columns/
  ],
  [
    'a value that breaks a rule',
    () => withRows('users', (rows) => rows.map((row) => ({ ...row, role: 'owner' }))),
    /users_role_check/
  ],
  [
    'a value of another type',
    () => withRows('users', (rows) => rows.map((row) => ({ ...row, created_at: 'never' }))),
    /cannot be read/
  ],
  ['one person twice', () => withRows('users', (rows) => [...rows, rows[0] ?? {}]), /contradict each other/],
  [
    'nobody who could sign in',
    () => withRows('users', (rows) => rows.map((row) => ({ ...row, is_active: false }))),
    /super administrator/
  ]
];
test.each(refused)('refused before the first change: %s', async (_name, make, says) => {
  const before = await picture(from);
  const outcome = await importTo(from, make());
  expect(outcome).toMatchObject({ state: 'failed', error: { code: 'archive_refused' } });
  expect(outcome?.error?.detail).toMatch(says);
  expect(await picture(from)).toBe(before);
});
