import { SYSTEM } from '#lib/laboratory/actor.ts';
import { answers } from '#lib/server/db/installation.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

const PATIENCE_MS = 3000;

export type Readiness = {
  readonly ready: boolean;
  /** One word a part; reasons are for the log, since anybody may ask. */
  readonly parts: { readonly database: 'ok' | 'failing'; readonly storage: 'ok' | 'failing' };
  /** What sets templates: `embedded`, and the name of the TeX. */
  readonly engines: readonly string[];
};

/** Whether this process can serve: its migrated database and the object store answer within seconds. */
export async function checkReadiness({ pool, store, log, prints }: Services): Promise<Readiness> {
  const probe = async (part: string, work: () => Promise<unknown>) => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no answer within ${PATIENCE_MS} ms`)), PATIENCE_MS);
    });
    try {
      await Promise.race([work(), late]);
      return 'ok';
    } catch (err) {
      log.warn({ err, part }, 'not ready');
      return 'failing';
    } finally {
      clearTimeout(timer);
    }
  };
  const [database, storage] = await Promise.all([
    probe('database', () => transaction(pool, SYSTEM, answers)),
    probe('storage', () => store.check())
  ]);
  const engines = ['embedded', ...(prints.tex ? [prints.tex.name] : [])];
  return { ready: database === 'ok' && storage === 'ok', parts: { database, storage }, engines };
}
