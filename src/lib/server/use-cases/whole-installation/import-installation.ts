import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { v7 as uuidv7 } from 'uuid';
import type { ArchivedObject } from '#lib/contracts/installation-archive.ts';
import { SYSTEM, type PersonActor } from '#lib/laboratory/actor.ts';
import { assertMay } from '#lib/laboratory/permissions.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { refusedArchive, refusedEntry } from '#lib/server/archive/zip-limits.ts';
import { noteUnkeptObjects, renewUnkeptObjects } from '#lib/server/db/attachments.ts';
import { appendAudit } from '#lib/server/db/audit.ts';
import { transaction, type Tx } from '#lib/server/db/transaction.ts';
import { becomeOwner } from '#lib/server/db/whole/as-owner.ts';
import { findReferencedObjects } from '#lib/server/db/whole/dump.ts';
import { findMigration } from '#lib/server/db/whole/tables.ts';
import { closeWaitingRoom, findWaitingSuperadmins, WAITING } from '#lib/server/db/whole/waiting-rows.ts';
import { assertRoom, beginLongWork } from '#lib/server/use-cases/long-work/begin-operation.ts';
import { keyOfUpload } from '#lib/server/use-cases/long-work/operation-keys.ts';
import type { LongWork } from '#lib/server/use-cases/long-work/run-operation.ts';
import { withFolder } from '#lib/server/use-cases/long-work/with-folder.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { ArchiveIn } from './archive-in.ts';
import { assertMayManageDatabase, INSTALLATION } from './assert-may.ts';
import { loadArchive } from './load-archive.ts';
import { objectName } from './manifest.ts';
import { keyOfReferenced } from './referenced-key.ts';
import { replaceInstallation } from './replace-installation.ts';
import { openedKey, sealedKey, settleSecrets, type ForeignSecrets, type SettledSecrets } from './settle-secrets.ts';

/** As the work finds it: the key of the other installation is in `sealed`, which goes when the work has ended. */
type ImportRequest = { readonly dry_run: boolean; readonly retire_secrets: boolean; readonly sealed?: string };

/**
 * Takes an archive and begins to import it, or to check it only.
 * @param receive writes what is uploaded to a path, and says what to do with secrets of another SECRET_KEY
 * @throws Refusal `forbidden`, `proof_required`, `database_busy`, `too_many_requests`; what `receive` throws
 */
export async function importInstallation(
  { pool, store, secretKey }: Services,
  actor: PersonActor,
  query: { readonly dry_run: boolean },
  receive: (path: string) => Promise<ForeignSecrets>
): Promise<{ readonly job_id: string }> {
  await transaction(pool, actor, async (tx) => {
    await assertMayManageDatabase(tx, actor);
    await assertRoom(tx, actor);
  });
  const id = uuidv7();
  const key = keyOfUpload(id);
  return withFolder(async (folder) => {
    const path = join(folder, 'upload');
    const { keyBefore, retire } = await receive(path);
    await store.putFile(key, path, { contentType: 'application/zip' });
    try {
      return await transaction(pool, actor, async (tx) => {
        // It was proved before the upload, which may take longer than a proof is accepted.
        assertMay(actor, 'database.manage');
        await appendAudit(tx, actor, null, {
          action: query.dry_run ? 'installation.archive_checked' : 'installation.import_started',
          resource: INSTALLATION
        });
        const request: ImportRequest = {
          ...query,
          retire_secrets: retire,
          ...(keyBefore !== null && { sealed: sealedKey(keyBefore, id, { secretKey }) })
        };
        return beginLongWork(tx, actor, 'database_import', request, id);
      });
    } catch (thrown) {
      if (thrown instanceof Refusal) await store.delete(key);
      throw thrown;
    }
  });
}

/** Checks the whole archive, and replaces everything by it unless it is only to be checked. */
export async function runInstallationImport(services: Services, work: LongWork): Promise<void> {
  assertMay(work.actor, 'database.manage');
  await withFolder(async (folder) => {
    const path = join(folder, 'upload');
    const uploaded = await services.store.get(keyOfUpload(work.id));
    if (uploaded === null) throw new Refusal('not_found', 'The uploaded file no longer exists. Send it again.');
    await pipeline(uploaded.stream, createWriteStream(path, { mode: 0o600 }));
    const archive = await ArchiveIn.open(path);
    try {
      await bringIn(services, work, archive);
    } finally {
      await archive.close();
    }
  });
}

