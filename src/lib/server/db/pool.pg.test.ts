import { sql, type DatabasePool } from 'slonik';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../../../tests/support/api.ts';
import { cutLine, type CutLine } from '../../../../tests/support/cut-line.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../tests/support/database.ts';
import { asOwner } from '../../../../tests/support/template-database.ts';
import { openPool } from './pool.ts';
import { atomically } from './transaction.ts';
import { isTransient } from './transient.ts';

const SIZE = 3;
const CALLERS = 10;

let database: TestDatabase;
let line: CutLine;
let pool: DatabasePool;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  line = await cutLine(asOwner(database.url));
  pool = await openPool(line.url, SIZE);
});
afterEach(async () => {
  await pool.end();
  await line.close();
});

const callers = (work: (caller: number) => Promise<unknown>) =>
  Promise.allSettled(Array.from({ length: CALLERS }, (_, caller) => work(caller)));
const answer = () => pool.oneFirst(sql.unsafe`SELECT 1`);
/** Until this statement runs on as many connections as the pool has. */
const busyWith = (statement: string) =>
  eventually(async () => {
    const { rowCount } = await execute(database.url, 'SELECT FROM pg_stat_activity WHERE query = $1', [statement]);
    return rowCount === SIZE;
  });

test('connections that break during a statement free their slot: the callers get an error, and the next are served', async () => {
  const asked = callers(() => pool.query(sql.unsafe`SELECT pg_sleep(600)`));
  await busyWith('SELECT pg_sleep(600)');
  // Those that waited get the next connections; they lose them too.
  const cutting = setInterval(line.cut, 50);
  const ended = await asked;
  clearInterval(cutting);
  expect(ended.map(({ status }) => status)).toEqual(Array(CALLERS).fill('rejected'));
  expect((await callers(answer)).map(({ status }) => status)).toEqual(Array(CALLERS).fill('fulfilled'));
});

test('the same in the middle of transactions, which leave nothing behind', async () => {
  const asked = callers((caller) =>
    atomically(pool, async (tx) => {
      await tx.query(sql.unsafe`INSERT INTO login_attempts (key) VALUES (${`cut-${caller}`})`);
      await tx.query(sql.unsafe`SELECT pg_sleep(601)`);
    })
  );
  await busyWith('SELECT pg_sleep(601)');
  const cutting = setInterval(line.cut, 50);
  await asked;
  clearInterval(cutting);
  expect((await callers(answer)).map(({ status }) => status)).toEqual(Array(CALLERS).fill('fulfilled'));
  const { rowCount } = await execute(database.url, `SELECT FROM login_attempts WHERE key LIKE 'cut-%'`);
  expect(rowCount).toBe(0);
});

test('a statement that fails while another of its connection runs keeps no slot either', async () => {
  await callers(() =>
    pool.connect((connection) =>
      Promise.all([
        connection.query(sql.unsafe`SELECT 1 / 0`),
        connection.query(sql.unsafe`SELECT pg_sleep(0.1), 1 / 0`)
      ])
    )
  );
  expect((await callers(answer)).map(({ status }) => status)).toEqual(Array(CALLERS).fill('fulfilled'));
});

test('a caller that waits too long for a connection gets an error, and does not block others', async () => {
  const impatient = await openPool(line.url, 1, 50);
  let finish = () => {};
  let held: Promise<unknown> = Promise.resolve();
  await new Promise<void>((begun) => {
    held = impatient.connect(() => new Promise<void>((resolve) => ((finish = resolve), begun())));
  });
  const waited = await Promise.allSettled([1, 2].map(() => impatient.oneFirst(sql.unsafe`SELECT 1`)));
  expect(waited.map((one) => one.status === 'rejected' && isTransient(one.reason))).toEqual([true, true]);
  finish();
  await held;
  expect(await impatient.oneFirst(sql.unsafe`SELECT 1`)).toBe(1);
  await impatient.end();
});

test('if the server does not answer, callers get an error at once', async () => {
  const away = await openPool('postgresql://nobody@127.0.0.1:1/nothing', SIZE);
  const asked = await callers(() => away.oneFirst(sql.unsafe`SELECT 1`));
  expect(asked.map((one) => one.status === 'rejected' && isTransient(one.reason))).toEqual(Array(CALLERS).fill(true));
  await away.end();
});
