import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureDatabase } from '#lib/server/db/ensure-database.ts';
import { startEmbeddedServer } from '#lib/server/db/embedded.ts';
import { makeDataDir, stopOrphan } from '../support/server.ts';
import { startApp, type App } from './app.ts';
import { chance } from './chance.ts';
import { startDevice, type Device } from './device.ts';
import { mountDisk, type Disk } from './disk.ts';
import { foundLaboratory, type Laboratory } from './laboratory.ts';
import { postgresIn, type Postgres } from './postgres.ts';

export const KINDS = ['embedded', 'external'] as const;
export type Kind = (typeof KINDS)[number];
const DEVICES = 2;

/** One installation with its devices, as faults, oracle and driver see it. */
export type World = {
  readonly kind: Kind;
  readonly app: App;
  readonly postgres: Postgres;
  /** The disk below database and files, where one of its own could be mounted. */
  readonly disk: Disk | null;
  readonly laboratory: Laboratory;
  readonly devices: readonly Device[];
  readonly end: () => Promise<void>;
};

/** @param kind whether the app starts its own PostgreSQL, or is given one that somebody else watches over. */
export async function makeWorld(kind: Kind, seed: number): Promise<World> {
  const dataDir = await makeDataDir();
  const disk = await mountDisk(dataDir.path);
  const folder = join(dataDir.path, kind === 'embedded' ? 'postgres' : 'external');
  await mkdir(folder, { recursive: true });
  const external = kind === 'external' ? await startEmbeddedServer(folder) : null;
  if (external !== null) await ensureDatabase(external.url('postgres'), 'plumbline');
  const env = external && { DATABASE_URL: external.url('plumbline'), SECRET_KEY: randomBytes(32).toString('hex') };
  const app = await startApp(dataDir.path, env ?? {});
  const laboratory = await foundLaboratory(app.origin, DEVICES);
  const devices = laboratory.assets.map((asset, i) =>
    startDevice(app.origin, laboratory, asset, chance(seed ^ (i + 1)), chance(~seed ^ (i + 1)))
  );
  return {
    kind,
    app,
    postgres: postgresIn(folder),
    disk,
    laboratory,
    devices,
    end: async () => {
      for (const device of devices) await device.stop();
      await app.stop();
      await external?.stop();
      await stopOrphan(dataDir.path);
      await disk?.remove();
      await dataDir.remove();
    }
  };
}
