import { randomBytes } from 'node:crypto';
import { execFile } from 'node:child_process';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensureDatabase } from '#lib/server/db/ensure-database.ts';
import { startEmbeddedServer } from '#lib/server/db/embedded.ts';
import { makeDataDir, stopOrphan } from '../support/server.ts';
import { startApp, startSeveral, type App } from './app.ts';
import { chance } from './chance.ts';
import { startDevice, type Device } from './device.ts';
import { mountDisk, type Disk } from './disk.ts';
import { foundLaboratory, foundNeighbour, hire, type Laboratory, type Technician } from './laboratory.ts';
import { openNetwork, type Network } from './network.ts';
import { postgresIn, type Postgres } from './postgres.ts';
import { openTablet, type Tablet } from './tablet.ts';

const run = promisify(execFile);
/**
 * Whether one process starts its own PostgreSQL, is given one that somebody else watches over, or shares that with others.
 */
export const KINDS = ['embedded', 'external', 'several'] as const;
export type Kind = (typeof KINDS)[number];
export const DEVICES = 3;

/** One installation with its devices, as faults, oracle and driver see it. */
export type World = {
  readonly kind: Kind;
  readonly app: App;
  readonly postgres: Postgres;
  /** The disk below database and files, where one of its own could be mounted. */
  readonly disk: Disk | null;
  readonly laboratory: Laboratory;
  /** Each with an asset of its own, in the hands of the technician at the same place. */
  readonly devices: readonly Device[];
  readonly technicians: readonly Technician[];
  /** Ids of the instruments that somebody at a desk was told are registered. */
  readonly promised: Set<string>;
  /** A real browser in the hands of one more technician, opened when it is first asked for; it stays for later runs. */
  readonly tablet: () => Promise<Tablet>;
  /** Between the devices and the app. */
  readonly network: Network;
  /** The bytes of a stored object. */
  readonly stored: (key: string) => Promise<Buffer>;
  /** Stops the app, copies its embedded database, and starts it. @returns what puts the copy back in the same way */
  readonly backUp: () => Promise<() => Promise<void>>;
  readonly end: () => Promise<void>;
};

/** @param built a build of the app that is there already. */
export async function makeWorld(kind: Kind, seed: number, built?: string): Promise<World> {
  const dataDir = await makeDataDir();
  const disk = await mountDisk(dataDir.path);
  const folder = join(dataDir.path, kind === 'embedded' ? 'postgres' : 'external');
  await mkdir(folder, { recursive: true });
  const external = kind !== 'embedded' ? await startEmbeddedServer(folder) : null;
  if (external !== null) await ensureDatabase(external.url('postgres'), 'plumbline');
  const env = external && { DATABASE_URL: external.url('plumbline'), SECRET_KEY: randomBytes(32).toString('hex') };
  const app = await (kind === 'several' ? startSeveral : startApp)(dataDir.path, env ?? {}, built);
  const laboratory = await foundLaboratory(app.origin, DEVICES + 1);
  await foundNeighbour(app.origin, laboratory.token);
  const technicians = await hire(app.origin, laboratory, DEVICES + 1);
  const network = await openNetwork(Number(new URL(app.origin).port));
  const devices = await Promise.all(
    laboratory.assets.slice(0, DEVICES).map(async (asset, i) => {
      const employer = { ...laboratory, token: (await technicians[i]?.signIn()) ?? '' };
      return startDevice(network.origin, employer, asset, chance(seed ^ (i + 1)), chance(~seed ^ (i + 1)));
    })
  );
  const postgres = postgresIn(folder);
  const [person, asset] = [technicians[DEVICES], laboratory.assets[DEVICES]];
  if (person === undefined || asset === undefined) throw new Error('Nobody is left for the tablet.');
  let tablet: Promise<Tablet> | undefined;
  return {
    kind,
    app,
    tablet: () => (tablet ??= openTablet(network.origin, person.login, asset, postgres)),
    postgres,
    disk,
    laboratory,
    devices,
    technicians,
    promised: new Set(),
    network,
    stored: (key) => readFile(join(dataDir.path, 'objects', key)),
    backUp: async () => {
      const [cluster, copy] = [join(folder, 'cluster'), join(dataDir.path, 'copy')];
      const stopped = async (work: () => Promise<unknown>) => {
        await app.stop();
        await work();
        await app.start();
      };
      await stopped(() => run('cp', ['-a', cluster, copy]));
      return () =>
        stopped(async () => {
          await rm(cluster, { recursive: true });
          await rename(copy, cluster);
        });
    },
    end: async () => {
      for (const device of devices) await device.stop();
      await (await tablet?.catch(() => undefined))?.end();
      await network.end();
      await app.end();
      await external?.stop();
      await stopOrphan(dataDir.path);
      await disk?.remove();
      await dataDir.remove();
    }
  };
}
