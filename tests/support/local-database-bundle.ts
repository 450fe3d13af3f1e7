/** The device's own database for a page of a browser: its tests call what stands on `globalThis` here. */
import { Dexie } from 'dexie';
import { localDatabaseName } from '../../src/lib/client/database/local-database-name.ts';
import { LocalDatabase } from '../../src/lib/client/database/local-database.ts';

const tools = {
  /** A database as version 3 of its tables left it. */
  async writeVersion3(person: string, rows: Readonly<Record<'queue' | 'edits', readonly object[]>>): Promise<void> {
    const old = new Dexie(localDatabaseName(person));
    old.version(3).stores({
      queue: 'id, state, applied.at',
      drafts: 'id',
      settings: 'key',
      positions: 'collection',
      dates: 'id, stream',
      lists: 'collection',
      opened: 'id, organization_id',
      lost: '[collection+id], stream',
      edits: 'id, state, applied.at'
    });
    await old.table('queue').bulkAdd([...rows.queue]);
    await old.table('edits').bulkAdd([...rows.edits]);
    old.close();
  },
  async read(person: string) {
    const database = new LocalDatabase(person);
    const rows = { queue: await database.queue.toArray(), edits: await database.edits.toArray() };
    database.close();
    return rows;
  }
};
export type LocalDatabaseTools = typeof tools;
Object.assign(globalThis, { local: tools });
