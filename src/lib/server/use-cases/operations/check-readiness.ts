import { SYSTEM } from '#lib/laboratory/actor.ts';
import { answers } from '#lib/server/db/installation.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { probe } from './probe.ts';

export type Readiness = {
  readonly ready: boolean;
  /** One word a part; reasons are for the log, since anybody may ask. */
  readonly parts: { readonly database: 'ok' | 'failing'; readonly storage: 'ok' | 'failing' };
  /** What sets templates: `embedded`, and the name of the TeX. */
  readonly engines: readonly string[];
};

/** Whether this process can serve: its migrated database and the object store answer within seconds. */
export async function checkReadiness(services: Services): Promise<Readiness> {
  const { pool, store, prints } = services;
  const [database, storage] = await Promise.all([
    probe(services, 'database', () => transaction(pool, SYSTEM, answers)),
    probe(services, 'storage', () => store.check())
  ]);
  const word = ({ works }: typeof database) => (works ? 'ok' : 'failing');
  const engines = ['embedded', ...(prints.tex ? [prints.tex.name] : [])];
  return {
    ready: database.works && storage.works,
    parts: { database: word(database), storage: word(storage) },
    engines
  };
}
