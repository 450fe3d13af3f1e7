/**
 * The demonstration laboratory and more assets, exported, imported into an empty installation and exported again: the same bytes but for
 * what says when and where from. `ROUND_TRIP_ASSETS=2000 npx vitest run --project api tests/api/archive-round-trip.test.ts` takes minutes.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Organization } from '#lib/contracts/organizations.ts';
import { MANAGER, PASSWORD } from '../../src/commands/demo/staff.ts';
import { apiOf } from '../support/api.ts';
import { copyAssets } from '../support/copied-assets.ts';
import { copyFilledDataDir, tokenOf } from '../support/filled-demonstration.ts';
import { fetchArchive, sendArchive, type SignedIn } from '../support/moved-archives.ts';
import { databaseUrlOf, makeDataDir, startServer } from '../support/server.ts';

const GENERATED = Number(process.env['ROUND_TRIP_ASSETS'] ?? 40);
const PATIENCE_MS = 3_600_000;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-round-trip-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs `work` on a server that is gone afterwards. */
async function onServer<T>(
  data: Awaited<ReturnType<typeof makeDataDir>>,
  email: string,
  work: (server: SignedIn, dataDir: string) => Promise<T>
): Promise<T> {
  const server = await startServer({ dataDir: data.path });
  try {
    const { baseUrl } = server;
    // Where the laboratory is, the account is there.
    await apiOf(null, baseUrl)('POST', '/auth/register', { email, password: PASSWORD, full_name: 'Somebody else' });
    return await work({ baseUrl, token: await tokenOf(baseUrl, email) }, data.path);
  } finally {
    await server.stop();
    await data.remove();
  }
}

async function generate(dataDir: string): Promise<void> {
  const owner = new pg.Client({ connectionString: await databaseUrlOf(dataDir) });
  await owner.connect();
  try {
    const { rows } = await owner.query<{ label: string }>(
      `SELECT a.asset_id AS label FROM assets a JOIN calibrations c ON c.asset_id = a.id
       WHERE c.kind = 'internal' AND c.channel_id IS NULL GROUP BY 1 ORDER BY 1 LIMIT 1`
    );
    await copyAssets(owner, rows[0]?.label ?? '', { count: GENERATED, calibrationsEach: 2 });
  } finally {
    await owner.end();
  }
}

test(
  'is the same byte for byte',
  async () => {
    const [first, second] = [join(folder, 'first.zip'), join(folder, 'second.zip')];
    await onServer(await copyFilledDataDir(), MANAGER, async (server, dataDir) => {
      await generate(dataDir);
      const { body } = await apiOf(server.token, server.baseUrl)<Organization[]>('GET', '/organizations?mine=true');
      await fetchArchive(server, body[0]?.id ?? '', first);
    });
    await onServer(await makeDataDir(), 'somebody@elsewhere.example', async (server) =>
      fetchArchive(server, await sendArchive(server, first), second)
    );
    const [before, after] = [unzipSync(await readFile(first)), unzipSync(await readFile(second))];
    const paths = Object.keys(before);
    expect(paths.filter((path) => path.endsWith('/asset.json')).length).toBeGreaterThan(GENERATED);
    expect(paths.filter((path) => path.endsWith('.pdf')).length).toBeGreaterThan(0);
    expect(Object.keys(after)).toEqual(paths);
    const differing = paths.filter((path) => !Buffer.from(before[path] ?? []).equals(after[path] ?? Buffer.alloc(0)));
    expect(differing).toEqual(['manifest.json']);
    const [then, now] = [before, after].map((archive) =>
      JSON.parse(Buffer.from(archive['manifest.json'] ?? []).toString())
    );
    expect({ ...now, exported_at: '', origin: '' }).toEqual({ ...then, exported_at: '', origin: '' });
  },
  PATIENCE_MS
);
