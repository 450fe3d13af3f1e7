/**
 * What must be true for each described field of an asset and of a channel: a new field is tested as soon as it is
 * described.
 */
import { sql } from 'slonik';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Asset } from '#lib/contracts/assets.ts';
import { createAssetBody, updateAssetBody } from '#lib/contracts/assets.ts';
import { SYSTEM, type PersonActor } from '#lib/laboratory/actor.ts';
import { ASSET, type SearchedAssetKey } from '#lib/records/asset.ts';
import { CHANNEL } from '#lib/records/channel.ts';
import { changeableKeys, documentKeys, searchedKeys } from '#lib/records/field.ts';
import { findChanged } from '#lib/server/db/changed-documents.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { createLocation } from '#lib/server/use-cases/locations/create-location.ts';
import { createProcedure } from '#lib/server/use-cases/procedures/create-procedure.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { documentSchemas } from '#sync/protocol/documents.ts';
import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/database.ts';
import { fieldValues, pick } from '../../../../../tests/support/field-values.ts';
import { joined, organizationOf, person, superadmin } from '../../../../../tests/support/people.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { createAsset } from './create-asset.ts';
import { getAsset, listAssets } from './read-assets.ts';
import { updateAsset } from './update-asset.ts';

let database: TestDatabase;
let services: Services;
let technician: PersonActor;
let organization_id: string;
const places: string[] = [];
const procedures: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
  await superadmin(services);
  const own = await organizationOf(services, await person(services, 'admin'), { private: true });
  organization_id = own.organization.id;
  technician = await joined(services, await person(services, 'technician'), organization_id);
  for (const name of ['Haus-eins', 'Haus-zwei']) {
    const place = await createLocation(services, technician, { name, organization_id, is_calibration_lab: false });
    places.push(place.id);
    const procedure = await createProcedure(services, technician, { code: name, name, body: '', organization_id });
    procedures.push(procedure.id);
  }
});
afterAll(() => database.drop());

const idOf = (key: string, turn: number) => (key === 'procedure_id' ? procedures : places)[turn];
const ofAsset = fieldValues(ASSET, idOf);
const ofChannel = fieldValues(CHANNEL, idOf);

/** Fields that exclude another field; tested in one-interval.pg.test.ts. */
const INSTEAD = 'calibration_interval_months';
const OF_ASSET = changeableKeys(ASSET).filter((key) => key !== INSTEAD);
const OF_CHANNEL = changeableKeys(CHANNEL);

const made = () =>
  createAsset(
    services,
    technician,
    createAssetBody.parse({
      organization_id,
      ...ofAsset.filled(OF_ASSET, 0),
      channels: [ofChannel.filled(OF_CHANNEL, 0)]
    })
  );

test('is stored, changed, recorded in the audit log, sent to devices and found by search', async () => {
  const created = await made();
  expect(pick(created, OF_ASSET)).toEqual(ofAsset.filled(OF_ASSET, 0));
  expect(created.channels.map((channel) => pick(channel, OF_CHANNEL))).toEqual([ofChannel.filled(OF_CHANNEL, 0)]);

  const [channel] = created.channels;
  const changed = await updateAsset(
    services,
    technician,
    { ref: created.id },
    updateAssetBody.parse({
      ...ofAsset.filled(OF_ASSET, 1),
      channels: [{ id: channel?.id, ...ofChannel.filled(OF_CHANNEL, 1) }]
    }),
    null
  );
  const now = await getAsset(services, technician, { ref: created.id });
  expect(now).toEqual(changed);
  expect(pick(now, OF_ASSET)).toEqual(ofAsset.filled(OF_ASSET, 1));
  expect(now.channels.map((one) => pick(one, OF_CHANNEL))).toEqual([ofChannel.filled(OF_CHANNEL, 1)]);

  expect(await changesOf(created)).toEqual({
    ...ofAsset.changes(OF_ASSET),
    ...ofChannel.changes(OF_CHANNEL, `channel.${channel?.id}.`)
  });

  const onDevice = documentSchemas.assets.parse(await documentOf(created.id));
  const unlike = new Set(['created_by']);
  expect(Object.keys(onDevice).sort()).toEqual([...documentKeys(ASSET)].sort());
  const alike = documentKeys(ASSET).filter((key) => !unlike.has(key));
  expect(pick(onDevice, alike)).toEqual(pick(now, alike));

  for (const key of searchedKeys(ASSET)) {
    for (const words of wordsIn(now, key)) {
      const { items } = await listAssets(services, technician, { q: words, limit: 5 });
      expect(
        items.map(({ id }) => id),
        `searched for ${key}: ${words}`
      ).toContain(created.id);
    }
  }
});

test('is unchanged if a change does not include it', async () => {
  const asset = await createAsset(
    services,
    technician,
    createAssetBody.parse({ organization_id, ...ofAsset.filled(OF_ASSET, 0), asset_id: 'LEFT-1' })
  );
  for (const key of OF_ASSET) {
    // An end of a range alone would contradict the other.
    const given = { [key]: key === 'asset_id' ? 'LEFT-2' : ofAsset.valueOf(key, 1) };
    const before = await getAsset(services, technician, { ref: asset.id });
    const after = await updateAsset(services, technician, { ref: asset.id }, updateAssetBody.parse(given), null);
    const others = OF_ASSET.filter((other) => other !== key);
    expect(pick(after, others), `after a change of ${key}`).toEqual(pick(before, others));
    expect(pick(after, [key])).toEqual(given);
  }
});

/** What a person would type to find the asset by this field: one search for each. */
function wordsIn(asset: Asset, key: SearchedAssetKey): readonly string[] {
  if (key === 'tags') return asset.tags;
  if (key === 'attributes') return asset.attributes.map(({ value, unit }) => `${value} ${unit}`);
  return [String(asset[key])];
}

async function changesOf(asset: Asset): Promise<unknown> {
  const [, recorded] = await transaction(database.pool, SYSTEM, (tx) =>
    tx.anyFirst(sql.unsafe`SELECT changes FROM audit_log WHERE resource_id = ${asset.id} ORDER BY number`)
  );
  return recorded;
}

async function documentOf(id: string): Promise<unknown> {
  const found = await transaction(database.pool, technician, (tx) =>
    findChanged(tx, 'assets', { stream: organization_id, after: 0, limit: 100, reader: technician.userId })
  );
  return found.find(({ document }) => document.id === id)?.document;
}
