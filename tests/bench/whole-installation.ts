/**
 * A whole installation out, into an empty one, and out again: the same contents, in bounded memory. With
 * `INSTALLATION_ASSETS=2000` it has 20 000 calibrations of ten points, each with the file of its certificate.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { longWorkers } from '#lib/server/jobs/long-workers.ts';
import { keyOfResult } from '#lib/server/use-cases/long-work/operation-keys.ts';
import { runOperation } from '#lib/server/use-cases/long-work/run-operation.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { ArchiveIn } from '#lib/server/use-cases/whole-installation/archive-in.ts';
import { exportInstallation } from '#lib/server/use-cases/whole-installation/export-installation.ts';
import { importInstallation } from '#lib/server/use-cases/whole-installation/import-installation.ts';
import { organizationOf, person, superadmin } from '../support/people.ts';
import { testServices } from '../support/services.ts';
import { onBenchDatabase } from './bench-database.ts';
import { fillLaboratory } from './fill-laboratory.ts';
import type { Figure } from './measure.ts';

const ASSETS = Number(process.env['INSTALLATION_ASSETS'] ?? 200);
const EACH = 10;
const POINTS = 10;
const FILE_BYTES = 30_000;
const MOST_MB = 250;

export async function benchWholeInstallation(): Promise<Figure[]> {
  const [first, second] = ['first', 'second'].map((name) =>
    join(tmpdir(), `plumbline-${randomUUID()}-${name}.zip`)
  ) as [string, string];
  try {
    let boss: PersonActor | undefined;
    const out = await onBenchDatabase(async (database, owner) => {
      const services = await testServices(database);
      boss = await superadmin(services);
      await fill(services, owner);
      return measured(async () => exported(services, await signedIn(owner, boss as PersonActor), first));
    });
    const into = await onBenchDatabase(async (database, owner) => {
      const services = await testServices(database);
      const stranger = await signedIn(owner, await superadmin(services));
      const figures = await measured(() => imported(services, stranger, first));
      // In the archive, and signed in to what was imported.
      await exported(services, await signedIn(owner, boss as PersonActor), second);
      return figures;
    });
    const name = (what: string) => `${what} a whole installation with ${ASSETS * EACH} calibrations and files`;
    const bar = { kind: 'at most', value: MOST_MB } as const;
    return [
      { name: name('export'), value: out.seconds, unit: 's' },
      { name: name('memory grows in the export of'), value: out.grown, unit: 'MB', bar },
      { name: name('archive of'), value: (await stat(first)).size / 1024 ** 2, unit: 'MB' },
      { name: name('import'), value: into.seconds, unit: 's' },
      { name: name('memory grows in the import of'), value: into.grown, unit: 'MB', bar },
      {
        name: name('tables or files that differ after'),
        value: await differing(first, second),
        unit: '',
        bar: { kind: 'at most', value: 0 }
      }
    ];
  } finally {
    for (const path of [first, second]) await rm(path, { force: true });
  }
}

async function fill(services: Services, owner: pg.Client): Promise<void> {
  const technician = await person(services, 'technician');
  const { id: organizationId } = (await organizationOf(services, await superadmin(services))).organization;
  await fillLaboratory(owner, { organizationId, recorderId: technician.userId, assets: ASSETS, each: EACH });
  await owner.query('SET session_replication_role = replica');
  await owner.query(
    `INSERT INTO calibration_points (organization_id, calibration_id, role, position, reference, measured, u_reference, result)
     SELECT organization_id, id, 'points', n, n, n + random() / 100, 0.01, '{"error": 0.001, "u": 0.012, "U": 0.024, "verdict": "pass"}'
     FROM calibrations, generate_series(1, $1::int) AS n`,
    [POINTS]
  );
  const { rows } = await owner.query<{ id: string }>('SELECT id FROM calibrations ORDER BY id');
  for (const [i, { id }] of rows.entries()) {
    const file = randomBytes(FILE_BYTES);
    const key = `certificates/${id}.pdf`;
    await services.store.put(key, file, { contentType: 'application/pdf' });
    await owner.query(
      `INSERT INTO certificates (calibration_id, organization_id, state, object_key, sha256, bytes, issued_at, seq)
       VALUES ($1, $2, 'issued', $3, $4, $5, now(), $6)`,
      [id, organizationId, key, createHash('sha256').update(file).digest('hex'), file.length, i + 1]
    );
  }
  await owner.query('RESET session_replication_role');
}

async function signedIn(owner: pg.Client, actor: PersonActor): Promise<PersonActor> {
  const sessionId = randomUUID();
  await owner.query(
    "INSERT INTO sessions (id, user_id, expires_at, kind, proved_at) VALUES ($1, $2, now() + interval '9 hours', 'brief', now())",
    [sessionId, actor.userId]
  );
  return { ...actor, sessionId };
}

async function exported(services: Services, actor: PersonActor, path: string): Promise<void> {
  const { job_id } = await exportInstallation(services, actor);
  await runOperation(services, job_id, longWorkers);
  const result = await services.store.get(keyOfResult(job_id));
  if (result === null) throw new Error('the export has no file');
  await pipeline(result.stream, createWriteStream(path));
}

async function imported(services: Services, actor: PersonActor, path: string): Promise<void> {
  const { job_id } = await importInstallation(services, actor, { dry_run: false }, async (to) => {
    await pipeline(createReadStream(path), createWriteStream(to));
    return { keyBefore: null, retire: false };
  });
  await runOperation(services, job_id, longWorkers);
}

/** By their hashes; the audit log and the counters of changes tell of the export and the import themselves. */
async function differing(one: string, other: string): Promise<number> {
  const [a, b] = await Promise.all([one, other].map((path) => ArchiveIn.open(path)));
  if (a === undefined || b === undefined) throw new Error('no archives');
  const own = /^(audit_|organization_changes)/;
  const hashes = ({ manifest }: ArchiveIn) =>
    [...manifest.tables.filter(({ name }) => !own.test(name)), { name: 'objects', ...manifest.objects }].map(
      ({ name, rows, sha256 }) => `${name} ${rows} ${sha256}`
    );
  const there = new Set(hashes(b));
  const lacking = hashes(a).filter((hash) => !there.has(hash));
  await Promise.all([a.close(), b.close()]);
  return lacking.length;
}

/** How much memory this process takes beyond what it had, at the most; PostgreSQL is another. */
async function measured(work: () => Promise<void>): Promise<{ readonly seconds: number; readonly grown: number }> {
  const before = process.memoryUsage().rss;
  let most = before;
  const sampling = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 50);
  const begunAt = performance.now();
  await work().finally(() => clearInterval(sampling));
  return { seconds: (performance.now() - begunAt) / 1000, grown: (most - before) / 1024 ** 2 };
}
