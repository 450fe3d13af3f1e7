import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { createProcedure } from '#lib/server/use-cases/procedures/create-procedure.ts';
import { deleteProcedure } from '#lib/server/use-cases/procedures/delete-procedure.ts';
import { removeLeftovers } from '#lib/server/use-cases/housekeeping/remove-leftovers.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { listAssetAuditLogs } from '#lib/server/use-cases/audit/list-asset-audit-logs.ts';
import {
  calibratedLaboratory,
  externalBody,
  recorded,
  type CalibratedLaboratory
} from '../../../../../tests/support/calibrated-laboratory.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import { joined, person } from '../../../../../tests/support/people.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { addAttachment } from './add-attachment.ts';
import { keyOfAttachment } from './attachment-address.ts';
import { deleteAttachment } from './delete-attachment.ts';
import { listAttachments } from './list-attachments.ts';
import type { ReceivedFile } from './received-file.ts';

let database: TestDatabase;
let services: Services;
let laboratory: CalibratedLaboratory;
let viewer: PersonActor;
let stranger: PersonActor;
let folder: string;
let clock = new Date();

beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database, { now: () => clock });
  laboratory = await calibratedLaboratory(services);
  viewer = await joined(services, await person(services, 'viewer'), laboratory.organizationId);
  stranger = await person(services, 'technician');
  folder = await mkdtemp(join(tmpdir(), 'plumbline-attachments-'));
});
afterAll(() => database.drop());

async function received(contents: Uint8Array | string): Promise<ReceivedFile> {
  const bytes = Buffer.from(contents);
  const path = join(folder, randomUUID());
  await writeFile(path, bytes);
  return { path, size: bytes.byteLength, sha256: createHash('sha256').update(bytes).digest('hex') };
}
const upload = (name: string, contents: Uint8Array | string) => ({ name, receive: () => received(contents) });
const ofAsset = () => ({ asset: { ref: laboratory.asset.id } });
const add = (name: string, contents: Uint8Array | string, actor = laboratory.technician) =>
  addAttachment(services, actor, ofAsset(), upload(name, contents));
async function bytesOf(id: string): Promise<Buffer> {
  const found = await services.store.get(keyOfAttachment(id));
  if (found === null) throw new Error(`no bytes of ${id}`);
  return buffer(found.stream);
}
const stored = async () => {
  const keys: string[] = [];
  for await (const key of services.store.list('attachments/', new Date(Date.now() + 60_000))) keys.push(key);
  return keys.sort();
};
const rows = async () =>
  (await execute(database.url, 'SELECT id FROM attachments')).rows
    .map(({ id }: { id: string }) => keyOfAttachment(id))
    .sort();

test('a file is listed with its uploader, downloads under its own name, and its removal is in the history', async () => {
  const file = await add('Prüfplan „A“ 2026.pdf', '%PDF-1.7\nhello');
  expect(file).toMatchObject({
    name: 'Prüfplan „A“ 2026.pdf',
    media_type: 'application/pdf',
    bytes: 14,
    sha256: createHash('sha256').update('%PDF-1.7\nhello').digest('hex'),
    uploaded_by: { full_name: 'Tess Technician' }
  });
  expect(await listAttachments(services, viewer, ofAsset())).toEqual([file]);
  const address = new URL(file.url);
  expect(address.pathname).toBe(`/storage/attachments/${file.id}`);
  expect(address.searchParams.get('filename')).toBe(file.name);
  expect((await bytesOf(file.id)).toString()).toBe('%PDF-1.7\nhello');

  await deleteAttachment(services, laboratory.technician, ofAsset(), file.id);
  await expect(deleteAttachment(services, laboratory.technician, ofAsset(), file.id)).rejects.toMatchObject({
    code: 'not_found'
  });
  expect(await listAttachments(services, viewer, ofAsset())).toEqual([]);
  expect(await stored()).toEqual(await rows());
  const { items } = await listAssetAuditLogs(
    services,
    laboratory.technician,
    { ref: laboratory.asset.id },
    { limit: 2 }
  );
  expect(items.map(({ action, changes }) => [action, changes['file']])).toEqual([
    ['asset.file_removed', { old: file.name, new: null }],
    ['asset.file_added', { old: null, new: file.name }]
  ]);
});

test.each([
  ['a\u202Efdp.txt', 'a_fdp.txt'],
  ['../../etc/passwd.txt', '.._.._etc_passwd.txt'],
  ['<img src=x onerror=alert(1)>.csv', '_img src=x onerror=alert(1)_.csv'],
  ['e\u0301talon.TXT', 'étalon.TXT']
])('the name %j is kept as %j', async (given, kept) => {
  const file = await add(given, randomUUID());
  expect(file.name).toBe(kept);
});

