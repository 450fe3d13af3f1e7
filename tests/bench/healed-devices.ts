/**
 * Devices of the campaign on a running server, all in this process: the app's loop, queue rules and transport, over files. They have worked
 * before, then the network leaves, and they save calibrations and try to send them in vain. When it is back, their loops are woken and
 * their event streams opened at once: the pauses of the app after failures are not measured.
 */
import pg from 'pg';
import type { Asset } from '#lib/contracts/assets.ts';
import { chance } from '../campaign/chance.ts';
import { startDevice, type Device } from '../campaign/device.ts';
import { foundLaboratory, hire } from '../campaign/laboratory.ts';
import { eventually } from '../support/api.ts';
import { copyAssets } from '../support/copied-assets.ts';
import { listenAsDevice } from '../support/rolling-load.ts';
import { countedNetwork, type Passed } from './counted-network.ts';

export const DEVICES = 5;
export const SAVED_EACH = 200;
/** So that nothing is done for the first time when it is measured. */
const SAVED_BEFORE = 4;
const PATIENCE_SECONDS = 300;

/** @returns the milliseconds until all have converged, and what passed the network meanwhile. @throws if one differs from the database */
export async function convergeAfterHealing(
  origin: string,
  databaseUrl: string
): Promise<{ readonly converged: number; readonly passed: readonly Passed[] }> {
  const owner = new pg.Client({ connectionString: databaseUrl });
  await owner.connect();
  const network = countedNetwork();
  const crew = await hireCrew(origin, owner, network.connect);
  try {
    crew.listen();
    crew.save(SAVED_BEFORE);
    await crew.converged();
    await eventually(() => areAllIssued(owner), PATIENCE_SECONDS);
    crew.hearNothing();
    network.leave();
    crew.save(SAVED_EACH);
    await crew.haveFailed();
    const begun = performance.now();
    network.heal();
    crew.listen();
    crew.wake();
    const converged = (await crew.converged()) - begun;
    const passed = network.passed();
    await assertSame(owner, crew.devices);
    return { converged, passed };
  } finally {
    await crew.stop();
    await owner.end();
  }
}

type Crew = {
  readonly devices: readonly Device[];
  /** Opens the event stream of each. */
  readonly listen: () => void;
  readonly hearNothing: () => void;
  /** Each saves so many, each of another instrument of its own. */
  readonly save: (each: number) => void;
  readonly wake: () => void;
  /** Waits until each has tried in vain since the last save. */
  readonly haveFailed: () => Promise<unknown>;
  /** Waits until all have caught up with everything that was saved. @returns the moment */
  readonly converged: () => Promise<number>;
  readonly stop: () => Promise<void>;
};

async function hireCrew(
  origin: string,
  owner: pg.Client,
  connect: ReturnType<typeof countedNetwork>['connect']
): Promise<Crew> {
  const laboratory = await foundLaboratory(origin, 1);
  const instruments = await copiesOf(owner, laboratory.assets[0]);
  const technicians = await hire(origin, laboratory, DEVICES);
  const tokens = await Promise.all(technicians.map(({ signIn }) => signIn()));
  // That of the reference is there already.
  let calibrations = 1;
  let convergedAt: number | null = null;
  const failed = new Set<number>();
  const holdsAll = (device: Device) =>
    device.unsettled().length === 0 &&
    device.pulled().length === calibrations &&
    device.pulled('calibration_details').length === calibrations;
  const devices: readonly Device[] = tokens.map((token, i) =>
    startDevice(origin, { ...laboratory, token }, laboratory.reference, chance(i), chance(~i), {
      connect,
      report: ({ type }) => {
        if (type === 'failed') failed.add(i);
        if (type === 'caught_up' && devices.every(holdsAll)) convergedAt ??= performance.now();
      }
    })
  );
  const streams: { readonly stop: () => void }[] = [];
  const hearNothing = () => streams.splice(0).forEach(({ stop }) => stop());
  return {
    devices,
    listen: () => devices.forEach(({ wake }, i) => streams.push(listenAsDevice(origin, tokens[i] ?? '', wake))),
    hearNothing,
    save: (each) => {
      calibrations += DEVICES * each;
      convergedAt = null;
      failed.clear();
      devices.forEach(({ save }, i) =>
        instruments.slice(i * SAVED_EACH, i * SAVED_EACH + each).forEach((one) => save(one))
      );
    },
    wake: () => devices.forEach(({ wake }) => wake()),
    haveFailed: () => eventually(async () => failed.size === DEVICES, PATIENCE_SECONDS),
    converged: () => eventually(async () => convergedAt, PATIENCE_SECONDS),
    stop: async () => {
      hearNothing();
      await Promise.all(devices.map(({ stop }) => stop()));
    }
  };
}

/** As many instruments as all devices need. */
async function copiesOf(owner: pg.Client, original: Asset | undefined): Promise<readonly Asset[]> {
  if (original === undefined) throw new Error('The laboratory has no instrument.');
  await copyAssets(owner, original.asset_id, { count: DEVICES * SAVED_EACH, calibrationsEach: 0 });
  const { rows } = await owner.query<Pick<Asset, 'id' | 'asset_id'>>(
    `SELECT id, asset_id FROM assets WHERE asset_id LIKE 'COPY-%' ORDER BY asset_id`
  );
  return rows.map((copy) => ({ ...original, ...copy }));
}

const areAllIssued = async (owner: pg.Client) =>
  (await owner.query(`SELECT FROM certificates WHERE state <> 'issued' LIMIT 1`)).rowCount === 0;

/** Each device has each calibration in the version that the database has. */
async function assertSame(owner: pg.Client, devices: readonly Device[]): Promise<void> {
  const { rows } = await owner.query<{ id: string; version: number }>(
    'SELECT id, version::int AS version FROM calibrations'
  );
  for (const device of devices) {
    const held = device.holds();
    const other = rows.filter(({ id, version }) => !isVersion(held.get(`calibrations/${id}`), version));
    if (other.length > 0 || device.pulled().length !== rows.length)
      throw new Error(`A device differs from the server: ${other.length} of ${rows.length} calibrations.`);
  }
}

const isVersion = (document: object | undefined, version: number) =>
  document !== undefined && 'version' in document && document.version === version;
