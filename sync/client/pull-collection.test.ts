import { expect, test } from 'vitest';
import { beginAnew } from './begin-anew.ts';
import { pullCollection } from './pull-collection.ts';
import { SyncFailure } from './sync-failure.ts';
import { manualClock } from './testing/manual-clock.ts';
import { memoryQueue, ORGANIZATION, OTHER_ORGANIZATION, queueRow } from './testing/memory-queue.ts';
import { memoryReplica } from './testing/memory-replica.ts';
import { modelServer } from './testing/model-server.ts';

function device() {
  const server = modelServer();
  const replica = memoryReplica();
  const queue = memoryQueue();
  const clock = manualClock();
  const ports = { replica, queue, clock, transport: server.transport };
  const pages: number[] = [];
  const pull = () => pullCollection(ports, 'assets', ({ documents }) => pages.push(documents));
  return { server, replica, queue, clock, ports, pull, pages };
}

test('all pages are read, and a pull that was cut resumes where it stopped', async () => {
  const { server, replica, pull, pages } = device();
  for (let number = 1; number <= 7; number += 1) server.write(`a${number}`, number);
  server.cut({ when: 'after', kind: 'no_answer' });
  await expect(pull()).rejects.toMatchObject({ kind: 'no_answer' });
  await pull();
  expect(replica.ids('assets')).toHaveLength(7);
  expect(pages).toEqual([2, 2, 2, 1]);
  server.write('a8', 8);
  await pull();
  expect(pages.slice(4)).toEqual([1]);
});

test('the next page is asked for while one is being written', async () => {
  const { server, replica, ports } = device();
  for (let number = 1; number <= 5; number += 1) server.write(`a${number}`, number);
  const happened: string[] = [];
  const transport: typeof server.transport = {
    ...server.transport,
    pull: (...asked) => {
      happened.push('asked');
      return server.transport.pull(...asked);
    }
  };
  const write: typeof replica.write = async (...page) => {
    happened.push('writing');
    await replica.write(...page);
    happened.push('written');
  };
  await pullCollection({ ...ports, transport, replica: { ...replica, write } }, 'assets', () => undefined);
  expect(happened.join(' ')).toBe('asked asked writing written asked writing written writing written');
  expect(replica.ids('assets')).toHaveLength(5);
});

test('a page asked for ahead is dropped if everything has to be read again meanwhile', async () => {
  const { server, replica, ports } = device();
  for (let number = 1; number <= 5; number += 1) server.write(`a${number}`, number);
  let pages = 0;
  const setPosition: typeof replica.setPosition = async (collection, position) => {
    await replica.setPosition(collection, position);
    if (++pages !== 2) return;
    // Another tab has begun anew, and has read the same pages.
    server.write('a5', 6);
    await replica.setPosition(collection, { ...position, epoch: position.epoch + 1 });
  };
  await pullCollection({ ...ports, replica: { ...replica, setPosition } }, 'assets', () => undefined);
  expect(replica.row('assets', 'a5')).toMatchObject({ seq: 6, epoch: 2 });
});

test('a pull reports whether a record may have come, changed or gone', async () => {
  const { server, ports } = device();
  const changed = async () => {
    const reported: boolean[] = [];
    await pullCollection(ports, 'assets', (page) => reported.push(page.changed));
    return reported.includes(true);
  };
  server.setScope([ORGANIZATION, OTHER_ORGANIZATION]);
  server.write('a1', 1);
  expect(await changed()).toBe(true);
  expect(await changed()).toBe(false);
  server.write('a1', 2);
  expect(await changed()).toBe(true);
  server.write('a1', 3, { deleted: true });
  expect(await changed()).toBe(true);
  expect(await changed()).toBe(false);
  server.setScope([ORGANIZATION]);
  expect(await changed()).toBe(true);
  expect(await changed()).toBe(false);
});

test.each(['write', 'setPosition'] as const)('a tab killed at %s loses no document', async (step) => {
  const { server, replica, pull } = device();
  for (let number = 1; number <= 5; number += 1) server.write(`a${number}`, number);
  replica.failAt(step);
  await expect(pull()).rejects.toThrow('killed');
  await pull();
  expect(replica.ids('assets')).toEqual(['a1', 'a2', 'a3', 'a4', 'a5']);
});

test('a lower number never overwrites a higher one', async () => {
  const { server, replica, pull } = device();
  server.write('a1', 9);
  await pull();
  const later = replica.row('assets', 'a1');
  const stale = { ...(await replica.position('assets')), checkpoint: null };
  await replica.setPosition('assets', stale);
  server.write('a1', 4);
  await pull();
  expect(replica.row('assets', 'a1')).toEqual(later);
});

