/** Whole installations, out and in: each side is a database with its own store and superadmin. */
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { expect } from 'vitest';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { issueCertificate } from '#lib/server/use-cases/certificates/issue-certificate.ts';
import { keyOfResult } from '#lib/server/use-cases/long-work/operation-keys.ts';
import { getOperation } from '#lib/server/use-cases/long-work/own-operations.ts';
import { runOperation } from '#lib/server/use-cases/long-work/run-operation.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import {
  exportInstallation,
  runInstallationExport
} from '#lib/server/use-cases/whole-installation/export-installation.ts';
import {
  importInstallation,
  runInstallationImport
} from '#lib/server/use-cases/whole-installation/import-installation.ts';
import type { ForeignSecrets } from '#lib/server/use-cases/whole-installation/settle-secrets.ts';
import { runInstallationReset } from '#lib/server/use-cases/whole-installation/reset-installation.ts';
import { calibratedLaboratory, externalBody, internalBody, recorded } from './calibrated-laboratory.ts';
import { createTestDatabase, execute, type TestDatabase } from './database.ts';
import { superadmin } from './people.ts';
import { testServices } from './services.ts';

export const workers = {
  database_export: runInstallationExport,
  database_import: runInstallationImport,
  database_reset: runInstallationReset
};
export type Side = { readonly database: TestDatabase; readonly services: Services; readonly boss: PersonActor };

export async function side(given: Partial<Services> = {}): Promise<Side> {
  const database = await createTestDatabase();
  const services = await testServices(database, given);
  return { database, services, boss: await signedIn(database, await superadmin(services)) };
}

/** With a session that has just begun. */
export async function signedIn(database: TestDatabase, actor: PersonActor): Promise<PersonActor> {
  const sessionId = randomUUID();
  await execute(
    database.url,
    "INSERT INTO sessions (id, user_id, expires_at, kind) VALUES ($1, $2, now() + interval '1 hour', 'brief')",
    [sessionId, actor.userId]
  );
  return { ...actor, sessionId };
}

/** A side with a calibrated laboratory and two issued certificates. */
export async function calibratedSide(given: Partial<Services> = {}): Promise<Side> {
  const from = await side(given);
  const laboratory = await calibratedLaboratory(from.services);
  const { technician, asset } = laboratory;
  const first = await recorded(from.services, technician, externalBody(asset));
  const second = await recorded(from.services, technician, internalBody(laboratory));
  for (const { id } of [first, second]) await issueCertificate(from.services, id);
  return from;
}

export async function exportFrom({ services, boss }: Side) {
  const { job_id } = await exportInstallation(services, boss);
  await runOperation(services, job_id, workers);
  const operation = await getOperation(services, boss, job_id);
  expect(operation.error).toBeNull();
  const stored = await services.store.get(keyOfResult(job_id));
  return { archive: stored ? await buffer(stored.stream) : Buffer.alloc(0), exported: operation.result ?? {} };
}

/** Uploads an archive of which no secret is foreign. */
export const received =
  (bytes: Uint8Array, foreign: Partial<ForeignSecrets> = {}) =>
  async (path: string) => {
    await writeFile(path, bytes);
    return { keyBefore: null, retire: false, ...foreign };
  };

export async function importTo(
  { services, boss, database }: Side,
  bytes: Uint8Array,
  dry_run = false,
  foreign: Partial<ForeignSecrets> = {}
) {
  const { job_id } = await importInstallation(services, boss, { dry_run }, received(bytes, foreign));
  await runOperation(services, job_id, workers);
  const { rows } = await execute(database.url, 'SELECT state, error, result FROM operations WHERE id = $1', [job_id]);
  return rows[0] as
    { state: string; error: { code: string; detail: string } | null; result: Record<string, unknown> } | undefined;
}

/** What must not have changed after a refusal. */
export async function picture({ database }: Side): Promise<string> {
  const { rows } = await execute(
    database.url,
    `SELECT (SELECT json_agg(u ORDER BY id) FROM users u) AS users, (SELECT json_agg(c ORDER BY id) FROM calibrations c) AS calibrations,
            (SELECT generation FROM installation) AS generation, (SELECT json_agg(nspname ORDER BY nspname) FROM pg_namespace
             WHERE nspname NOT LIKE 'pg\\_%') AS schemas`
  );
  return JSON.stringify(rows[0]);
}
