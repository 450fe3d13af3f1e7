/** The list of assets on a device for a page of a browser: its test calls what stands on `globalThis` here. */
import { anAsset } from '../../src/lib/contracts/asset-fixture.ts';
import { LocalDatabase } from '../../src/lib/client/database/local-database.ts';
import { replicaStore } from '../../src/lib/client/database/replica-store.ts';
import { openReplicated } from '../../src/lib/client/database/replicated-database.ts';
import { savedListsOf } from '../../src/lib/client/database/saved-lists.ts';
import { AssetList } from '../../src/lib/client/state/asset-list.ts';
import { FIRST_POSITION } from '../../sync/client/replica.ts';

const person = crypto.randomUUID();
const local = new LocalDatabase(person);
const replicated = await openReplicated(person);
const store = replicaStore(local, replicated);
const device = {
  userId: person,
  deviceId: () => Promise.resolve(''),
  local,
  replicated: () => Promise.resolve(replicated),
  close: () => Promise.resolve()
};
const context = { organizationName: () => '', locationName: () => null, today: '2026-03-01', leadDays: 30 };

let seq = 0;
const tools = {
  /** A list as a tab has it after its start. */
  start: async () => {
    const list = new AssetList(
      () => Promise.resolve(device),
      () => context,
      () => undefined
    );
    list.loadSaved(await savedListsOf(person));
    await list.follow(replicated);
    return list;
  },
  /** A pulled asset, written as sync does. */
  pull: async (asset_id: string) => {
    const { organization_name: _o, location_name: _l, ...document } = { ...anAsset(asset_id), id: asset_id };
    await store.setPosition('assets', { ...FIRST_POSITION, checkpoint: String(seq) });
    await store.write(
      'assets',
      [{ id: asset_id, stream: document.organization_id, seq: (seq += 1), epoch: 0, document: document as never }],
      []
    );
  },
  names: ({ sorted }: AssetList) => sorted.map(({ asset_id }) => asset_id)
};
export type AssetTools = typeof tools;
Object.assign(globalThis, { assets: tools });
