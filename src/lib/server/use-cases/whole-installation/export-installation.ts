import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import {
  INSTALLATION_FORMAT,
  type ArchivedObject,
  type InstallationManifest
} from '#lib/contracts/installation-archive.ts';
import { SYSTEM, type PersonActor } from '#lib/laboratory/actor.ts';
import { assertMay } from '#lib/laboratory/permissions.ts';
import { packFile, ZipWriter } from '#lib/server/archive/zip-writer.ts';
import { appendAudit } from '#lib/server/db/audit.ts';
import { becomeOwner } from '#lib/server/db/whole/as-owner.ts';
import { countRows, findReferencedObjects, rowsOf, type KeptObject } from '#lib/server/db/whole/dump.ts';
import { findArchivedTables, findKeyMark, findMigration } from '#lib/server/db/whole/tables.ts';
import { snapshot, transaction } from '#lib/server/db/transaction.ts';
import { beginLongWork } from '#lib/server/use-cases/long-work/begin-operation.ts';
import { keyOfResult } from '#lib/server/use-cases/long-work/operation-keys.ts';
import type { LongWork } from '#lib/server/use-cases/long-work/run-operation.ts';
import { withFolder } from '#lib/server/use-cases/long-work/with-folder.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { assertMayManageDatabase, INSTALLATION } from './assert-may.ts';
import { contentHash, FORMAT_VERSION, MANIFEST, OBJECT_LIST, objectName, tableList } from './manifest.ts';
import { keyOfReferenced } from './referenced-key.ts';
import { RowsOut } from './rows-out.ts';

/**
 * Begins an export of the whole installation.
 * @throws Refusal `forbidden`, `proof_required`, `database_busy`, `too_many_requests`
 */
export const exportInstallation = (services: Services, actor: PersonActor): Promise<{ readonly job_id: string }> =>
  transaction(services.pool, actor, async (tx) => {
    await assertMayManageDatabase(tx, actor);
    await appendAudit(tx, actor, null, { action: 'installation.exported', resource: INSTALLATION });
    return beginLongWork(tx, actor, 'database_export', {});
  });

/** Does it: one consistent picture of all tables, then the objects that they reference. */
export async function runInstallationExport(services: Services, work: LongWork): Promise<void> {
  assertMay(work.actor, 'database.manage');
  await withFolder(async (folder) => {
    const path = join(folder, 'installation.zip');
    const manifest = await writeInstallation(services, path, (done, total) =>
      work.progress({ done, total, unit: 'records' })
    );
    const key = keyOfResult(work.id);
    await services.store.putFile(key, path, { contentType: 'application/zip' });
    const result = {
      records: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
      objects: manifest.objects.rows,
      missing: manifest.missing,
      content_sha256: manifest.content_sha256
    };
    const name = `plumbline-${services.today()}.zip`;
    await transaction(services.pool, work.actor, (tx) =>
      work.finish(tx, { state: 'done', result, file: { key, name } })
    );
  });
}

/** How far it is: rows and objects together. */
type Told = (done: number, total: number) => Promise<void>;

/** Writes the archive to a new file. */
export async function writeInstallation(
  { pool, store, now, origin }: Pick<Services, 'pool' | 'store' | 'now' | 'origin'>,
  path: string,
  tell: Told
): Promise<InstallationManifest> {
  const zip = await ZipWriter.create(path);
  try {
    let done = 0;
    let total = 0;
    const { referenced, ...rows } = await snapshot(pool, SYSTEM, async (tx) => {
      await becomeOwner(tx);
      const tables = await findArchivedTables(tx);
      const referenced = await findReferencedObjects(tx);
      total = referenced.length;
      for (const table of tables) total += await countRows(tx, table);
      const written: InstallationManifest['tables'] = [];
      for (const table of tables) {
        const out = new RowsOut(zip, tableList(table.name));
        for await (const lines of rowsOf(tx, table)) {
          await tell(done, total);
          await out.add(lines);
          done += lines.length;
        }
        written.push({ name: table.name, columns: [...table.columns], ...(await out.end()) });
      }
      return {
        tables: written,
        migration: await findMigration(tx),
        secret_key_mark: await findKeyMark(tx),
        referenced
      };
    });
    const objects = await writeObjects(store, zip, referenced, () => tell(done++, total));
    const manifest: InstallationManifest = {
      format: INSTALLATION_FORMAT,
      version: FORMAT_VERSION,
      ...rows,
      ...objects,
      exported_at: now().toISOString(),
      origin,
      content_sha256: contentHash({ ...rows, ...objects })
    };
    await zip.add(MANIFEST, await packFile(Buffer.from(JSON.stringify(manifest))));
    await zip.end();
    return manifest;
  } catch (thrown) {
    await zip.abandon();
    throw thrown;
  }
}

/** Where the newest file of a certificate is missing, the newest before it that is intact comes along. */
async function writeObjects(
  store: Services['store'],
  zip: ZipWriter,
  referenced: readonly KeptObject[],
  tell: () => Promise<void>
): Promise<Pick<InstallationManifest, 'objects' | 'missing'>> {
  const list = new RowsOut(zip, OBJECT_LIST);
  let [bytes, missing] = [0, 0];
  const lacking = new Set<string>();
  for (const one of referenced) {
    await tell();
    if (!one.is_kept && !lacking.has(one.id)) continue;
    const key = keyOfReferenced(one);
    const stored = await store.get(key);
    const contents = stored && (await buffer(stored.stream));
    if (contents === null || createHash('sha256').update(contents).digest('hex') !== one.sha256) {
      if (one.is_needed) missing++;
      if (one.is_needed && one.kind === 'revision') lacking.add(one.id);
      continue;
    }
    if (!one.is_kept) lacking.delete(one.id);
    // Pictures and PDFs are packed already.
    await zip.add(objectName(key), await packFile(contents, false));
    const object: ArchivedObject = { key, sha256: one.sha256, bytes: contents.byteLength, media_type: one.media_type };
    await list.add([JSON.stringify(object)]);
    bytes += contents.byteLength;
  }
  return { objects: { ...(await list.end()), bytes }, missing };
}