async function bringIn(services: Services, work: LongWork, archive: ArchiveIn): Promise<void> {
  const { dry_run: dryRun, retire_secrets: retire, sealed } = work.request as ImportRequest;
  const keyBefore = sealed === undefined ? null : openedKey(sealed, work.id, services);
  const { manifest } = archive;
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  // Objects are read twice: to check them, and to store them.
  const total = rows + manifest.objects.rows * (dryRun ? 1 : 2);
  let done = 0;
  const tell = async (n: number) => work.progress({ done: Math.min((done += n), total), total, unit: 'records' });
  const objects = new Map<string, ArchivedObject>();
  for await (const object of archive.objects()) {
    await tell(1);
    await archive.bytesOf(object);
    objects.set(object.key, object);
  }
  if (!dryRun) await noteNewObjects(services, [...objects.values()]);
  await transaction(services.pool, SYSTEM, async (tx) => {
    done = objects.size;
    await becomeOwner(tx);
    const tables = await loadArchive(tx, archive, { migrations: services.migrations, tell });
    const report = await reportOn(tx, work, archive, objects);
    const secrets = await settleSecrets(tx, services, manifest.secret_key_mark, { keyBefore, retire, dryRun });
    const result = { ...report, ...secrets, records: rows };
    await assertStoreAgrees(services.store, objects.values());
    if (dryRun) {
      await closeWaitingRoom(tx);
      return work.finish(tx, { state: 'done', result });
    }
    await storeObjects(services, archive, objects.values(), () => tell(1));
    await replaceInstallation(tx, work, tables, actionsOf(secrets), result);
  });
}

const actionsOf = ({ secret_key }: SettledSecrets) =>
  secret_key === 'retired'
    ? (['installation.imported', 'installation.secrets_forgotten'] as const)
    : (['installation.imported'] as const);

/** What the archive brings. @throws Refusal `archive_refused` where nobody could work with it */
async function reportOn(
  tx: Tx,
  { actor }: LongWork,
  { manifest }: ArchiveIn,
  objects: ReadonlyMap<string, ArchivedObject>
): Promise<object> {
  let missing = 0;
  for (const one of await findReferencedObjects(tx, WAITING)) {
    const found = objects.get(keyOfReferenced(one));
    if (found === undefined) missing += Number(one.is_needed);
    else if (found.sha256 !== one.sha256)
      throw refusedEntry(objectName(found.key), 'it is not the file that its record names');
  }
  // Earlier versions also counted files that need not be there.
  if (missing > manifest.missing) throw refusedArchive('Files that the records name are missing in the archive.');
  const superadmins = await findWaitingSuperadmins(tx, actor.userId);
  if (superadmins.length === 0) {
    throw refusedArchive('The archive has no super administrator who could sign in after the import.');
  }
  const count = (name: string) => manifest.tables.find((table) => table.name === name)?.rows ?? 0;
  return {
    exported_at: manifest.exported_at,
    origin: manifest.origin,
    migration: manifest.migration,
    is_older: manifest.migration < (await findMigration(tx)),
    objects: objects.size,
    missing,
    organizations: count('organizations'),
    people: count('users'),
    assets: count('assets'),
    calibrations: count('calibrations'),
    keeps_own_account: superadmins.some(({ is_caller }) => is_caller),
    superadmins: superadmins.slice(0, 5).map(({ email }) => email)
  };
}

async function hashIn(store: Services['store'], key: string): Promise<string | null> {
  const stored = await store.get(key);
  if (stored === null) return null;
  const hash = createHash('sha256');
  for await (const chunk of stored.stream) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Before the commit nothing may be overwritten that the data of now reference. @throws Refusal `archive_refused` */
async function assertStoreAgrees(store: Services['store'], objects: Iterable<ArchivedObject>): Promise<void> {
  for (const { key, sha256 } of objects) {
    const here = (await store.head(key)) && (await hashIn(store, key));
    if (here !== null && here !== sha256) {
      throw refusedEntry(
        objectName(key),
        'a file of this name exists here with other contents. Reset this installation first'
      );
    }
  }
}

/** If the import fails, nothing references the objects that it stored: those are removed after a day. */
async function noteNewObjects({ pool, store }: Services, objects: readonly ArchivedObject[]): Promise<void> {
  const fresh: string[] = [];
  // Those that an import before this one has left: housekeeping must not remove them while this one finds them stored.
  await transaction(pool, SYSTEM, (tx) =>
    renewUnkeptObjects(
      tx,
      objects.map(({ key }) => key)
    )
  );
  for (const { key } of objects) if ((await store.head(key)) === null) fresh.push(key);
  await transaction(pool, SYSTEM, (tx) => noteUnkeptObjects(tx, fresh));
}

/** Beside those of now. */
async function storeObjects(
  { store }: Services,
  archive: ArchiveIn,
  objects: Iterable<ArchivedObject>,
  tell: () => Promise<void>
): Promise<void> {
  for (const object of objects) {
    await tell();
    if ((await store.head(object.key)) !== null) continue;
    const bytes = await archive.bytesOf(object);
    await store.put(object.key, bytes, { contentType: object.media_type });
  }
}