test('a deletion removes the row, and one of another stream does not', async () => {
  const { server, replica, pull } = device();
  server.setScope([ORGANIZATION, OTHER_ORGANIZATION]);
  server.write('gone', 1);
  server.write('moved', 2);
  await pull();
  server.write('gone', 3, { deleted: true });
  server.write('moved', 1, { stream: OTHER_ORGANIZATION });
  server.write('moved', 4, { deleted: true });
  await pull();
  expect(replica.ids('assets')).toEqual(['moved']);
  expect(replica.row('assets', 'moved')?.stream).toBe(OTHER_ORGANIZATION);
});

test('a lost membership removes its rows and quarantines what is unsent; regained, everything comes back', async () => {
  const { server, replica, queue, pull } = device();
  server.setScope([ORGANIZATION, OTHER_ORGANIZATION]);
  server.write('mine', 1);
  server.write('theirs', 1, { stream: OTHER_ORGANIZATION });
  await pull();
  queue.rows.set(queueRow(1).id, queueRow(1, { organization_id: OTHER_ORGANIZATION }));
  queue.rows.set(queueRow(2).id, queueRow(2));
  server.setScope([ORGANIZATION]);
  await pull();
  expect(replica.ids('assets')).toEqual(['mine']);
  expect([...queue.rows.values()].map(({ state, last_error }) => [state, last_error?.[0]?.code])).toEqual([
    ['refused', 'scope_lost'],
    ['waiting', undefined]
  ]);
  server.setScope([ORGANIZATION, OTHER_ORGANIZATION]);
  await pull();
  expect(replica.ids('assets')).toEqual(['mine', 'theirs']);
});

test('a tab killed while rows of a lost organization are removed leaves no hole when the membership returns', async () => {
  const { server, replica, pull } = device();
  server.setScope([ORGANIZATION, OTHER_ORGANIZATION]);
  server.write('theirs', 1, { stream: OTHER_ORGANIZATION });
  await pull();
  server.setScope([ORGANIZATION]);
  replica.failAt('removeStreams');
  await expect(pull()).rejects.toThrow('killed');
  server.setScope([ORGANIZATION, OTHER_ORGANIZATION]);
  await pull();
  expect(replica.ids('assets')).toEqual(['theirs']);
});

test('after a restored older database, applied entries are offered again and rows that it does not know leave', async () => {
  const { server, replica, queue, clock, ports, pull } = device();
  server.write('old', 5);
  await pull();
  const copy = server.copy();
  server.write('young', 6);
  await pull();
  const week = 7 * 24 * 3600 * 1000;
  queue.rows.set('a', queueRow(1, { id: 'a', state: 'applied', applied: { version: 1, at: clock.now() - week } }));
  queue.rows.set('b', queueRow(2, { id: 'b', state: 'applied', applied: { version: 2, at: clock.now() - 14 * week } }));
  server.restore({ ...copy, changes: [{ id: 'old', stream: ORGANIZATION, seq: 2, deleted: false }] });
  await expect(pull()).rejects.toMatchObject({ kind: 'expired' });
  await beginAnew(ports, { generation: null, older: true });
  expect(replica.ids('assets')).toEqual(['old', 'young']);
  await pull();
  expect(replica.ids('assets')).toEqual(['old']);
  expect(replica.row('assets', 'old')?.seq).toBe(2);
  expect(queue.rows.get('a')).toMatchObject({ state: 'waiting', in_doubt: true });
  expect(queue.rows.get('b')?.state).toBe('applied');
});

test('a server that says “more” without moving on is not asked forever', async () => {
  const { ports } = device();
  const stuck = { ...ports.transport, pull: async () => ({ ...(await answer()), more: true, checkpoint: 'same' }) };
  const answer = () => ports.transport.pull('assets', null, 2);
  await expect(pullCollection({ ...ports, transport: stuck }, 'assets', () => {})).rejects.toMatchObject({
    kind: 'broken'
  });
});

test('an organization counts as complete once a pull has read it to its end, and not while pages are left', async () => {
  const { server, replica, pull, ports } = device();
  const complete = async () => (await replica.position('assets')).complete;
  for (let number = 1; number <= 5; number += 1) server.write(`a${number}`, number);
  expect(await complete()).toEqual([]);
  await expect(
    pullCollection(ports, 'assets', () => {
      throw new Error('killed after a page');
    })
  ).rejects.toThrow('killed');
  expect(replica.ids('assets')).toHaveLength(2);
  expect(await complete()).toEqual([]);
  await pull();
  expect(await complete()).toEqual([ORGANIZATION]);

  // A membership that is new begins at its own start: it is complete when it was read to its end, not before.
  server.setScope([ORGANIZATION, OTHER_ORGANIZATION]);
  for (let number = 1; number <= 4; number += 1) server.write(`b${number}`, number, { stream: OTHER_ORGANIZATION });
  await expect(
    pullCollection(ports, 'assets', () => {
      throw new Error('killed after a page');
    })
  ).rejects.toThrow('killed');
  expect(await complete()).toEqual([ORGANIZATION]);
  await pull();
  expect(await complete()).toEqual([ORGANIZATION, OTHER_ORGANIZATION]);

  server.setScope([ORGANIZATION]);
  await pull();
  expect(await complete()).toEqual([ORGANIZATION]);
  await beginAnew(ports, { generation: null, older: true });
  expect(await complete()).toEqual([]);
});