test('a picture is re-encoded, without its location', async () => {
  const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#886644' } })
    .jpeg()
    .withExif({ IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .toBuffer();
  const file = await add('IMG_0001.JPG', photo);
  expect(file).toMatchObject({ name: 'IMG_0001.webp', media_type: 'image/webp' });
  const bytes = await bytesOf(file.id);
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(file.sha256);
  const { format, exif } = await sharp(bytes).metadata();
  expect({ format, exif }).toEqual({ format: 'webp', exif: undefined });
});

const EXE = Buffer.concat([Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'), Buffer.alloc(600)]);
const ZIP = Buffer.from('PK\x05\x06' + '\0'.repeat(18), 'latin1');
test.each([
  ['a program called a PDF', 'report.pdf', EXE, 'wrong_type'],
  ['a program called a text', 'report.txt', EXE, 'wrong_type'],
  ['a program under its own name', 'report.exe', EXE, 'wrong_type'],
  ['a program with two endings', 'report.pdf.exe', EXE, 'wrong_type'],
  ['no ending', 'report', 'text', 'wrong_type'],
  ['a page', 'report.html', '<html>', 'wrong_type'],
  ['a drawing with scripts', 'report.svg', '<svg/>', 'wrong_type'],
  ['a ZIP called a workbook', 'report.xlsx', ZIP, 'wrong_type'],
  ['a text called XML', 'report.xml', 'hello', 'wrong_type'],
  ['an empty file', 'report.txt', '', 'wrong_type'],
  ['a PDF called a picture', 'report.png', '%PDF-1.7', 'not_an_image']
])('%s is refused, and leaves nothing', async (_what, name, contents, code) => {
  const before = await stored();
  await expect(add(name, contents)).rejects.toMatchObject({ code });
  expect(await stored()).toEqual(before);
});

test.each([
  ['data.csv', Buffer.from('Größe;1,5\r\n', 'latin1'), 'text/csv'],
  ['data.txt', Buffer.from('\ufeffGröße\t1\n', 'utf16le'), 'text/plain'],
  ['data.xml', '\ufeff<?xml version="1.0"?><a/>', 'application/xml'],
  ['data.zip', ZIP, 'application/zip'],
  ['data.xlsx', Buffer.from(`PK\x03\x04${'x'.repeat(40)}PK\x01\x02xl/workbook.xml`, 'latin1'), /spreadsheetml/]
])('%s is kept', async (name, contents, media) => {
  expect((await add(name, contents)).media_type).toMatch(media);
});

test('people who may not edit the record are refused before anything is read, and see what they may see', async () => {
  const before = [await stored(), await rows()];
  const never = () => Promise.reject(new Error('the body was read'));
  for (const [actor, code] of [
    [viewer, 'forbidden'],
    [stranger, 'not_found']
  ] as const) {
    const asked = addAttachment(services, actor, ofAsset(), { name: 'a.txt', receive: never });
    await expect(asked).rejects.toMatchObject({ code });
  }
  const file = await add('rights.txt', 'rights');
  await expect(deleteAttachment(services, viewer, ofAsset(), file.id)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(listAttachments(services, stranger, ofAsset())).rejects.toMatchObject({ code: 'not_found' });
  const other = { asset: { ref: laboratory.multi.id } };
  await expect(deleteAttachment(services, laboratory.admin, other, file.id)).rejects.toMatchObject({
    code: 'not_found'
  });
  await deleteAttachment(services, laboratory.admin, ofAsset(), file.id);
  expect([await stored(), await rows()]).toEqual(before);
});

test('of one file sent many times at once one is kept; of many different files all are', async () => {
  const before = (await rows()).length;
  const same = await Promise.all(Array.from({ length: 4 }, () => add('same.txt', 'the same')));
  expect(new Set(same.map(({ id }) => id)).size).toBe(1);
  await Promise.all(['one', 'two', 'three'].map((text) => add('same.txt', text)));
  expect(await rows()).toHaveLength(before + 4);
  expect(await stored()).toEqual(await rows());
});

test('files are added to a calibration and never removed, not even directly in the database', async () => {
  const { id } = await recorded(services, laboratory.technician, externalBody(laboratory.asset));
  const file = await addAttachment(services, laboratory.technician, { calibration: id }, upload('raw.csv', '1;2'));
  expect(await listAttachments(services, viewer, { calibration: id })).toEqual([file]);
  const change = execute(database.url, `SET LOCAL ROLE plumbline_app; UPDATE attachments SET name = 'x'`);
  await expect(change).rejects.toThrow('permission denied');
  await expect(execute(database.url, `DELETE FROM attachments WHERE id = '${file.id}'`)).rejects.toThrow(
    'kept as they are'
  );
});

test('a record has at most 200 files, and another is refused with that reason', async () => {
  await execute(
    database.url,
    `INSERT INTO attachments (id, organization_id, asset_id, name, media_type, bytes, sha256, uploaded_by)
     SELECT gen_random_uuid(), '${laboratory.organizationId}', '${laboratory.multi.id}', n::text, 'text/plain', 1,
            repeat('0', 64), '${laboratory.admin.userId}' FROM generate_series(1, 200) n`
  );
  const asked = addAttachment(
    services,
    laboratory.admin,
    { asset: { ref: laboratory.multi.id } },
    upload('a.txt', 'a')
  );
  await expect(asked).rejects.toMatchObject({ code: 'too_many_files' });
  await execute(database.url, `DELETE FROM attachments WHERE asset_id = '${laboratory.multi.id}'`);
});

test('an upload that was interrupted after storing, and files of a deleted procedure, are gone after a day', async () => {
  const body = { code: 'P-1', name: 'P', body: '', organization_id: laboratory.organizationId };
  const procedure = await createProcedure(services, laboratory.admin, body);
  const kept = await stored();
  await addAttachment(services, laboratory.technician, { procedure: procedure.id }, upload('plan.txt', 'plan'));
  await deleteProcedure(services, laboratory.admin, procedure.id);
  // The database goes away when the row is to be written.
  await execute(database.url, 'ALTER TABLE attachments RENAME TO attachments_away');
  await expect(add('late.txt', 'late')).rejects.toThrow();
  await execute(database.url, 'ALTER TABLE attachments_away RENAME TO attachments');
  expect((await stored()).length).toBeGreaterThan(kept.length);

  await removeLeftovers(services);
  expect((await stored()).length).toBeGreaterThan(kept.length);
  clock = new Date(Date.now() + 2 * 86_400_000);
  await removeLeftovers(services);
  expect(await stored()).toEqual(kept);
  expect((await execute(database.url, 'SELECT count(*)::int AS n FROM unkept_objects')).rows).toEqual([{ n: 0 }]);
});
