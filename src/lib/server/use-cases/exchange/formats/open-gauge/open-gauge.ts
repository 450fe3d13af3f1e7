import { MANIFEST } from '#lib/laboratory/exchange/archive-paths.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { refusedEntry } from '#lib/server/archive/zip-limits.ts';
import { ZipReader } from '#lib/server/archive/zip-reader.ts';
import type { ImportFormat, Incoming, Reading } from '../../incoming.ts';
import { gaugeFolders, type GaugeFolder } from './entries.ts';
import { identifiersOf } from './identifiers.ts';
import { Places } from './places.ts';
import { readGauge } from './read-gauge.ts';
import { readYaml } from './read-yaml.ts';
import { openGaugeSchema, type OpenGauge } from '#lib/contracts/open-gauge.ts';

/** Workbooks may be among the files of an asset; they are kept whole. */
const isKept = (path: string): boolean => path.includes('media/') && path.toLowerCase().endsWith('.xlsx');

/** The ZIP that Open Gauge exports: a folder per asset. */
export const openGauge: ImportFormat = {
  name: 'open-gauge',
  detect: async (path) => {
    try {
      const zip = await ZipReader.open(path, { isKept });
      await zip.close();
      return !zip.entries.has(MANIFEST) && gaugeFolders(zip.entries).length > 0;
    } catch (thrown) {
      // What is wrong with it is for the format to say that it is taken for.
      if (thrown instanceof Refusal) return false;
      throw thrown;
    }
  },
  read: async (path, reading) => {
    const zip = await ZipReader.open(path, { isKept });
    try {
      return await incomingOf(zip, reading);
    } catch (thrown) {
      await zip.close();
      throw thrown;
    }
  }
};

async function incomingOf(zip: ZipReader, reading: Reading): Promise<Incoming> {
  const folders = gaugeFolders(zip.entries);
  if (folders.length === 0) throw refusedEntry('asset.yaml', 'it is missing, so this is not an export of Open Gauge');
  const places = new Places();
  const named: string[] = [];
  for (const folder of folders) {
    const { data } = openGaugeSchema.safeParse(await readRecord(zip, folder));
    if (data === undefined) continue;
    places.add(data as OpenGauge);
    named.push(data.asset.asset_id);
  }
  const identifiers = await identifiersOf(named, reading);
  return {
    format: openGauge.name,
    total: folders.length,
    locations: places.locations,
    procedures: places.procedures,
    matchesByName: true,
    assets: async function* () {
      for (const folder of folders) yield await readGauge(zip, folder, await readRecord(zip, folder), identifiers);
    },
    close: () => zip.close()
  };
}

const readRecord = async (zip: ZipReader, { record }: GaugeFolder): Promise<unknown> =>
  readYaml(record.name, await zip.read(record));
