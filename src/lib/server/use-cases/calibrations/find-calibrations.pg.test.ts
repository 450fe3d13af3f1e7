import { beforeAll, describe, expect, test } from 'vitest';
import type { CalibrationHeader } from '#lib/contracts/calibrations.ts';
import {
  calibratedLaboratory,
  externalBody,
  internalBody,
  recorded,
  type CalibratedLaboratory
} from '../../../../../tests/support/calibrated-laboratory.ts';
import { execute } from '../../../../../tests/support/database.ts';
import { person } from '../../../../../tests/support/people.ts';
import { recordingLaboratory } from '../../../../../tests/support/recording.ts';
import { createAsset } from '../assets/create-asset.ts';
import { createLocation } from '../locations/create-location.ts';
import { listCalibrations } from './list-calibrations.ts';

const at = recordingLaboratory();
let own: CalibratedLaboratory;
let hall: string;
const ids: string[] = [];
type Query = Parameters<typeof listCalibrations>[2];

/** The external calibration of the reference, three of an instrument, and one of a logger. */
beforeAll(async () => {
  own = await calibratedLaboratory(at.laboratory.services, { certificate_prefix: 'FIND' });
  const { services, admin, technician, organizationId } = own;
  hall = (
    await createLocation(services, admin, { name: 'Hall 3', organization_id: organizationId, is_calibration_lab: true })
  ).id;
  const record = async (actor: typeof admin, body: Parameters<typeof recorded>[2]) =>
    ids.push((await recorded(services, actor, body)).id);
  await record(technician, internalBody(own, { calibration_date: '2026-05-01', calibration_location_id: hall }));
  await record(admin, internalBody(own, { calibration_date: '2026-07-01' }));
  await record(technician, internalBody(own, { calibration_date: '2026-06-01' }));
  await record(
    admin,
    externalBody(own.multi, { channel_id: own.multi.channels[0]?.id ?? null, calibration_date: '2026-07-01' })
  );
  const judge = (id: string | undefined, conforms: boolean, found: string) =>
    execute(
      at.database.url,
      `ALTER TABLE calibrations DISABLE TRIGGER USER;
       UPDATE calibrations SET conforms = ${conforms}, profile = profile || '{"as_found": "${found}"}' WHERE id = '${id}';
       ALTER TABLE calibrations ENABLE TRIGGER USER`
    );
  await judge(ids[0], false, 'fail');
  await judge(ids[1], true, 'fail');
  await judge(ids[2], true, 'pass');
  await execute(
    at.database.url,
    `UPDATE certificates SET state = 'failed', error = 'no pen' WHERE calibration_id = '${ids[2]}'`
  );
});

const list = (query: Partial<Query>, actor = own.technician) =>
  listCalibrations(own.services, actor, { limit: 50, organization_id: own.organizationId, ...query });
const found = async (query: Partial<Query>) =>
  (await list(query)).items.map(({ id }) => (ids.includes(id) ? ids.indexOf(id) : 'reference'));

describe('calibrations are found', () => {
  test.each<[string, () => Partial<Query>, (number | 'reference')[]]>([
    ['by the deciding verdict', () => ({ judgement: 'conforms' }), [1, 2]],
    ['by its opposite', () => ({ judgement: 'does_not_conform' }), [0]],
    ['where nothing was judged', () => ({ judgement: 'not_judged' }), [3, 'reference']],
    ['out of tolerance as found, whatever was decided', () => ({ judgement: 'failed_as_found' }), [1, 0]],
    ['by who recorded them', () => ({ recorded_by: own.technician.userId }), [2, 0]],
    ['by place', () => ({ calibration_location_id: hall }), [0]],
    ['by kind', () => ({ kind: 'external' }), [3, 'reference']],
    ['by the state of the certificate', () => ({ certificate_state: 'failed' }), [2]],
    ['by words of the certificate of the outside laboratory', () => ({ q: 'nl-2026' }), [3, 'reference']],
    ['by period and person together', () => ({ from: '2026-06-01', recorded_by: own.technician.userId }), [2]]
  ])('%s', async (_, query, expected) => {
    const got = await found({ ...query(), sort: '-calibration_date' });
    expect(got.toSorted()).toEqual(expected.toSorted());
  });

  test('by words of their certificate number, in any case', async () => {
    const [{ certificate } = { certificate: null }] = (await list({ kind: 'internal', limit: 1 })).items;
    expect((await list({ q: certificate?.number.toLowerCase() ?? '' })).total).toBe(1);
    expect((await list({ q: '100%' })).total).toBe(0);
  });
});

test.each(['calibration_date', '-recorded_at', 'asset', '-asset', 'certificate_number', '-certificate_number'])(
  'sorted by %s they are paged without gap or repetition',
  async (sort) => {
    const whole = (await list({ sort })).items;
    const read: CalibrationHeader[] = [];
    let cursor: string | undefined;
    do {
      const page = await list({ sort, limit: 2, cursor });
      expect(page.total).toBe(5);
      read.push(...page.items);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(read.map(({ id }) => id)).toEqual(whole.map(({ id }) => id));
    expect(new Set(read.map(({ id }) => id)).size).toBe(5);
  }
);

test('a cursor of one order is invalid in another', async () => {
  const { nextCursor } = await list({ sort: 'asset', limit: 1 });
  await expect(list({ sort: '-recorded_at', cursor: nextCursor ?? '' })).rejects.toMatchObject({
    code: 'invalid_cursor'
  });
});

test('no filter shows strangers anything of a private organization', async () => {
  const stranger = await person(own.services, 'technician');
  for (const query of [{ recorded_by: own.technician.userId }, { calibration_location_id: hall }, { q: 'FIND' }]) {
    expect((await list(query, stranger)).items).toEqual([]);
  }
});

test('the longest texts that are taken are found, in any script', async () => {
  const { services, admin } = own;
  // Han characters of the supplementary planes: four bytes each, and none repeats, so that nothing can be compressed.
  const han = (length: number, from: number) =>
    String.fromCodePoint(...Array.from({ length: length / 2 }, (_, n) => 0x20000 + ((from + n * 31) % 40_000)));
  const name = han(200, 1);
  const asset = await createAsset(services, admin, {
    asset_id: 'L'.repeat(64),
    name,
    organization_id: own.organizationId
  });
  const named = { lab_name: han(200, 9000), lab_certificate_number: han(100, 20_000) };
  await recorded(services, admin, { ...externalBody(asset), ...named });
  for (const q of [name, named.lab_name, named.lab_certificate_number])
    expect((await listCalibrations(services, admin, { q, limit: 5 })).items[0]?.asset.id).toBe(asset.id);
});
