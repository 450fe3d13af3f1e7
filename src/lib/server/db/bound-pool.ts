import type { CommonQueryMethods, DatabasePool, DatabasePoolConnection } from 'slonik';
import { DatabaseBusy } from './database-busy.ts';

const METHODS = ['any', 'anyFirst', 'exists', 'many', 'manyFirst', 'maybeOne', 'maybeOneFirst', 'one', 'oneFirst', 'query', 'transaction'] as const satisfies readonly (keyof CommonQueryMethods)[]; // prettier-ignore

/**
 * The same pool, but callers wait in order, and no longer than `patienceMs` for a connection: Slonik's own queue has no
 * limit, and loses waiting callers when connections cannot be made.
 * @param size most connections at once, as the pool itself was given it.
 */
export function boundPool(pool: DatabasePool, size: number, patienceMs: number): DatabasePool {
  let free = size;
  const waiting = new Set<(entered: boolean) => void>();
  const enter = async (): Promise<void> => {
    if (free > 0) return void free--;
    const entered = await new Promise<boolean>((resolve) => {
      const settle = (got: boolean) => {
        clearTimeout(timer);
        waiting.delete(settle);
        resolve(got);
      };
      const timer = setTimeout(() => settle(false), patienceMs);
      waiting.add(settle);
    });
    if (!entered) throw new DatabaseBusy(`no connection came free within ${patienceMs} ms`);
  };
  const leave = () => {
    const [next] = waiting;
    if (next === undefined) free++;
    else next(true);
  };
  const connect = async <T>(work: (connection: DatabasePoolConnection) => Promise<T>): Promise<T> => {
    await enter();
    try {
      return await pool.connect(work);
    } finally {
      leave();
    }
  };
  const methods = METHODS.map((name) => [
    name,
    (...args: never[]) => connect((connection) => (connection[name] as (...args: never[]) => Promise<unknown>)(...args))
  ]);
  return Object.assign(Object.create(pool), Object.fromEntries(methods), { connect }) as DatabasePool;
}