test('what older data that were put back do not have is kept for its reader, until it comes back', async () => {
  const { server, replica, ports, pull } = device();
  server.setScope([ORGANIZATION, OTHER_ORGANIZATION]);
  server.write('old', 1, { updated_at: '2026-01-01T00:00:00Z' });
  const copy = server.copy();
  server.write('old', 2, { updated_at: '2026-01-02T00:00:00Z' });
  server.write('young', 3);
  server.write('theirs', 1, { stream: OTHER_ORGANIZATION });
  await pull();
  server.restore(copy);
  server.setScope([ORGANIZATION]);
  // Another device was first: no number tells that anything is missing.
  for (const seq of [2, 3, 4]) server.write(`other ${seq}`, seq);
  await beginAnew(ports, { generation: null, older: true });
  replica.failAt('keepLost');
  await expect(pull()).rejects.toThrow('killed');
  await pull();
  expect(replica.ids('assets')).toEqual(['old', 'other 2', 'other 3', 'other 4']);
  const listed = () => replica.lost().map(({ id, kind }) => `${id} is ${kind}`);
  expect(listed()).toEqual(['old is older', 'young is gone']);
  expect(replica.lost()[0]?.document).toMatchObject({ updated_at: '2026-01-02T00:00:00Z' });
  server.write('young', 5);
  await pull();
  expect(listed()).toEqual(['old is older']);
});

test('where only deletions are forgotten, what does not come again was deleted, and nothing is offered again', async () => {
  const { server, replica, queue, clock, ports, pull } = device();
  server.write('old', 1);
  server.write('deleted', 2);
  await pull();
  queue.rows.set('a', queueRow(1, { id: 'a', state: 'applied', applied: { version: 1, at: clock.now() } }));
  server.write('deleted', 3, { deleted: true });
  server.forget();
  const failure = await pull().then(
    () => null,
    (thrown: unknown) => thrown
  );
  if (!(failure instanceof SyncFailure) || failure.data === null) throw new Error('not expired');
  await beginAnew(ports, failure.data);
  await pull();
  expect(replica.ids('assets')).toEqual(['old']);
  expect(replica.lost()).toEqual([]);
  expect(queue.rows.get('a')?.state).toBe('applied');
});

test('documents with a new shape are pulled again, although nobody has changed them', async () => {
  const { server, replica, pull, pages } = device();
  for (const seq of [1, 2, 3]) server.write(`a${seq}`, seq);
  await pull();
  server.reshape();
  server.write('a4', 4);
  await pull();
  expect(pages).toEqual([2, 1, 2, 2]);
  expect(replica.ids('assets')).toEqual(['a1', 'a2', 'a3', 'a4']);
  expect((await replica.position('assets')).unswept).toBe(false);
});

test('while processes of two versions answer in turns, the pull is put off instead of begun again and again', async () => {
  const { server, ports } = device();
  for (const seq of [1, 2, 3]) server.write(`a${seq}`, seq);
  let asked = 0;
  const inTurns: typeof server.transport = {
    ...server.transport,
    pull: (...given) => {
      asked += 1;
      server.reshape();
      return server.transport.pull(...given);
    }
  };
  const pull = pullCollection({ ...ports, transport: inTurns }, 'assets', () => undefined);
  await expect(pull).rejects.toMatchObject({ kind: 'busy' });
  expect(asked).toBe(4);
});

test('rows of a lost organization leave every collection at the first answer, and a returning membership finds no hole', async () => {
  const { server, replica, ports, pull } = device();
  server.setScope([ORGANIZATION, OTHER_ORGANIZATION]);
  server.write('theirs', 1, { stream: OTHER_ORGANIZATION });
  await pull();
  server.setScope([ORGANIZATION]);
  // The network fails after the first answer, which was another collection's.
  await pullCollection(ports, 'locations', () => {});
  expect(replica.ids('assets')).toEqual([]);
  server.setScope([ORGANIZATION, OTHER_ORGANIZATION]);
  await pull();
  expect(replica.ids('assets')).toEqual(['theirs']);
});

test('what was applied before anything was pulled is offered again where the first answer is of other data', async () => {
  const { server, queue, clock, pull } = device();
  const applied = { version: 1, at: clock.now(), generation: '0198c000-0000-7000-8000-000000000009' };
  queue.rows.set('a', queueRow(1, { id: 'a', state: 'applied', applied }));
  server.write('old', 1);
  await pull();
  expect(queue.rows.get('a')?.state).toBe('waiting');
});
