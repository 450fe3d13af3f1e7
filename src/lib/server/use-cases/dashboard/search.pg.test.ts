import { sql } from 'slonik';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { SYSTEM, type PersonActor } from '#lib/laboratory/actor.ts';
import { calibrationsNumbered } from '#lib/server/db/search.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { createLocation } from '#lib/server/use-cases/locations/create-location.ts';
import { createProcedure } from '#lib/server/use-cases/procedures/create-procedure.ts';
import {
  calibratedLaboratory,
  internalBody,
  recorded,
  type CalibratedLaboratory
} from '../../../../../tests/support/calibrated-laboratory.ts';
import { organizationOf, person, superadmin } from '../../../../../tests/support/people.ts';
import { recordingLaboratory } from '../../../../../tests/support/recording.ts';
import { search } from './search.ts';

const at = recordingLaboratory();
let own: CalibratedLaboratory;
let number: string;

beforeAll(async () => {
  own = await calibratedLaboratory(at.laboratory.services, { certificate_prefix: 'SEEK' });
  const { services, admin, technician, organizationId } = own;
  const given = { organization_id: organizationId };
  await createLocation(services, admin, { ...given, name: 'Zephyr hall', is_calibration_lab: false });
  await createProcedure(services, admin, { ...given, code: 'ZEP-1', name: 'Zephyr by comparison', body: '' });
  const { certificate } = await recorded(services, technician, internalBody(own, {}));
  number = certificate?.number ?? '';
});

const found = async (query: string, actor: PersonActor = own.technician) =>
  (await search(own.services, actor, query)).map(({ kind, title }) => `${kind} ${title}`);

describe('a search finds', () => {
  test('a calibration by its whole number, its beginning, and its year and sequence', async () => {
    const sequence = number.replace('SEEK-', '');
    for (const query of [number, number.toLowerCase(), number.slice(0, -1), sequence]) {
      expect(await found(query), query).toContain(`calibration ${number}`);
    }
    expect(await found('nl-2026')).toEqual(['calibration NL-2026-17']);
  });

  test('places and procedures, the best title first', async () => {
    expect(await found('zephyr')).toEqual(['location Zephyr hall', 'procedure ZEP-1']);
    expect(await found('comparison ZEPHYR')).toEqual(['procedure ZEP-1']);
    expect(await found('%')).toEqual([]);
    expect(await found('100% _')).toEqual([]);
  });

  test('people by name; by address for those alone who may see it', async () => {
    const sought = await person(own.services, 'viewer', 'Olga Zwiebel');
    expect(await found('zwiebel')).toEqual(['person Olga Zwiebel']);
    const boss = await superadmin(own.services);
    const [hit] = await search(own.services, boss, 'zwiebel');
    expect(hit?.detail).toMatch(/@laboratory\.example$/);
    expect(await found(hit?.detail ?? '', boss)).toEqual(['person Olga Zwiebel']);
    expect(await found(hit?.detail ?? '')).toEqual([]);
    expect(sought.role).toBe('viewer');
  });

  test('no more than twenty', async () => {
    for (let i = 0; i < 12; i += 1) {
      await organizationOf(own.services, await person(own.services, 'technician', `Twin ${i}`), { name: `Twin ${i}` });
    }
    expect(await found('twin')).toHaveLength(20);
  });
});

test('nothing of a private organization but its name is found by a stranger', async () => {
  const stranger = await person(own.services, 'technician');
  expect(await found(number, stranger)).toEqual([]);
  expect(await found('zephyr', stranger)).toEqual([]);
  const hits = await search(own.services, stranger, 'laboratory');
  expect(hits.filter(({ organization_id }) => organization_id === own.organizationId)).toEqual([
    {
      kind: 'organization',
      id: own.organizationId,
      title: 'Laboratory',
      detail: '',
      organization_id: own.organizationId
    }
  ]);
});

test('numbers are found by their index, also by a member whose rows are fenced', async () => {
  const plan = await transaction(at.database.pool, own.technician, async (tx) => {
    // So few rows would be read whole; the plan is that of many.
    await tx.query(sql.unsafe`SET LOCAL enable_seqscan = off`);
    const line = sql.type(z.object({ 'QUERY PLAN': z.string() }));
    return tx.anyFirst(line`EXPLAIN ${calibrationsNumbered({ query: number, most: 20 })}`);
  });
  const asked = plan.filter((line) => line.includes('Index Cond: ((organization_id'));
  expect(asked).toHaveLength(2);
  for (const line of asked)
    expect(line).toMatch(/certificate_number\)::text >= .* AND .*certificate_number\)::text < /);
  expect(plan.filter((line) => /on calibrations/.test(line))).toEqual([
    expect.stringContaining('using calibrations_by_number'),
    expect.stringContaining('using calibrations_by_lab_number')
  ]);
  const rows = await transaction(at.database.pool, SYSTEM, (tx) =>
    tx.any(sql.unsafe`${calibrationsNumbered({ query: number, most: 20 })}`)
  );
  expect(rows).toHaveLength(1);
});
