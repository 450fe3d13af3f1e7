import { SYSTEM } from '#lib/laboratory/actor.ts';
import { findBackupState } from '#lib/server/db/backups.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { probe } from './probe.ts';

export type Readiness = {
  readonly ready: boolean;
  /** One word a part; reasons are for the log, since anybody may ask. */
  /** Backups that fail are no reason to send requests elsewhere. */
  readonly backups: 'ok' | 'failing' | 'off';
  readonly parts: { readonly database: 'ok' | 'failing'; readonly storage: 'ok' | 'failing' };
  /** What sets templates: `embedded`, and the name of the TeX. */
  readonly engines: readonly string[];
};

/** Whether this process can serve: its migrated database and the object store answer within seconds. */
export async function checkReadiness(services: Services): Promise<Readiness> {
  const { pool, store, prints, backups } = services;
  let isFailing = false;
  const [database, storage] = await Promise.all([
    probe(services, 'database', () =>
      transaction(pool, SYSTEM, async (tx) => {
        isFailing = (await findBackupState(tx)).backup_failing_since !== null;
      })
    ),
    probe(services, 'storage', () => store.check())
  ]);
  const word = ({ works }: typeof database) => (works ? 'ok' : 'failing');
  const engines = ['embedded', ...(prints.tex ? [prints.tex.name] : [])];
  return {
    ready: database.works && storage.works,
    parts: { database: word(database), storage: word(storage) },
    backups: backups === undefined ? 'off' : isFailing ? 'failing' : 'ok',
    engines
  };
}
