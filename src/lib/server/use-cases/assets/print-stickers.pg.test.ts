import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stickersBody, type StickersBody } from '#lib/contracts/stickers.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { externalBody, recorded } from '../../../../../tests/support/calibrated-laboratory.ts';
import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/database.ts';
import { joined, organizationOf, person, superadmin } from '../../../../../tests/support/people.ts';
import { codesIn, pdfFacts } from '../../../../../tests/support/read-code.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { createAsset } from './create-asset.ts';
import { getSticker, printStickers } from './print-stickers.ts';
import { retireAsset } from './retire-asset.ts';

let database: TestDatabase;
let services: Services;
let technician: PersonActor;
let viewer: PersonActor;
let outsider: PersonActor;
let organizationId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
  await superadmin(services);
  const own = await organizationOf(services, await person(services, 'admin'), { name: 'Private lab', private: true });
  organizationId = own.organization.id;
  technician = await joined(services, await person(services, 'technician'), organizationId);
  viewer = await joined(services, await person(services, 'viewer'), organizationId);
  outsider = await person(services, 'admin');
});
afterAll(() => database.drop());

const asset = (asset_id: string, organization_id = organizationId, actor = technician) =>
  createAsset(services, actor, { asset_id, name: `Transmitter ${asset_id}`, organization_id });
const print = (given: Omit<Parameters<typeof stickersBody.parse>[0] & object, never>, actor = technician) =>
  printStickers(services, actor, stickersBody.parse(given) as StickersBody, null);
const text = (bytes: Uint8Array | string) => (typeof bytes === 'string' ? bytes : strFromU8(bytes));

test('a sticker links to the asset by its UUID, with the due date in the reader’s language', async () => {
  const calibrated = await asset('ST-1');
  await recorded(services, technician, { ...externalBody(calibrated), due_date: '2027-03-18' });
  const png = await getSticker(services, viewer, { ref: 'st-1' }, { size: '2x2', format: 'png' });
  expect(png).toMatchObject({ media: 'image/png', filename: 'ST-1.png' });
  expect(await codesIn(png.bytes as Uint8Array)).toEqual([`http://localhost:3000/a/${calibrated.id}`]);
  for (const [language, words] of [
    ['en', 'Due 18 Mar 2027'],
    ['de', 'Fällig 18. März 2027'],
    ['es', 'Vence 18 mar 2027'],
    ['fr', 'Échéance 18 mars 2027']
  ] as const) {
    const pdf = await getSticker(services, { ...viewer, language }, { ref: 'ST-1' }, { size: '4x2', format: 'pdf' });
    expect((await pdfFacts(pdf.bytes as Uint8Array)).text).toContain(words);
  }
});

test('a retired asset says so instead of a date; one that was never calibrated has no date', async () => {
  const { id } = await asset('ST-2');
  const said = async () =>
    (
      await pdfFacts(
        (await getSticker(services, viewer, { ref: id }, { size: '2x2', format: 'pdf' })).bytes as Uint8Array
      )
    ).text;
  expect((await said()).trim()).toBe('ST-2\nTransmitter ST-2');
  await retireAsset(services, technician, { ref: id });
  expect(await said()).toContain('Retired');
});

test('many are printed in the order given, by identifier or UUID, also twice', async () => {
  const [a, b] = [await asset('ST-3'), await asset('ST-4')];
  const { bytes, media } = await print({ refs: ['st-4', a.id, 'ST-4'], format: 'zpl', dpi: 300 });
  expect(media).toBe('application/vnd.zebra-zpl');
  expect([...text(bytes).matchAll(/A,(\S+)\^FS/g)].map(([, url]) => url)).toEqual(
    [b, a, b].map(({ id }) => `http://localhost:3000/a/${id}`)
  );
  const zip = unzipSync((await print({ refs: ['ST-3', b.id, 'ST-4'], format: 'png_zip' })).bytes as Uint8Array);
  expect(Object.keys(zip)).toEqual(['ST-3.png', 'ST-4.png', 'ST-4 (2).png']);
  expect(await codesIn(zip['ST-3.png'] ?? new Uint8Array())).toEqual([`http://localhost:3000/a/${a.id}`]);
});

test('sheets begin at the requested label', async () => {
  await asset('ST-5');
  const pdf = (skip: number) => print({ refs: ['ST-5', 'ST-5'], format: 'pdf', sheet: 'avery_l7163', skip });
  expect((await pdfFacts((await pdf(12)).bytes as Uint8Array)).pages).toBe(1);
  expect((await pdfFacts((await pdf(13)).bytes as Uint8Array)).pages).toBe(2);
  await expect(pdf(14)).rejects.toMatchObject({ faults: [{ loc: ['body', 'skip'], type: 'no_label_left' }] });
});

test('a sheet is only possible as PDF, and only sheets have labels to skip', async () => {
  await asset('ST-6');
  await expect(print({ refs: ['ST-6'], format: 'zpl', sheet: 'avery_5160' })).rejects.toMatchObject({
    faults: [{ loc: ['body', 'sheet'], type: 'pdf_only' }]
  });
  await expect(print({ refs: ['ST-6'], format: 'pdf', skip: 1 })).rejects.toMatchObject({
    faults: [{ loc: ['body', 'skip'], type: 'sheet_needed' }]
  });
});

test('nobody gets a sticker of an asset they may not see, and one such asset refuses all', async () => {
  const { id } = await asset('ST-7');
  for (const ref of ['ST-7', id]) {
    await expect(getSticker(services, outsider, { ref }, { size: '2x2', format: 'png' })).rejects.toMatchObject({
      code: 'not_found'
    });
    await expect(print({ refs: [ref], format: 'zpl' }, outsider)).rejects.toMatchObject({ code: 'not_found' });
  }
  await expect(print({ refs: ['ST-7', 'ST-NONE'], format: 'zpl' })).rejects.toMatchObject({
    code: 'not_found',
    message: expect.stringContaining('ST-NONE') as string
  });
});

test('an identifier that several organizations use is decided by the organization', async () => {
  const second = await organizationOf(services, technician, { name: 'Second lab' });
  const member = second.founder;
  await asset('ST-8');
  const there = await asset('ST-8', second.organization.id, member);
  const both: PersonActor = {
    ...member,
    memberships: new Map([...technician.memberships, ...member.memberships])
  };
  await expect(print({ refs: ['ST-8'], format: 'zpl' }, both)).rejects.toMatchObject({ code: 'ambiguous_ref' });
  const body = stickersBody.parse({ refs: ['ST-8'], format: 'zpl' });
  expect(text((await printStickers(services, both, body, second.organization.id)).bytes)).toContain(there.id);
});

test('a thousand are printed, one more is refused', async () => {
  await asset('ST-9');
  const refs = Array.from({ length: 1000 }, () => 'ST-9');
  expect(text((await print({ refs, format: 'zpl', size: '1x0.5' })).bytes).match(/\^XA/g)).toHaveLength(1000);
  expect(stickersBody.safeParse({ refs: [...refs, 'ST-9'], format: 'zpl' }).success).toBe(false);
});
