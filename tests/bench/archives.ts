/**
 * What a server needs in memory while it exports, and another while it imports, ten thousand assets with a hundred thousand
 * calibrations. Both have done the same with a few before, so that what is loaded and compiled once does not count.
 */
import { randomUUID } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { Asset } from '#lib/contracts/assets.ts';
import type { Organization } from '#lib/contracts/organizations.ts';
import { analysisRequest } from '../support/analysis-request.ts';
import type { Api } from '../support/api.ts';
import { externalBody, internalBody, MEASURING } from '../support/calibrated-laboratory.ts';
import { copyAssets } from '../support/copied-assets.ts';
import { fetchArchive, sendArchive, type SignedIn } from '../support/moved-archives.ts';
import { databaseUrlOf, makeDataDir, startServer } from '../support/server.ts';
import { signInFirst } from './ask-server.ts';
import type { Figure } from './measure.ts';

const ASSETS = Number(process.env['ARCHIVE_ASSETS'] ?? 10_000);
const CALIBRATIONS_EACH = 10;
const POINTS = 11;
const FEW = 50;
const WARM_UPS = 3;
const MOST_MB = 150;
const SAMPLED_EVERY_MS = 50;

type Bench = SignedIn & { readonly pid: number; readonly dataDir: string; readonly api: Api };

export async function benchArchives(): Promise<Figure[]> {
  const [source, target] = [await makeDataDir(), await makeDataDir()];
  const few = join(source.path, 'few.zip');
  const many = join(source.path, 'many.zip');
  try {
    const out = await onBench(source.path, async (bench) => {
      const organizationId = await laboratory(bench);
      await copyOf(bench, FEW);
      for (let i = 0; i < WARM_UPS; i++) await fetchArchive(bench, organizationId, few);
      await copyOf(bench, ASSETS - FEW);
      return growthDuring(bench.pid, () => fetchArchive(bench, organizationId, many));
    });
    const into = await onBench(target.path, async (bench) => {
      for (let i = 0; i < WARM_UPS; i++) await sendArchive(bench, few);
      return growthDuring(bench.pid, () => sendArchive(bench, many));
    });
    const size = (await stat(many)).size / 1024 ** 2;
    const memory = (what: string, value: number): Figure => ({
      name: `memory grows while ${ASSETS} assets with ${ASSETS * CALIBRATIONS_EACH} calibrations are ${what}`,
      value,
      unit: 'MB',
      bar: { kind: 'at most', value: MOST_MB }
    });
    return [
      memory('exported', out.grown),
      { name: 'time of the export', value: out.seconds, unit: 's' },
      { name: 'size of the archive', value: size, unit: 'MB' },
      memory('imported', into.grown),
      { name: 'time of the import', value: into.seconds, unit: 's' }
    ];
  } finally {
    await source.remove();
    await target.remove();
  }
}

async function onBench<T>(dataDir: string, work: (bench: Bench) => Promise<T>): Promise<T> {
  const server = await startServer({ dataDir });
  try {
    const { baseUrl, pid } = server;
    return await work({ baseUrl, pid, dataDir, ...(await signInFirst(baseUrl)) });
  } finally {
    await server.stop();
  }
}

const residentMb = async (pid: number): Promise<number> =>
  Number(/VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

async function growthDuring(pid: number, work: () => Promise<unknown>): Promise<{ grown: number; seconds: number }> {
  const before = await residentMb(pid);
  let [highest, isOver] = [before, false];
  const sampling = (async () => {
    while (!isOver) {
      highest = Math.max(highest, await residentMb(pid));
      await new Promise((done) => setTimeout(done, SAMPLED_EVERY_MS));
    }
  })();
  const begun = performance.now();
  try {
    await work();
  } finally {
    isOver = true;
    await sampling;
  }
  return { grown: highest - before, seconds: (performance.now() - begun) / 1000 };
}

/** An organization with a calibrated reference and an asset that has a calibration of some points. */
async function laboratory({ api }: Bench): Promise<string> {
  const make = async <T>(path: string, body: object): Promise<T> => {
    const answer = await api<T>('POST', path, body);
    if (answer.status !== 201) throw new Error(`${path}: ${JSON.stringify(answer.body).slice(0, 500)}`);
    return answer.body;
  };
  const { id: organization_id } = await make<Organization>('/organizations', {
    name: 'Bench',
    certificate_prefix: 'B'
  });
  await make('/locations', { name: 'Laboratory', organization_id, is_calibration_lab: true });
  const own = { ...MEASURING, organization_id };
  const reference = await make<Asset>('/assets', { ...own, asset_id: 'REF', name: 'Standard', is_reference: true });
  await make('/calibrations', { ...externalBody(reference), id: randomUUID() });
  const asset = await make<Asset>('/assets', { ...own, asset_id: 'ORIGINAL', name: 'Transmitter' });
  const plain = analysisRequest();
  const points = Array.from({ length: POINTS }, (_, i) => ({
    reference: 10 * i,
    measured: 10 * i + 0.01 * Math.sin(i)
  }));
  await make('/calibrations', { ...internalBody({ asset, reference }, {}, { ...plain, points }), id: randomUUID() });
  return organization_id;
}

async function copyOf({ dataDir }: Bench, count: number): Promise<void> {
  const owner = new pg.Client({ connectionString: await databaseUrlOf(dataDir) });
  await owner.connect();
  try {
    await copyAssets(owner, 'ORIGINAL', { count, calibrationsEach: CALIBRATIONS_EACH });
  } finally {
    await owner.end();
  }
}
